import { texts } from '../texts.ts'

/** What is called the same above every road. */
export default texts({
  kz: {
    back: 'Артқа',
    call: (number: string) => `${number} нөміріне қоңырау шалу`,
    home: 'басты бет',
    stop: (now: number, all: number) => `${now}-қадам, барлығы ${all}`,
    way: 'Ресімдеу жолы',
  },
  ru: {
    back: 'Назад',
    call: (number: string) => `Позвонить по номеру ${number}`,
    home: 'главная',
    stop: (now: number, all: number) => `Шаг ${now} из ${all}`,
    way: 'Путь оформления',
  },
})
