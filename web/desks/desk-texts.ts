import { plural, texts } from '../texts.ts'

export default texts({
  kz: {
    menu: 'Жұмыс орындары',
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
    mentions: (n: number) => `Сіз аталған істер: ${n}`,
    fold: 'Мәзірді жинау',
    unfold: 'Мәзірді жаю',
    keys: 'Пернелер',
    search: 'Іздеу',
    searchFor: 'Аты-жөні, ЖСН, көлік нөмірі, полис, телефон',
    searchBooks: 'Тапсырыс, полис не өтінім нөмірі',
    language: 'Тіл',
    skip: 'Мазмұнға өту',
    home: 'басты бет',
    logOut: 'Шығу',
    messages: 'Хабарламалар',
    close: 'Жабу',
    well: (n: number) => `Сатуға, төлеуге, ресімдеуге болады. Жүйелер: ${n}`,
    refreshed: (time: string) => `жаңартылды: ${time}`,
  },
  ru: {
    menu: 'Рабочие места',
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
    mentions: (n: number) => `дел, где Вас упомянули: ${n}`,
    fold: 'Свернуть меню',
    unfold: 'Развернуть меню',
    keys: 'Клавиши',
    search: 'Поиск',
    searchFor: 'Имя, ИИН, госномер, полис, телефон',
    searchBooks: 'Номер заказа, полиса или заявки',
    language: 'Язык',
    skip: 'К содержанию',
    home: 'главная',
    logOut: 'Выйти',
    messages: 'Сообщения',
    close: 'Закрыть',
    well: (n: number) => `Продажи, оплата и оформление работают. Проверяется систем: ${n}`,
    refreshed: (time: string) => `обновлено ${time}`,
  },
})

const times = { one: '{n} раз', few: '{n} раза', many: '{n} раз', other: '{n} раза' }

/** Why a sale was refused, in a sentence. */
export const refusedWords = texts({
  kz: {
    title: 'Бас тартулар',
    today: (time: string) => `Бүгін (${time})`,
    yesterday: (time: string) => `Кеше (${time})`,
    on: (day: string, time: string) => `${day} (${time})`,
    times: (n: number) => `${n} рет`,
    steps: {
      person: 'адамды тексеру кезінде бас тартылды',
      car: 'көлікті тексеру кезінде бас тартылды',
      price: 'құнын есептеу кезінде бас тартылды',
      order: 'тапсырыс беру кезінде бас тартылды',
      home_price: 'баспананы сақтандыру құнын есептеу кезінде бас тартылды',
      home_order: 'баспананы сақтандыруға тапсырыс беру кезінде бас тартылды',
    },
    of: { policyholder: 'сақтанушы', driver: 'жүргізуші', car: 'көлік' },
    nth: (what: string, n: number) => `${n}-${what}`,
    byPromoter: 'промоутер ресімдеген',
    outside: (system: string) => `Жауап бермеген жүйе: ${system}.`,
  },
  ru: {
    title: 'Отказы',
    today: (time: string) => `Сегодня в ${time}`,
    yesterday: (time: string) => `Вчера в ${time}`,
    on: (day: string, time: string) => `${day} в ${time}`,
    times: (n: number) => plural('ru', n, times),
    steps: {
      person: 'отказано при проверке человека',
      car: 'отказано при проверке автомобиля',
      price: 'отказано при расчёте стоимости',
      order: 'отказано при оформлении заказа',
      home_price: 'отказано при расчёте страхования жилья',
      home_order: 'отказано при оформлении страхования жилья',
    },
    of: { policyholder: 'страхователь', driver: 'водитель', car: 'автомобиль' },
    nth: (what: string, n: number) => `${what} ${n}`,
    byPromoter: 'оформлял промоутер',
    outside: (system: string) => `Не ответила система: ${system}.`,
  },
})
