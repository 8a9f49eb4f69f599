import type { Localized } from '#domain/locale.ts'

/** What the script of the first page says; in its own file, so that the page is light. */
export default {
  kz: {
    wrongPlate: 'Мемлекеттік нөмірді толық жазыңыз. Мысалы, 123 ABC 02',
    wrongPassport: 'Техпаспорт нөмірі – екі әріп пен сегіз цифр. Мысалы, AF 12345678',
    usual: 'осында тіркелген жеңіл көлікке әдетте',
  },
  ru: {
    wrongPlate: 'Введите госномер полностью, например 123 ABC 02',
    wrongPassport: 'Номер техпаспорта – две буквы и восемь цифр, например AF 12345678',
    usual: 'полис на легковой автомобиль здесь обычно стоит',
  },
} satisfies Localized<Record<'wrongPlate' | 'wrongPassport' | 'usual', string>>
