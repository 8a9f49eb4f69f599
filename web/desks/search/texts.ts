import { plural, texts } from '../../texts.ts'

const missing = {
  one: 'ещё {n} символ',
  few: 'ещё {n} символа',
  many: 'ещё {n} символов',
  other: 'ещё {n} символа',
}
const letters = {
  one: 'ещё {n} буква',
  few: 'ещё {n} буквы',
  many: 'ещё {n} букв',
  other: 'ещё {n} буквы',
}
const digits = {
  one: 'ещё {n} цифра',
  few: 'ещё {n} цифры',
  many: 'ещё {n} цифр',
  other: 'ещё {n} цифры',
}
const policies = { one: '{n} полис', few: '{n} полиса', many: '{n} полисов', other: '{n} полиса' }
const orders = { one: '{n} заказ', few: '{n} заказа', many: '{n} заказов', other: '{n} заказа' }
const claims = { one: '{n} заявка', few: '{n} заявки', many: '{n} заявок', other: '{n} заявки' }

/** The search over all desks. */
export default texts({
  kz: {
    title: 'Жұмыс орындары бойынша іздеу',
    clear: 'Өрісті тазалау',
    close: 'Іздеуді жабу',
    looks: {
      iin: 'ЖСН-ге ұқсайды',
      phone: 'телефонға ұқсайды',
      plate: 'көлік нөміріне ұқсайды',
      policy: 'полиске ұқсайды',
      order: 'тапсырысқа ұқсайды',
      claim: 'өтінімге ұқсайды',
      number: 'нөмірге ұқсайды',
      email: 'пошта мекенжайы',
      name: 'аты-жөні, үш әріптен бастап',
    },
    left: (kind: string, n: number) =>
      kind === 'name' ? `тағы ${n} әріп` : kind === 'plate' ? `тағы ${n} таңба` : `тағы ${n} цифр`,
    faults: {
      iin_digit: 'ЖСН-де қате бар: бір цифры сәйкес келмейді',
      bin: 'Бұл – БСН: ұйымдарды іздемейміз',
    },
    groups: {
      car: 'Көлік',
      client: 'Клиент',
      people: 'Адамдар',
      here: 'Ашық тапсырыс бойынша',
      sales: 'Тапсырыстар мен полистер',
      claim: 'Сақтандыру жағдайы',
      notes: 'Ішкі жазбалар',
      act: 'Не істеуге болады',
      recent: 'Жақында ашқандарыңыз',
    },
    policies: (n: number) => `полис: ${n}`,
    orders: (n: number) => `тапсырыс: ${n}`,
    claims: (n: number) => `өтінім: ${n}`,
    until: (day: string) => `мерзімі: ${day}`,
    due: (day: string) => `соңғы күні: ${day}`,
    waits: (time: string) => `күткен уақыты: ${time}`,
    screen: 'Тізімдер бойынша тексеру',
    lookers: 'Кім қарағанын көру',
    openDesk: (name: string) => `Өту: ${name}`,
    nothing: 'Ештеңе табылмады',
    nothingText: 'Нөмірді не аты-жөнін тексеріңіз: нөмір толық әрі қатесіз болуы керек.',
    more: 'Аты-жөні осындай адам көп: бесеуі көрсетілді. Әкесінің атын не тағы бір әріп қосыңыз.',
    layouts: 'Қ, К және K бірге ізделеді',
    tooShort: 'Іздеу үшін жеткіліксіз: нөмірді толық не аты-жөнінің үш әрпін теріңіз.',
    first: 'Нөмірді толық, аты-жөнін үш әріптен бастап не бөлім атын теріңіз.',
    failed: 'Іздеу мүмкін болмады. Қайталап көріңіз.',
    busy: 'Іздеп жатырмыз',
    found: (n: number) => `табылды: ${n}`,
    choose: 'таңдау',
    newTab: 'жаңа қойындыда',
    toActs: 'әрекеттер',
    audited: 'Іздеу журналға жазылады',
  },
  ru: {
    title: 'Поиск по рабочим местам',
    clear: 'Очистить поле',
    close: 'Закрыть поиск',
    looks: {
      iin: 'похоже на ИИН',
      phone: 'похоже на телефон',
      plate: 'похоже на госномер',
      policy: 'похоже на полис',
      order: 'похоже на заказ',
      claim: 'похоже на заявку',
      number: 'похоже на номер',
      email: 'адрес почты',
      name: 'имя, от трёх букв',
    },
    left: (kind: string, n: number) =>
      plural('ru', n, kind === 'name' ? letters : kind === 'plate' ? missing : digits),
    faults: {
      iin_digit: 'В ИИН ошибка: одна из цифр не сходится',
      bin: 'Это БИН: организации не ищем',
    },
    groups: {
      car: 'Автомобиль',
      client: 'Клиент',
      people: 'Люди',
      here: 'По открытому заказу',
      sales: 'Заказы и полисы',
      claim: 'Страховой случай',
      notes: 'Внутренние заметки',
      act: 'Что можно сделать',
      recent: 'Вы недавно открывали',
    },
    policies: (n: number) => plural('ru', n, policies),
    orders: (n: number) => plural('ru', n, orders),
    claims: (n: number) => plural('ru', n, claims),
    until: (day: string) => `срок: ${day}`,
    due: (day: string) => `последний день: ${day}`,
    waits: (time: string) => `ждёт ${time}`,
    screen: 'Проверить по перечням',
    lookers: 'Кто смотрел',
    openDesk: (name: string) => `Перейти: ${name}`,
    nothing: 'Ничего не найдено',
    nothingText: 'Проверьте номер или имя: номер нужен целиком и без ошибок.',
    more: 'Людей с таким именем много, показаны пятеро. Добавьте отчество или ещё букву.',
    layouts: 'Қ, К и K при поиске не различаются',
    tooShort: 'Мало для поиска: наберите номер целиком или три буквы имени.',
    first: 'Наберите номер целиком, имя от трёх букв или название раздела.',
    failed: 'Поиск не удался. Попробуйте ещё раз.',
    busy: 'Ищем',
    found: (n: number) => `найдено: ${n}`,
    choose: 'выбрать',
    newTab: 'в новой вкладке',
    toActs: 'действия',
    audited: 'Поиск записывается в журнал',
  },
})

/** Places within a desk that the rail does not name. */
export const placeWords = texts({
  kz: {
    within: {
      inbox: 'Сайттан келген хабарламалар',
      stuck: 'Төленген, ресімделмеген тапсырыстар',
      refunds: 'Ақшасы қайтарылмаған тапсырыстар',
      newest: 'Соңғы тапсырыстар',
      lists: 'Тізімдер',
    },
  },
  ru: {
    within: {
      inbox: 'Сообщения с сайта',
      stuck: 'Заказы: оплачены, не оформлены',
      refunds: 'Заказы: деньги не вернулись',
      newest: 'Последние заказы',
      lists: 'Перечни',
    },
  },
})
