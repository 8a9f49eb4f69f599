import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { type Limits, promoterLimits, smallestVariant, variants } from './limits.ts'
import { checkShape, insuredIins, type SaleShape } from './shape.ts'

const today = '2026-11-20'
const sale = (over: Partial<SaleShape> = {}): SaleShape => ({
  insurant: { iin: '850315399904', phone: '+7 (701) 123 45 67', willDrive: true },
  drivers: [{ iin: '920611399904', driverLicenseNumber: 'AB 123456' }],
  vehicles: [{ registrationNumber: '123 ABC 02', techPassport: 'AB12345678' }],
  order: { dateStart: '2026-11-21', period: 12 },
  ...over,
})
const found = (over: Partial<SaleShape>, limits: Limits = variants.d10c10) =>
  checkShape(sale(over), today, limits).map(({ path, message }) => `${path} ${message}`)
const car = (registrationNumber: string, techPassport: string) => ({
  registrationNumber,
  techPassport,
})

test('a sale of the right shape has nothing wrong', () => {
  expect(found({})).toEqual([])
})

test('an IIN twice is wrong at its second place', () => {
  spec('5.duplicate-iin-rejected')

  expect(found({ drivers: [{ iin: '920611399904' }, { iin: '920611 399904' }] })).toEqual([
    'drivers.1.iin iin_repeated',
  ])
})

test("the policyholder's own row is no duplicate, and alone they are one driver", () => {
  expect(found({ drivers: [{ iin: '850315399904' }] }, variants.d1c1)).toEqual([])
  expect(found({ drivers: [] }, variants.d1c1)).toEqual([])
  expect(
    insuredIins(sale({ drivers: [{ iin: '850315399904' }, { iin: '920611399904' }] })),
  ).toEqual(['850315399904', '920611399904'])
})

test('at least one driver and one car are needed', () => {
  spec('5.least-one-car-one')

  const policyholder = { iin: '850315399904', phone: '77011234567', willDrive: false }
  expect(found({ insurant: policyholder, drivers: [], vehicles: [] })).toEqual([
    'drivers no_drivers',
    'vehicles no_cars',
  ])
})

test('the limits of the variant count the driving policyholder', () => {
  expect(found({}, variants.d1c1)).toEqual(['drivers too_many_drivers'])
  const vehicles = [car('123ABC02', 'AB12345678'), car('124ABC02', 'AB12345679')]
  expect(found({ vehicles }, variants.d5c1)).toEqual(['vehicles too_many_cars'])
})

test('the same car is found through Cyrillic letters, and by its technical passport', () => {
  spec('5.duplicate-car-rejected')

  expect(
    found({ vehicles: [car('123ABC02', 'AB12345678'), car('123 авс 02', 'AB12345679')] }),
  ).toEqual(['vehicles.1.registrationNumber plate_repeated'])
  expect(
    found({ vehicles: [car('123ABC02', 'AB12345678'), car('124ABC02', 'ав12345678')] }),
  ).toEqual(['vehicles.1.techPassport tech_passport_repeated'])
})

test('wrong numbers are told all at once, each at its place', () => {
  const facts = {
    insurant: { iin: '850315399905', phone: '123', willDrive: true },
    drivers: [{ iin: '1', driverLicenseNumber: '??' }],
    vehicles: [car('?', '1')],
    order: { dateStart: '2026-11-20', period: 5, seasonal: true },
  }
  expect(found(facts)).toEqual([
    'insurant.iin iin_invalid',
    'insurant.phone phone_invalid',
    'drivers.0.iin iin_invalid',
    'drivers.0.driverLicenseNumber licence_invalid',
    'vehicles.0.registrationNumber plate_invalid',
    'vehicles.0.techPassport tech_passport_invalid',
    'order.dateStart start_too_early',
    'order.period months_not_allowed',
  ])
})

test('nobody is older than anybody has been', () => {
  const born = (iin: string) => found({ insurant: { iin, phone: '77010000001', willDrive: true } })
  expect(born('900101100014')).toEqual(['insurant.iin iin_too_old'])
  expect(
    found({ drivers: [{ iin: '900101100014' }] }).filter((line) => line.startsWith('drivers')),
  ).toEqual(['drivers.0.iin iin_too_old'])
  expect(born('900101399908')).toEqual([])
})

test.each([
  [1, 1, 'd1c1'],
  [2, 1, 'd5c1'],
  [6, 1, 'd10c1'],
  [1, 2, 'd1c10'],
  [2, 2, 'd10c10'],
  [11, 1, null],
  [1, 11, null],
])('%i drivers and %i cars need the variant %s', (drivers, cars, variant) => {
  spec('5.driver-limits-1-5', '9.driver-limits-public', '9.car-limits-public')

  expect(smallestVariant(drivers, cars)).toBe(variant)
})

test('the promoter portal allows 15 cars and 15 drivers', () => {
  spec('5.promoter-limits-15-15', '9.promoter-limits')

  expect(promoterLimits).toEqual({ drivers: 15, cars: 15 })
})
