import { texts } from '../texts.ts'

export default texts({
  kz: {
    skip: 'Мазмұнға өту',
    home: 'басты бет',
    menu: 'Негізгі мәзір',
    close: 'Жабу',
    write: 'Бізге жазу',
    logIn: 'Кіру',
    cabinet: 'Жеке кабинет',
    language: 'Тіл',
    call: 'Байланыс орталығы',
    clock: 'тәулік бойы',
    licence: (number: string, date: string) =>
      `Сақтандыру брокерінің лицензиясы №\u00a0${number}, ${date}`,
    bin: 'БСН',
    sample: 'Компания деректері – үлгі: нақты брокердің деректері емес',
    company: 'Компания',
    products: 'Сақтандыру',
  },
  ru: {
    skip: 'Перейти к содержанию',
    home: 'главная',
    menu: 'Основное меню',
    close: 'Закрыть',
    write: 'Написать нам',
    logIn: 'Войти',
    cabinet: 'Личный кабинет',
    language: 'Язык',
    call: 'Контакт-центр',
    clock: 'круглосуточно',
    licence: (number: string, date: string) =>
      `Лицензия страхового брокера №\u00a0${number} от ${date}`,
    bin: 'БИН',
    sample: 'Данные компании – образец: это не данные настоящего брокера',
    company: 'Компания',
    products: 'Страхование',
  },
})
