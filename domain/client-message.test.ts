import { expect, test } from 'vitest'
import { type ClientMessage, readClientMessage } from './client-message.ts'
import { checkDigitOf } from './iin.ts'

const [a, b] = ['850315399904', '900101399908']
const phone = '77011234567'
const car = { plate: '123ABC02', techPassport: 'AB12345678' }
const message = (of: Partial<ClientMessage>): ClientMessage => ({
  people: [],
  cars: [],
  email: '',
  unread: [],
  ...of,
})
const whole = message({ people: [{ iin: a, phone }], cars: [car] })
const person = message({ people: [{ iin: a, phone }] })
const onePlate = (plate: string): ClientMessage => message({ cars: [{ plate, techPassport: '' }] })
const onePassport = (techPassport: string): ClientMessage =>
  message({ cars: [{ plate: '', techPassport }] })
const onePhone = message({ people: [{ iin: '', phone }] })

/** One client, one car, however it is written. */
test.each([
  '850315399904 +7 701 123 45 67 123ABC02 AB12345678',
  '850315399904,+77011234567,123ABC02,AB12345678',
  '850315399904/87011234567/123ABC02/AB12345678',
  '850315399904;87011234567;123 ABC 02;AB 12345678',
  'ИИН: 850315399904\nТел: 8 (701) 123-45-67\nГос номер: 123 ABC 02\nТехпаспорт: AB №12345678',
  'ЖСН 850315399904\r\nтелефон 87011234567\r\nмемлекеттік нөмірі 123АВС02\r\nтехпаспорт АВ12345678',
  'Сәлеметсіз бе! Сақтандыру керек еді 🙏 850315399904, 87011234567, 123авс02, ав12345678',
  '123ABC02 AB12345678 850315399904 7011234567',
  'AB 12345678 123 ABC 02 850 315 399 904 8 701 123 45 67',
  '🚗123ABC02📄AB12345678👤850315399904📱+77011234567',
  '+7(701)123-45-67 ИИН 850315-399904 KZ 123 ABC 02 AB-12345678',
  'ИИН850315399904 тел87011234567 номер123ABC02 тп AB12345678',
  '850315399904 87011234567 123ABC02AB12345678',
  '1. 850315399904\n2. 87011234567\n3. 123ABC02\n4. AB12345678',
  '850315399904 8.701.123.45.67 123-ABC-02 ab 1234 5678',
  '85 03 15 399904\n+7 701 1234567\n123.ABC.02\nAB 12 34 56 78',
  '[12:30, 27.11.2026] Айгүл: 850315399904 87011234567 123ABC02 AB12345678',
  '27.11.2026, 12:30 - Айгүл: 850315399904\n87011234567 123ABC02 AB12345678',
  '８５０３１５３９９９０４ ＋７７０１１２３４５６７ 123ABC02 AB12345678',
  '\u200e850315399904\u00a0+7\u00a0701\u00a0123\u00a045\u00a067\u00a0123ABC02\u00a0AB12345678',
  'цена 36 094 тг, ИИН 850315399904, тел 87011234567, 123ABC02, AB12345678, Toyota Camry 70 2018г',
  '850315399904 (15.03.1985) 87011234567 123ABC02 AB12345678 от 12.05.2020',
  '850315399904 87011234567 850315399904 123ABC02 AB12345678 123abc02',
])('%j is one client and one car', (text) => {
  expect(readClientMessage(text)).toEqual(whole)
})

test.each([
  ['+7 701 123 45 67', onePhone],
  ['8-701-123-45-67', onePhone],
  ['+87011234567', onePhone],
  ['701 123 4567', onePhone],
  ['77011234567', onePhone],
  ['звоните на 8701 123 4567 после 18:00', onePhone],
  ['850315399904 35 000 тенге 87011234567', person],
  ['87011234567 350 тг 850315399904', person],
  ['850315399904 8 701 123 45 67 35000₸', person],
  ['7 700 000 000 тг', message({})],
  ['7700000000 ₸', message({})],
  ['', message({})],
  ['привет, сколько стоит страховка на Camry 2018?', message({})],
  ['Абая 150 кв 12, дом 100', message({})],
  ['123 км 10 мин', message({})],
  ['123 авс 02', onePlate('123ABC02')],
  ['номер 777 КМН 17', onePlate('777KMH17')],
  ['А 123 ВЕК', onePlate('A123BEK')],
  ['а123век', onePlate('A123BEK')],
  ['KZ123ABC02', onePlate('123ABC02')],
  ['123 ABC 02 KZ', onePlate('123ABC02')],
  ['12АВ02', onePlate('12AB02')],
  ['госномер123АВС02', onePlate('123ABC02')],
  ['техпаспорт12345678', message({})],
  ['123 ҮАТ 02', onePlate('123YAT02')],
  ['объём 1600CC, год 2018', message({})],
  ['ВМ 12345678', onePassport('BM12345678')],
  ['серия АВ № 12345678', onePassport('AB12345678')],
  ['от 12052020', message({})],
  ['выдан 12.05.2020', message({})],
  ['права AB123456 12.05.2020', message({})],
  ['VIN XTA210990Y2712345', message({})],
  ['счёт KZ86125KZT5004100100', message({})],
  ['карта 4400 4302 1234 5678 9', message({})],
  ['4111 1111 1111 1111', message({})],
  ['пишите на Aigul.S@Mail.kz', message({ email: 'aigul.s@mail.kz' })],
  ['https://example.kz/850315399904', message({})],
])('%j', (text, expected) => {
  const { unread: _, ...read } = readClientMessage(text)
  const { unread: __, ...wanted } = expected
  expect(read).toEqual(wanted)
})

test('a number that is mistyped, an organisation and a foreign phone are told, not used', () => {
  const bin = '120140001237'
  const digit = checkDigitOf(bin.slice(0, 11))
  expect(readClientMessage('ИИН 850315399905').unread).toEqual([
    { text: '850315399905', fault: 'iin_digit' },
  ])
  expect(readClientMessage(`БИН ${bin.slice(0, 11)}${digit}`).unread).toEqual([
    { text: `${bin.slice(0, 11)}${digit}`, fault: 'bin' },
  ])
  const abroad = readClientMessage('+1 701 234 5678 850315399904')
  expect(abroad.people).toEqual([{ iin: a, phone: '' }])
  expect(abroad.unread).toEqual([{ text: '+1 701 234 5678', fault: null }])
  expect(readClientMessage('уд. 049123456').unread).toEqual([{ text: '049123456', fault: null }])
})

const other = '77772223344'
test.each([
  ['each with a phone', `${a} 87011234567\n${b} 87772223344`, [phone, other]],
  ['phones first', `87011234567 ${a}\n87772223344 ${b}`, [phone, other]],
  ['in two lists', `${a}\n${b}\n87011234567\n87772223344`, [phone, other]],
  ['one phone below', `${a}\n${b}\n87011234567`, [phone, '']],
  ['one phone beside the second', `${a}\n${b} 87011234567`, ['', phone]],
  ['who signs is said', `водитель ${b}\nстрахователь ${a}\n87011234567`, [phone, '']],
  ['who drives is said', `Жүргізуші: ${b}, сақтанушы: ${a}, тел 87011234567`, [phone, '']],
  ['the sender is the client', `[12:30, 27.11.2026] +7 701 123 45 67: ${a} и ${b}`, [phone, '']],
])('several people: %s', (_, text, phones) => {
  expect(readClientMessage(text).people).toEqual([
    { iin: a, phone: phones[0] },
    { iin: b, phone: phones[1] },
  ])
})

test.each([
  '123ABC02 AB12345678 456DEH05 CD87654321',
  'AB12345678 123ABC02\nCD87654321 456DEH05',
  '123ABC02\n456DEH05\nAB12345678\nCD87654321',
  '1) 123 ABC 02, AB 12345678\n2) 456 DEH 05, CD 87654321',
])('two cars: %j', (text) => {
  expect(readClientMessage(text).cars).toEqual([
    car,
    { plate: '456DEH05', techPassport: 'CD87654321' },
  ])
})

test.each([
  ['A1234', []],
  ['AB1234', []],
  ['тп AB1234', []],
  ['ТП AB1234567', []],
  ['123ABC0', []],
  ['госномер AB1234', [{ plate: 'AB1234', techPassport: '' }]],
  ['ГОСНОМЕР123ABC02', [{ plate: '123ABC02', techPassport: '' }]],
  ['госномер12ABC02', [{ plate: '12ABC02', techPassport: '' }]],
  ['ГНH123ABC', [{ plate: 'H123ABC', techPassport: '' }]],
  ['ТПAB12345678', [{ plate: '', techPassport: 'AB12345678' }]],
  ['ТПКМ12345678', [{ plate: '', techPassport: 'KM12345678' }]],
  ['СТСАВ12345678 ГРНЗ123ABC02', [{ plate: '123ABC02', techPassport: 'AB12345678' }]],
  ['TP12345678', [{ plate: '', techPassport: 'TP12345678' }]],
])('%j: a number is taken whole or not at all, whatever word is written onto it', (text, cars) => {
  expect(readClientMessage(text).cars).toEqual(cars)
})
