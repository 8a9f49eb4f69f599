import { describe, expect, test } from 'vitest'
import { Iin, IinOrBin, Phone, typedNames } from '#contract/fields.ts'
import { Plate, TechPassport } from '#contract/ogpo-calculate.ts'
import { timeAsTyped } from './as-typed.ts'
import { readClientMessage } from './client-message.ts'
import { dayTyped } from './days-in-text.ts'
import { recognise } from './desk-search.ts'
import { bareNumber, isIdentityNumber, isTechPassport } from './document-numbers.ts'
import { isEmail } from './email.ts'
import { isIban } from './iban.ts'
import { isBornOn, sexOf } from './iin.ts'
import { sameIdentity } from './ogpo/identity.ts'
import { isPersonName, patronymicOf, sameSpelling } from './person.ts'
import { parsePhone } from './phone.ts'
import { findPhones } from './phones-in-text.ts'
import { isPlate, normalisePlate } from './plate.ts'
import { plateLetters } from './plate-letters.ts'
import { policyQuery } from './policy-query.ts'
import { numberTyped, sumTyped } from './typed-sum.ts'

/** One thing in the spellings of people, of messengers, address books and tables. */

test.each(['agmail.com', 'mail.ru', 'www.gmail.com', '2.kz', '87011234567.kz', '@mail.ru'])(
  '%s is no address',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)

test.each([
  '20,11,2027',
  '1.2.2027',
  '20/11/2027',
  '20-11-2027',
  '20.11.27',
  '20.11.2027 г.',
  '20 11 2027',
  '20112027',
  '2027-11-20',
  '\u200e20.11.2027',
])('%j is a day', (text) => {
  expect(dayTyped(text)).toBe(text.startsWith('1.2') ? '2027-02-01' : '2027-11-20')
})
test.each(['31.02.2027', '20.11', '20.11.2027 21.11.2027', ''])('%j is none', (text) => {
  expect(dayTyped(text)).toBeNull()
})

describe('phones', () => {
  test.each([
    '87011234567\t87021234567',
    '+77011234567+77021234567',
    '87011234567, 87021234567',
    '87011234567\n87021234567',
  ])('%j are two', (text) => {
    expect(findPhones(text)).toEqual(['77011234567', '77021234567'])
  })
  test.each(['7701123456', '7721123456'])('%s lacks a digit', (text) => {
    expect([parsePhone(text), findPhones(text)]).toEqual([null, []])
  })
  test.each(['8‐701‐123‐45‐67', '8−701−123−45−67', '8—701—123—45—67', '‪+77011234567‬'])(
    '%j is one',
    (text) => {
      expect(parsePhone(text)).toBe('77011234567')
    },
  )
  test('a composition keyboard’s digits are found in a text as at the doors', () => {
    const text = '№ 5, ８７０１１２３４５６７'
    expect(findPhones(text)).toEqual(['77011234567'])
  })
  test('a number of another country is none of ours', () => {
    expect(findPhones('+998 90 123 45 67')).toEqual([])
  })
})

test.each([
  ['+7 (701) 000‑00‑01', 'phone'],
  ['8‑701‑000‑00‑01', 'phone'],
  ['8−701−000−00−01', 'phone'],
  ['8503‑1539‑9904', 'iin'],
  ['123‑ABC‑02', 'plate'],
])('a message with %s is read', (text, what) => {
  const { people, cars } = readClientMessage(text)
  const read = { phone: people[0]?.phone, iin: people[0]?.iin, plate: cars[0]?.plate }
  expect(read[what as keyof typeof read]).toBe(
    { phone: '77010000001', iin: '850315399904', plate: '123ABC02' }[what],
  )
})

test.each([
  ['\u202a+77010000001\u202c', 'phone', '77010000001'],
  ['\u200e87010000001', 'phone', '77010000001'],
  ['007 701 000 00 01', 'phone', '77010000001'],
  ['тел. 8701 000 00 01', 'phone', '77010000001'],
  ['850315399904\u200b', 'iin', '850315399904'],
  ['ИИН 850315399904', 'iin', '850315399904'],
  ['123 абв 02', 'plate', '123ABB02'],
  ['Әбдіқадыров\u200b', 'name', 'әбдіқадыров'],
  ['Ахметов, Ерлан', 'name', 'ахметов ерлан'],
  ['О`Коннор', 'name', 'о коннор'],
  ['Иинара', 'name', 'иинара'],
])('a desk looks for %j as a %s', (text, kind, value) => {
  expect(recognise(text, '2026-11-20')).toMatchObject({ kind, value })
})

test.each([
  ['123 КДА 02', '123KDA02'],
  ['123 абв 02', '123ABB02'],
  ['№ 123ABC02', '123ABC02'],
  ['123‐ABC‐02', '123ABC02'],
])('the plate %s is %s at every door', (text, plate) => {
  const written = normalisePlate(plateLetters(text))
  expect([written, isPlate(written), policyQuery(text)]).toEqual([
    plate,
    true,
    { by: 'plate', plate },
  ])
})
test('a technical passport is no plate', () => {
  expect([isTechPassport('AF12345678'), isPlate('AF12345678')]).toEqual([true, false])
})
test.each([
  'КZ86125KZT5004100100',
  'IBAN KZ86 125K ZT50 0410 0100',
  'ИИК: KZ86125KZT5004100100',
  'ЖСК KZ86125KZT5004100100',
  'KZ-86125KZT5004100100',
])('%s is an account', (text) => {
  expect(isIban(text)).toBe(true)
})

describe('sums and numbers', () => {
  test.each([
    '28 875,00',
    '28875.00',
    '28 875 тг',
    '28 875 KZT',
    '28\u200b875',
    '28 875,00 ₸',
    '28875 теңге',
  ])('%j is 28875', (text) => {
    expect(sumTyped(text)).toBe(28_875)
  })
  test('a minus of three kinds', () => {
    const minus = ['-28 875', '–28 875', '−28 875'].map((text) => sumTyped(text, 'below_nothing'))
    expect(minus).toEqual([-28_875, -28_875, -28_875])
  })
  test.each(['28 875,50', 'тг', '1e3', ',00'])('%j is no sum', (text) => {
    expect(sumTyped(text)).toBeUndefined()
  })
  test('a per cent is read, and what is no number is not taken for nothing', () => {
    expect(['15 %', '15%', '0,5', '15', '', '1 000'].map(numberTyped)).toEqual([
      15,
      15,
      0.5,
      15,
      null,
      1000,
    ])
    const none = ['10-15', '10 полисов', '1e1', '0x10', '%', '-5'].map(numberTyped)
    expect(none).toEqual(none.map(() => undefined))
  })
})

describe('a person typed by hand', () => {
  const known = {
    surname: 'СЕМЁНОВА-ЗАДЕ',
    name: 'АЛЁНА',
    patronymic: '-',
    birthDate: '1985-03-15',
    documents: [
      {
        type: 'ID_CARD' as const,
        number: '049900001',
        issueDate: '2020-01-01',
        validTo: '2030-01-01',
        issuer: '',
        valid: true,
      },
    ],
  }
  const typed = {
    surname: 'Семенова–Заде',
    name: 'Але\u0308\u200bна',
    patronymic: 'нет',
    birthDate: '1985-03-15',
    document: { type: 'ID_CARD', number: '№ 049 900-001' },
  }
  test('is the same however it is spelt', () => {
    expect(sameIdentity(typed, known, '2026-11-20')).toBe(true)
  })
  test.each([
    { name: 'Елена' },
    { patronymic: 'Ивановна' },
    { document: { type: 'ID_CARD', number: '049900002' } },
    { document: { type: 'PASSPORT', number: '049900001' } },
  ])('is another one: %j', (other) => {
    expect(sameIdentity({ ...typed, ...other }, known, '2026-11-20')).toBe(false)
  })
  test('has a name of letters and a document with a number', () => {
    const names = ['12345', 'a@b.kz', '<b>', '+77010000001', '👍', '-', 'Нұрлан', 'О’Коннор']
    expect(names.map(isPersonName)).toEqual([...names.slice(2).map(() => false), true, true])
    expect(['!!!!', 'нет номера', 'N12345678', '049900001'].map(isIdentityNumber)).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(bareNumber('N 1234 5678')).toBe('N12345678')
  })
  test('may lack a patronymic, also in words', () => {
    const none = ['НЕТ', 'жоқ', 'Отсутствует', '-', 'без отчества']
    expect(none.map(patronymicOf)).toEqual(none.map(() => ''))
    expect(patronymicOf('Нетович')).toBe('Нетович')
  })
  test('a number that tells neither century nor sex still tells six digits', () => {
    expect([sexOf('850315000011'), sexOf('850315399904')]).toEqual([null, 'M'])
    expect([
      isBornOn('850315000011', '1985-03-15'),
      isBornOn('850315000011', '1986-03-15'),
    ]).toEqual([true, false])
  })
})

describe('every door reads what a mask does', () => {
  const wide = (text: string) =>
    text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  test.each([
    '007 701 000 00 01',
    '00 7 701 000 00 01',
    'tel:+77010000001',
    wide('77010000001'),
    wide('+7(701)000-00-01'),
  ])('%s is a phone', (text) => {
    expect(Phone.parse(text)).toBe('77010000001')
  })
  test.each(['00998 90 123 45 67', '00701 000 00 01', 'tel:123'])('%s is none', (text) => {
    expect(Phone.safeParse(text).success).toBe(false)
  })
  test.each([
    '850315-399904',
    '8503—1539—9904',
    'ИИН 850315399904',
    'ЖСН: 850315 399904',
    '№ 850315399904',
    wide('850315399904'),
  ])('%s is an IIN', (text) => {
    expect([Iin.parse(text), IinOrBin.parse(text)]).toEqual(['850315399904', '850315399904'])
  })
  test('signs of a composition keyboard are a plate and a technical passport', () => {
    expect(Plate.parse(wide('123abc02'))).toBe('123ABC02')
    expect(Plate.parse('№ 123 АВС 02')).toBe('123ABC02')
    expect(TechPassport.parse(wide('AF12345678'))).toBe('AF12345678')
  })
  test.each([
    ['Мұхаммед—Әли', 'Мұхаммед—Әли'],
    ['O´Neil', "O'Neil"],
    ['O′Neil', "O'Neil"],
    [wide('Neil'), 'Neil'],
  ])('%s is a name', (text, name) => {
    const { surname, patronymic } = typedNames
    expect([surname.parse(text), patronymic.parse(text)]).toEqual([name, name])
    expect(sameSpelling(text)).toBe(sameSpelling(name))
  })
})

test.each([
  ['9', '09:00'],
  ['905', '09:05'],
  ['9:05', '09:05'],
  ['23.59', '23:59'],
  ['０９３０', '09:30'],
  ['24:00', null],
  ['9:5', null],
  ['утром', null],
])('%s as a time of the day: %s', (text, time) => {
  expect(timeAsTyped(text)).toBe(time)
})
