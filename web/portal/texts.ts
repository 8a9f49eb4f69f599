import { noConnection } from '#texts/connection.ts'
import { plural, texts } from '../texts.ts'

export default texts({
  kz: {
    menu: 'Портал бөлімдері',
    pages: {
      'promoter-ogpo': 'Ресімдеу',
      'promoter-search': 'Іздеу',
      'promoter-sales': 'Менің күнім',
      'promoter-block': 'Тоқтата тұру',
    },
    sales: 'Сатылымдар',
    account: 'Тіркелгі',
    pauseOfAll: 'Бүкіл порталды тоқтата тұру',
    password: 'Құпиясөзді ауыстыру',
    logOut: 'Шығу',
    loading: 'Жүктелуде',
    messages: 'Хабарламалар',
    close: 'Жабу',
    offline: noConnection.kz.title,
    offlineText:
      'Толтырғаныңыз осы құрылғыда сақталады, байланыс қалпына келгенде жіберіледі. Тапсырыстың күйі де сол кезде жаңарады.',
    failed: 'Портал ашылмады',
    failedText: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
    retry: 'Қайталап көру',
  },
  ru: {
    menu: 'Разделы портала',
    pages: {
      'promoter-ogpo': 'Оформление',
      'promoter-search': 'Поиск',
      'promoter-sales': 'Мой день',
      'promoter-block': 'Приостановка',
    },
    sales: 'Продажи',
    account: 'Учётная запись',
    pauseOfAll: 'Приостановка всего портала',
    password: 'Сменить пароль',
    logOut: 'Выйти',
    loading: 'Загрузка',
    messages: 'Сообщения',
    close: 'Закрыть',
    offline: noConnection.ru.title,
    offlineText:
      'Введённое хранится на этом устройстве и отправится, когда связь появится. Статус заказа обновится тогда же.',
    failed: 'Портал не открылся',
    failedText: 'Сервис временно недоступен. Повторите позже.',
    retry: 'Попробовать ещё раз',
  },
})

export const logOutWords = texts({
  kz: {
    title: 'Шығасыз ба?',
    text: 'Аяқталмаған сатылым осы құрылғыдан өшеді. Сақталған жобалар 24 сағат тұрады.',
    yes: 'Шығу',
    no: 'Қалу',
  },
  ru: {
    title: 'Выйти?',
    text: 'Незавершённая продажа исчезнет с этого устройства. Сохранённые черновики доступны 24 часа.',
    yes: 'Выйти',
    no: 'Остаться',
  },
})

/** Keys of the portal's lists. */
export const keyWords = texts({
  kz: { walk: 'келесі, алдыңғы жол', open: 'ашу', on: 'Бір пернемен басқару қосулы' },
  ru: { walk: 'следующая, предыдущая строка', open: 'открыть', on: 'Одиночные клавиши включены' },
})

export const dayMeterWords = texts({
  kz: {
    today: (n: number) => `бүгін ${n} полис`,
    ofGoal: (n: number, goal: number) => `бүгін ${n} / ${goal}`,
  },
  ru: {
    today: (n: number) =>
      plural('ru', n, {
        one: 'сегодня {n} полис',
        few: 'сегодня {n} полиса',
        many: 'сегодня {n} полисов',
        other: 'сегодня {n} полиса',
      }),
    ofGoal: (n: number, goal: number) => `сегодня ${n} из ${goal}`,
  },
})

/** Words of the code that opens another's sale, loaded with its dialog. */
export const clientCodeWords = texts({
  kz: {
    title: 'Клиенттің коды керек',
    read: (number: string) =>
      `${number} полисін сіз сатпағансыз. Дербес деректер клиентке SMS-пен келетін кодпен ашылады: ол кодты сізге өзі айтады.`,
    reissue: (number: string) =>
      `${number} полисін сіз сатпағансыз. Оны клиентке SMS-пен келетін кодпен ғана қайта ресімдеуге болады: клиент кодты сізге өзі айтады.`,
    cancel: (number: string) =>
      `${number} полисі сіз сатпаған полистің орнына ресімделген. Оның күші клиентке SMS-пен келетін кодпен ғана жойылады.`,
    to: (phone: string) => `Код клиенттің ${phone} нөміріне жіберіледі.`,
    unknown: 'Клиенттің телефоны бізде жоқ. Деректерді клиенттен сұрап, өзіңіз толтырыңыз.',
    send: 'Клиентке код жіберу',
    close: 'Жабу',
    failed: 'Код жіберілмеді. Қайталап көріңіз.',
    offline: noConnection.kz.again,
    withoutPeople: 'Дербес деректерсіз толтыру',
    handOff: 'Клиент өз телефонында растайды',
  },
  ru: {
    title: 'Нужен код клиента',
    read: (number: string) =>
      `Полис ${number} продали не вы. Персональные данные откроет код из SMS: он придёт клиенту, и клиент назовёт его вам.`,
    reissue: (number: string) =>
      `Полис ${number} продали не вы. Переоформить его можно только с кодом из SMS: он придёт клиенту, и клиент назовёт его вам.`,
    cancel: (number: string) =>
      `Полис ${number} оформлен вместо полиса, который продали не вы. Аннулировать его можно только с кодом из SMS, который придёт клиенту.`,
    to: (phone: string) => `Код уйдёт на номер клиента ${phone}.`,
    unknown: 'Телефона клиента у нас нет. Спросите данные у клиента и введите их сами.',
    send: 'Отправить код клиенту',
    close: 'Закрыть',
    failed: 'Код не отправлен. Попробуйте ещё раз.',
    offline: noConnection.ru.again,
    withoutPeople: 'Заполнить без персональных данных',
    handOff: 'Клиент подтвердит на своём телефоне',
  },
})
