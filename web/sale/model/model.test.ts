import { describe, expect, test } from 'vitest'
import { newForm as newSheet } from '../../portal/sale/state/state.ts'
import { shapeProblems, saleIn as sheetIn } from '../../portal/sale/state/wire.ts'
import { newForm } from '../../purchase/state/state.ts'
import { variantFor } from '../../purchase/state/wire.ts'
import { placeOfPath, rowFieldId, rowFieldOf } from './place.ts'
import { blamedPlace } from './refusal.ts'
import { emptyCar, emptyDriver, type Sale } from './sale.ts'
import { bodyOf } from './wire.ts'

const today = '2026-11-21'
const [own, second] = ['850315399904', '880214399916'] as const
const car = { plate: '123ABC02', techPassport: 'AB12345678', owner: second }
const driver = { iin: second, experienced: true }

/** The same purchase, typed on the site and in the portal. */
const insurers = [{ code: 'sample' }]
const site = (): Sale => ({
  ...newForm({ iin: own, phone: '77010000001', email: null }, { today, insurers }, 'c'),
  drivers: [{ ...emptyDriver('d'), ...driver, privilege: 'confirmed' }],
  cars: [{ ...emptyCar('c'), ...car }],
})
const sheet = (): Sale => {
  const form = newSheet(today, () => 'c')
  const [empty] = form.cars
  if (!empty) throw new Error('a new sheet has one car')
  return sheetIn({
    ...form,
    policyholder: { ...form.policyholder, iin: own, phone: '77010000001' },
    term: { ...form.term, insurer: 'sample' },
    drivers: [{ ...emptyDriver('d'), ...driver, privilege: 'by_hand' }],
    cars: [{ ...empty, ...car }],
  })
}

test('a purchase is sent the same way by every view, but for what only the site offers', () => {
  const { variant, ...order } = bodyOf(site(), variantFor(site())).order
  expect(variant).toBe('d5c1')
  expect({ ...bodyOf(site()), order }).toEqual(bodyOf(sheet()))
  expect(bodyOf(sheet())).toEqual({
    drivers: [{ iin: second, privilege: true, experienceOver2Years: true }],
    vehicles: [{ registrationNumber: '123ABC02', techPassport: 'AB12345678', ownerIin: second }],
    insurant: { iin: own, phone: '77010000001', willDrive: true, privilege: false },
    order: { dateStart: '2026-11-22', period: 12, insurer: 'sample' },
  })
})

describe('every field that is sent', () => {
  const { insurant, drivers, vehicles, order } = bodyOf(site())
  const paths = [
    ...Object.keys(insurant).map((name) => ['policyholder', `insurant.${name}`]),
    ...Object.keys(drivers[0] ?? {}).map((name) => ['driver', `drivers.0.${name}`]),
    ...Object.keys(vehicles[0] ?? {}).map((name) => ['car', `vehicles.0.${name}`]),
    ...Object.keys(order)
      .filter((name) => !name.endsWith('GlobalId') && name !== 'variant')
      .map((name) => ['term', `order.${name}`]),
  ]
  test.each(paths)('of the %s is found again by its path %s', (where, path) => {
    expect(placeOfPath(path, site()).in).toBe(where)
  })

  test.each([
    ['phone', 14002],
    ['consent', 14003],
    ['experienced', 14030],
    ['iin', 12006],
  ])('%s of a driver is blamed by a refusal %i', (key, code) => {
    expect(blamedPlace({ code, iin: second, plate: null }, site())).toEqual({
      in: 'driver',
      id: 'd',
      key,
    })
  })

  test('has an element whose id leads back to it', () => {
    for (const [kind, row] of [
      ['driver', { iin: '', phone: '', experienced: null, privilege: '', consent: '' }],
      ['car', { plate: '', techPassport: '', owner: '' }],
    ] as const)
      for (const key of Object.keys(row))
        expect(rowFieldOf(rowFieldId(kind, 'a-b', key))).toEqual({ kind, id: 'a-b', key })
  })
})

test('nothing is wrong with a whole purchase; an empty number is asked for, a wrong one refused', () => {
  expect(shapeProblems(sheet(), today)).toEqual([])
  const sale = sheet()
  const broken = {
    ...sale,
    cars: sale.cars.map((row) => ({ ...row, plate: '', techPassport: 'A' })),
  }
  expect(shapeProblems(broken, today)).toEqual([
    { field: 'car-c-plate', key: 'required' },
    { field: 'car-c-techPassport', key: 'tech_passport_invalid' },
  ])
})

/** Row fields that are not sent, listed: every other field a user types must be. */
const unsent: Record<string, readonly string[]> = {
  policyholder: ['consent', 'email', 'lookup', 'phoneRefused', 'refused'],
  driver: ['consent', 'id', 'lookup', 'phone', 'refused'],
  car: ['id', 'lookup', 'refused', 'tried'],
  term: [],
}
const examples: Record<string, unknown> = { experienced: false, owner: own, privilege: 'off' }
const another = (key: string, value: unknown): unknown =>
  examples[key] ??
  (typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : 'x')

test.each<[string, keyof Sale]>([
  ['policyholder', 'policyholder'],
  ['driver', 'drivers'],
  ['car', 'cars'],
  ['term', 'term'],
])('every field of a %s is sent, or said to stay', (what, list) => {
  const begun = site()
  const sale: Sale = { ...begun, policyholder: { ...begun.policyholder, privilege: 'confirmed' } }
  const of = sale[list]
  const row: object = 'length' in of ? (of[0] ?? {}) : of
  const stays = Object.entries(row).filter(([key, value]) => {
    const typed = { ...row, [key]: another(key, value) }
    const changed = { ...sale, [list]: 'length' in of ? [typed] : typed } as Sale // the same keys
    return JSON.stringify(bodyOf(changed)) === JSON.stringify(bodyOf(sale))
  })
  expect(stays.map(([key]) => key).toSorted()).toEqual(unsent[what])
})
