import { texts } from '../texts.ts'

export default texts({
  kz: {
    skip: 'Мазмұнға өту',
    home: 'басты бет',
    menu: 'Негізгі мәзір',
    calculator: 'ОГПО құнын есептеу',
    language: 'Тіл',
    call: 'Байланыс орталығы',
    clock: 'тәулік бойы',
    licence: (number: string, date: string) => `Сақтандыру брокерінің лицензиясы № ${number}, ${date}`,
    bin: 'БСН',
    sample: 'Компания деректері – үлгі: нақты брокердің деректері емес',
    company: 'Компания',
    contacts: 'Байланыс',
    products: 'Сақтандыру',
  },
  ru: {
    skip: 'Перейти к содержанию',
    home: 'главная',
    menu: 'Основное меню',
    calculator: 'Рассчитать стоимость ОГПО',
    language: 'Язык',
    call: 'Контакт-центр',
    clock: 'круглосуточно',
    licence: (number: string, date: string) => `Лицензия страхового брокера № ${number} от ${date}`,
    bin: 'БИН',
    sample: 'Данные компании – образец: это не данные настоящего брокера',
    company: 'Компания',
    contacts: 'Контакты',
    products: 'Страхование',
  },
})
