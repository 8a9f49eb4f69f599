import { plural, texts } from '../../texts.ts'

/** Who claims. The words of the purchase come with its own screen, so these are a file apart. */
export default texts({
  kz: {
    iin: 'ЖСН',
    iinHint: '12 цифр, жеке куәлікте жазылған',
    iinShort: (n: number) => `ЖСН-де 12 цифр болады: ${n} цифр жетпейді`,
    iinEmpty: 'ЖСН-іңізді жазыңыз: 12 цифр',
    iinDigit: 'Бір цифр қате жазылған. Жеке куәлікпен салыстырыңыз.',
    phone: 'Телефон нөмірі',
    phoneHint: 'Осы ЖСН-ге тіркелген нөмір: код SMS-пен келеді',
    wrongPhone: 'Телефон нөмірін тексеріңіз',
    send: 'Код алу',
  },
  ru: {
    iin: 'ИИН',
    iinHint: '12 цифр из удостоверения личности',
    iinShort: (n: number) =>
      `В ИИН 12 цифр: ${plural('ru', n, { one: 'не хватает {n} цифры', other: 'не хватает {n} цифр' })}`,
    iinEmpty: 'Введите ИИН: 12 цифр',
    iinDigit: 'Одна цифра введена неверно. Сверьте с удостоверением.',
    phone: 'Номер телефона',
    phoneHint: 'Номер, привязанный к этому ИИН: код придёт по SMS',
    wrongPhone: 'Проверьте номер телефона',
    send: 'Получить код',
  },
})
