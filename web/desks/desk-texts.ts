import { texts } from '../texts.ts'

export default texts({
  kz: {
    menu: 'Жұмыс орындары',
    views: 'Есептер',
    more: 'Тағы',
    groups: {
      work: 'Менің жұмысым',
      people: 'Адамдар',
      house: 'Басқару',
      settling: 'Есеп айырысу',
      period: 'Кезең',
    },
    waits: (all: number, late: number) =>
      late > 0 ? `күтіп тұр: ${all}, оның ішінде шұғылы: ${late}` : `күтіп тұр: ${all}`,
    fold: 'Мәзірді жинау',
    unfold: 'Мәзірді жаю',
    keys: 'Пернелер',
    search: 'Іздеу',
    searchFor: 'ЖСН, көлік нөмірі, полис, тапсырыс, телефон',
    searchBooks: 'Тапсырыс немесе өтінім нөмірі',
    language: 'Тіл',
    skip: 'Мазмұнға өту',
    home: 'басты бет',
    logOut: 'Шығу',
    messages: 'Хабарламалар',
    close: 'Жабу',
    well: (n: number) => `Барлық ${n} жүйе жауап береді`,
    unwell: (name: string, state: string, rest: number) =>
      rest > 0 ? `${name} ${state}, тағы ${rest}` : `${name} ${state}`,
    refreshed: (time: string) => `жаңартылды: ${time}`,
  },
  ru: {
    menu: 'Рабочие места',
    views: 'Отчёты',
    more: 'Ещё',
    groups: {
      work: 'Моя работа',
      people: 'Люди',
      house: 'Управление',
      settling: 'Расчёты',
      period: 'Период',
    },
    waits: (all: number, late: number) =>
      late > 0 ? `ждёт: ${all}, из них срочно: ${late}` : `ждёт: ${all}`,
    fold: 'Свернуть меню',
    unfold: 'Развернуть меню',
    keys: 'Клавиши',
    search: 'Поиск',
    searchFor: 'ИИН, госномер, полис, заказ, телефон',
    searchBooks: 'Номер заказа или заявки',
    language: 'Язык',
    skip: 'К содержанию',
    home: 'главная',
    logOut: 'Выйти',
    messages: 'Сообщения',
    close: 'Закрыть',
    well: (n: number) => `Все системы отвечают: ${n}`,
    unwell: (name: string, state: string, rest: number) =>
      rest > 0 ? `${name} ${state}, и ещё ${rest}` : `${name} ${state}`,
    refreshed: (time: string) => `обновлено ${time}`,
  },
})
