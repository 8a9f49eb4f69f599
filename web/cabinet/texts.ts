import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    title: `Жеке кабинет – ${brand.name.kz}`,
    description: 'Полистер, тапсырыстар, карталар және дербес деректер бір жерде.',
    heading: 'Жеке кабинет',
    hello: (name: string) => `Сәлеметсіз бе, ${name}!`,
    menu: 'Кабинет бөлімдері',
    tabs: {
      policies: 'Полистерім',
      applications: 'Аяқталмағандар',
      claims: 'Сақтандыру жағдайлары',
      cards: 'Карталарым',
      documents: 'Құжаттар',
      data: 'Деректерім',
      password: 'Құпиясөзді ауыстыру',
    },
    more: 'Тағы',
    desk: 'Қызметтік бөлім',
    logOut: 'Шығу',
    close: 'Жабу',
    messages: 'Хабарламалар',
    unavailable: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
  },
  ru: {
    title: `Личный кабинет – ${brand.name.ru}`,
    description: 'Полисы, заказы, карты и персональные данные в одном месте.',
    heading: 'Личный кабинет',
    hello: (name: string) => `Здравствуйте, ${name}!`,
    menu: 'Разделы кабинета',
    tabs: {
      policies: 'Мои полисы',
      applications: 'Незавершённые',
      claims: 'Страховые случаи',
      cards: 'Мои карты',
      documents: 'Документы',
      data: 'Мои данные',
      password: 'Смена пароля',
    },
    more: 'Ещё',
    desk: 'Служебный раздел',
    logOut: 'Выйти',
    close: 'Закрыть',
    messages: 'Сообщения',
    unavailable: 'Сервис временно недоступен. Повторите позже.',
  },
})
