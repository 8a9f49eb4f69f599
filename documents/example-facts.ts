import { brand } from '#brand'
import type { InsuredFacts, PolicyFacts, PriceLineFacts, VehicleFacts } from './facts.ts'

const personName = 'Серікбаева Айгүл Нұрланқызы'

const camry: VehicleFacts = {
  plate: '123ABC02',
  makeModel: 'Toyota Camry',
  year: 2020,
  techPassport: 'EX00112233',
  vin: 'JTNB11HK103012345',
  region: { kz: 'Алматы қаласы', ru: 'г. Алматы' },
}

const line: PriceLineFacts = {
  plate: '123ABC02',
  iin: '850315399904',
  fullName: personName,
  base: '8217.5',
  factors: [
    {
      label: { kz: 'Тіркеу аумағы: Алматы қаласы', ru: 'Территория регистрации: г. Алматы' },
      value: '2.96',
    },
    {
      label: { kz: 'Аумақтың түзету коэффициенті', ru: 'Поправочный коэффициент территории' },
      value: '0.71',
    },
    { label: { kz: 'Елді мекен: қала', ru: 'Населённый пункт: город' }, value: '1' },
    {
      label: { kz: 'Көлік құралының түрі: жеңіл автокөлік', ru: 'Тип ТС: легковой автомобиль' },
      value: '2.09',
    },
    {
      label: {
        kz: '25 жастан бастап, өтілі 2 жылдан асады',
        ru: 'Возраст от 25 лет, стаж более 2 лет',
      },
      value: '1',
    },
    {
      label: { kz: 'Көлік құралының жасы: 7 жылға дейін', ru: 'Срок эксплуатации ТС: до 7 лет' },
      value: '1',
    },
    {
      label: { kz: '«Бонус-малус» сыныбы: 3-сынып', ru: 'Класс «бонус-малус»: класс 3' },
      value: '1',
    },
  ],
  premium: 36_094,
}

/**
 * Facts of an invented policy: two drivers, one car, OGPO+. For tests of the documents and of the
 * code that fills them.
 */
export const exampleFacts: PolicyFacts = {
  globalId: '12345678901A',
  issuedAt: '2026-11-19T20:30:00Z',
  documentDate: new Date('2026-11-20T00:00:00Z'),
  broker: brand,
  insurer: {
    name: { kz: '«Дала» сақтандыру компаниясы» АҚ', ru: 'АО «Страховая компания «Дала»' },
    bin: '990140000385',
    licence: { number: '2.1.99', date: '2026-01-15' },
  },
  policyholder: {
    fullName: personName,
    iin: '850315399904',
    birthDate: '1985-03-15',
    phone: '77011234567',
    email: 'aigul@example.kz',
    address: 'Алматы қаласы, Абай даңғылы, 10-үй, 25-пәтер',
    document: {
      kind: { kz: 'Жеке куәлік', ru: 'Удостоверение личности' },
      number: '041234567',
      issueDate: '2019-06-04',
      issuer: 'ҚР ІІМ',
    },
  },
  insured: [
    {
      fullName: personName,
      iin: '850315399904',
      driverLicence: 'AB123456',
      bonusMalusClass: '3',
      privilege: false,
    },
    {
      fullName: 'Қожахметов Ғабит Әбдірахманұлы',
      iin: '900101399908',
      driverLicence: 'CD654321',
      bonusMalusClass: '9',
      privilege: false,
    },
  ],
  vehicles: [camry],
  period: { start: '2026-11-21', end: '2027-11-20', months: 12, seasonal: false },
  replaces: null,
  premium: 36_094,
  ogpoPlus: { premium: 5_000, payout: 1_107_600 },
  commission: 5_414,
  priceLines: [line],
  combination: 'standard',
  mrp: 4_325,
  questions: [
    {
      question: {
        kz: 'Көлікті сақтанушы өзі жүргізе ме?',
        ru: 'Страхователь сам управляет автомобилем?',
      },
      answer: { kz: 'иә', ru: 'да' },
    },
    {
      question: {
        kz: 'ОГПО+ қосымша қорғанысы керек пе?',
        ru: 'Нужна дополнительная защита ОГПО+?',
      },
      answer: { kz: 'иә', ru: 'да' },
    },
  ],
  consents: [
    {
      kind: 'personalData',
      by: personName,
      at: '2026-11-19T20:10:00Z',
      channel: 'smsCode',
      version: '2026-11-01',
    },
    {
      kind: 'personalData',
      by: 'Қожахметов Ғабит Әбдірахманұлы',
      at: '2026-11-19T20:14:00Z',
      channel: 'sms1414',
      version: '2026-11-01',
    },
    {
      kind: 'terms',
      by: personName,
      at: '2026-11-19T20:21:00Z',
      channel: 'site',
      version: '2026-10-15',
    },
    {
      kind: 'commission',
      by: personName,
      at: '2026-11-19T20:21:00Z',
      channel: 'site',
      version: '2026-10-15',
    },
    {
      kind: 'ogpoPlus',
      by: personName,
      at: '2026-11-19T20:22:00Z',
      channel: 'site',
      version: '2026-10-15',
    },
  ],
  signature: { phone: '77011234567', at: '2026-11-19T20:10:00Z', signed: 'code' },
  checkUrl:
    'https://qorgan.example/check/12345678901A?t=MEUCIQDx7Yb3kV0s1t2u3v4w5x6y7z8a9b0c1d2e3f4g5h6i7j8k9l0mAiBxyz0123456789',
  checkPage: 'qorgan.example/check',
}

const longName = 'Әбдіғаппаров-Құдайбергенов Мұхаммедғали Шыңғысханұлы'

/** The same policy with 15 drivers and 15 cars and long names: nothing may be cut or overlap. */
export const longFacts: PolicyFacts = {
  ...exampleFacts,
  insured: Array.from({ length: 15 }, (_, i) => person(i)),
  vehicles: Array.from(
    { length: 15 },
    (_, i): VehicleFacts => ({
      ...camry,
      plate: plate(i),
      makeModel: i % 2 ? 'Mercedes-Benz Sprinter 519 CDI Extra Long' : 'Kia Rio',
    }),
  ),
  priceLines: Array.from(
    { length: 15 },
    (_, i): PriceLineFacts => ({ ...line, plate: plate(i), fullName: longName }),
  ),
  combination: 'perCar',
  premium: 15 * 36_094,
  policyholder: { ...exampleFacts.policyholder, fullName: longName },
}

function plate(i: number) {
  return `${String(100 + i)}KZ${'ABC'[i % 3]}02`
}

function person(i: number): InsuredFacts {
  return {
    fullName: longName,
    iin: '850315399904',
    driverLicence: 'AB123456',
    bonusMalusClass: i % 2 ? 'M1' : '13',
    privilege: i % 4 === 0,
  }
}
