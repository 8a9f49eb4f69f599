import { plural, texts } from '../../texts.ts'

const policies = { one: '{n} полис', few: '{n} полиса', many: '{n} полисов', other: '{n} полиса' }
const claims = { one: '{n} заявка', few: '{n} заявки', many: '{n} заявок', other: '{n} заявки' }

/** Words about the client and the object of an order or a contract. */
export default texts({
  kz: {
    title: 'Кім туралы және не туралы',
    client: 'Клиент',
    erased: 'деректері жойылған',
    drives: 'өзі жүргізеді',
    drivesNot: 'өзі жүргізбейді',
    drivers: 'Жүргізушілер',
    car: 'Көлік',
    more: (n: number) => `тағы ${n} көлік`,
    address: 'Мекенжай',
    phone: 'Телефон',
    iin: 'ЖСН',
    language: 'Тілі',
    languages: { kz: 'қазақша', ru: 'орысша' },
    languageText: 'SMS, хаттар',
    lists: 'Тізімдер',
    listStates: {
      clear: 'табылмады',
      blocked: 'бұғатталған',
      unblocked: 'бұғаттан шығарылған',
    },
    looked: (time: string) => time,
    policies: (n: number) => (n > 0 ? `${n} полис` : ''),
    claims: (n: number) => (n > 0 ? `${n} өтінім` : ''),
  },
  ru: {
    title: 'О ком и о чём',
    client: 'Клиент',
    erased: 'данные удалены',
    drives: 'в числе водителей',
    drivesNot: 'не в числе водителей',
    drivers: 'Водители',
    car: 'Автомобиль',
    more: (n: number) => `и ещё ${n}`,
    address: 'Адрес',
    phone: 'Телефон',
    iin: 'ИИН',
    language: 'Язык',
    languages: { kz: 'казахский', ru: 'русский' },
    languageText: 'SMS, письма',
    lists: 'Перечни',
    listStates: {
      clear: 'не найден',
      blocked: 'заблокирован',
      unblocked: 'разблокирован',
    },
    looked: (time: string) => time,
    policies: (n: number) => (n > 0 ? plural('ru', n, policies) : ''),
    claims: (n: number) => (n > 0 ? plural('ru', n, claims) : ''),
  },
})
