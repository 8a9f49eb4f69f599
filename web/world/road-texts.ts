import { texts } from '../texts.ts'

/** What is called the same above every road. */
export default texts({
  kz: {
    back: 'Артқа',
    call: (number: string) => `${number} нөміріне қоңырау шалу`,
    home: 'басты бет',
    stop: (now: number, all: number) => `${now}-аялдама, барлығы ${all}`,
    way: 'Ресімдеу жолы',
  },
  ru: {
    back: 'Назад',
    call: (number: string) => `Позвонить по номеру ${number}`,
    home: 'главная',
    stop: (now: number, all: number) => `Остановка ${now} из ${all}`,
    way: 'Путь оформления',
  },
})
