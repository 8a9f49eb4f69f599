import { describe, expect, test } from 'vitest'
import {
  begin,
  play,
  policyholder,
  refuses,
  second,
  third,
  typed,
  whole,
} from '#tests/portal-sale-state.ts'
import { spec } from '#tests/spec.ts'
import { emptyCar } from '../../../sale/model/sale.ts'
import { isPolicyholder, isRepeated } from '../../../sale/rows.ts'
import { type Action, reduce } from './reduce.ts'
import { driverFacts, numbersWrong, policyholderFacts } from './row-facts.ts'
import type { PersonFound, State } from './state.ts'

const clean: PersonFound = {
  iin: second,
  name: 'Айгүл С.',
  resident: true,
  documentValid: true,
  driverLicenseNumber: 'AB123456',
  licenceValidTo: '2030-01-01',
  experienceYears: 8,
  experienceAsked: false,
  bonusMalusClass: '7',
  firstContract: false,
  notFound: false,
  notResident: false,
  noEsbd: false,
  noLicense: false,
  noPersonCertificate: false,
  underAge: false,
  phoneNotLinked: false,
  down: false,
  findings: [],
}

const looks = (id: string, question: string, found: PersonFound = clean): [Action, Action] => [
  { type: 'driver-looked', id, lookup: { kind: 'busy', question } },
  { type: 'driver-looked', id, lookup: { kind: 'found', question, found } },
]
const saidIn = ({ drivers }: State) => drivers[0] && driverFacts(drivers[0])

describe('a new sale', () => {
  test('is for a year from tomorrow, up to 15 drivers and 15 cars, the policyholder at the wheel', () => {
    expect(begin()).toMatchObject({
      policyholder: { willDrive: true },
      limitForInsuredCars: 15,
      limitForInsuredDrivers: 15,
      drivers: [],
      term: { months: 12, start: '2026-11-22', seasonal: false, prolong: null, reissue: null },
      quote: null,
      orderId: null,
      location: { code: null, message: '', blocked: false },
      activateCount: 0,
      driversCheckPrivilegeError: false,
    })
  })

  test('takes the fifteenth driver and car and no sixteenth', () => {
    spec('3.4.limitforinsuredcars-limitforinsureddrivers')

    const ids = Array.from({ length: 16 }, (_, n) => `n${n}`)
    const state = play(
      ids.flatMap((id): Action[] => [
        { type: 'driver-added', id },
        { type: 'car-added', id: `c${id}` },
      ]),
    )
    expect(state.drivers.map(({ id }) => id)).toEqual(ids.slice(0, 15))
    expect(state.cars).toHaveLength(15)
  })

  test('the seasonal agreement opens six months, and without it the year is back', () => {
    spec('3.4.seasonalagreement-policyperiod-policystartdate')

    const seasonal = reduce(begin(), { type: 'term', patch: { seasonal: true } })
    expect(seasonal.term.months).toBe(6)
    expect(reduce(seasonal, { type: 'term', patch: { seasonal: false } }).term.months).toBe(12)
  })
})

describe('rows', () => {
  test('a row that is added or typed in leaves every other row the very same object', () => {
    const before = play([...typed('a', second), ...typed('b', third)])
    const added = reduce(before, { type: 'driver-added', id: 'c' })
    expect(added.drivers[0]).toBe(before.drivers[0])
    expect(added.drivers[1]).toBe(before.drivers[1])
    const changed = reduce(added, { type: 'driver', id: 'c', patch: { iin: '58021' } })
    expect(changed.drivers[0]).toBe(before.drivers[0])
    const car = reduce(changed, { type: 'car-added', id: 'z' })
    expect(reduce(car, { type: 'car', id: 'z', patch: { plate: '777KK01' } }).cars[0]).toBe(
      car.cars[0],
    )
  })

  test('a phone typed before the IIN stands, and what the fields still show is what is sent', () => {
    const phone = '+77010000019'
    const state = play([
      { type: 'policyholder', patch: { phone: '+77010000001' } },
      { type: 'policyholder', patch: { iin: policyholder } },
      { type: 'driver-added', id: 'a' },
      { type: 'driver', id: 'a', patch: { phone, privilege: 'by_hand' } },
      { type: 'driver', id: 'a', patch: { iin: second } },
      { type: 'driver', id: 'a', patch: { experienced: true } },
    ])
    expect(state.policyholder).toMatchObject({ phone: '+77010000001' })
    expect(state.drivers[0]).toMatchObject({ phone, privilege: 'off' })
    const other = reduce(state, { type: 'driver', id: 'a', patch: { iin: third } })
    expect(other.drivers[0]).toMatchObject({ phone, experienced: null })
  })

  test('the second of two equal IINs is marked, and only while they are equal', () => {
    const state = play([...typed('a', second), ...typed('b', second)])
    const repeated = ({ drivers }: State): boolean[] => {
      return drivers.map((row) => isRepeated(drivers, row, 'iin'))
    }
    expect(repeated(state)).toEqual([false, true])
    expect(repeated(reduce(state, { type: 'driver-removed', id: 'a' }))).toEqual([false])
  })

  test('a repeated plate and a repeated passport are marked apart', () => {
    spec('3.4.cars-list-number-techpassport')

    const state = play([
      { type: 'car-added', id: 'x' },
      { type: 'car', id: 'x', patch: { plate: '123ABC02', techPassport: 'AB12345678' } },
      { type: 'car-added', id: 'y' },
      { type: 'car', id: 'y', patch: { plate: '123ABC02', techPassport: 'CD12345678' } },
    ])
    const { cars } = state
    expect(cars.map((car) => isRepeated(cars, car, 'plate'))).toEqual([false, false, true])
    expect(cars.map((car) => isRepeated(cars, car, 'techPassport'))).toEqual([false, false, false])
  })

  test('a number that is none says so once the technical passport has been tried, not before', () => {
    spec('3.4.cars-list-number-techpassport')
    const typed = (state: State, patch: { plate?: string; techPassport?: string }): State =>
      reduce(state, { type: 'car', id: 'x', patch })
    const errors = (state: State) => {
      const car = state.cars.at(-1) ?? emptyCar('')
      const { plate, techPassport } = numbersWrong(car)
      return [plate, techPassport, car.tried]
    }
    const begun = typed(play([{ type: 'car-added', id: 'x' }]), {
      plate: '12',
      techPassport: 'AB1',
    })
    expect(errors(begun)).toEqual(['', '', false])
    const whole = typed(begun, { techPassport: 'AB12345678' })
    expect(errors(whole)).toEqual(['plate', '', true])
    expect(errors(typed(whole, { plate: '123ABC02' }))).toEqual(['', '', true])
    expect(errors(typed(whole, { techPassport: 'AB1234567' }))).toEqual([
      'plate',
      'tech_passport',
      true,
    ])
    expect(errors(typed(whole, { techPassport: '' }))).toEqual(['', '', false])
  })

  test('the row of the policyholder is known as such and is no repetition', () => {
    const state = play([
      { type: 'policyholder', patch: { iin: policyholder } },
      ...typed('a', policyholder),
    ])
    expect(state.drivers[0] && isPolicyholder(state.drivers[0], state)).toBe(true)
  })

  test('an answer for an IIN that no longer stands there is dropped', () => {
    const state = play([
      ...typed('a', second),
      ...looks('a', second, clean),
      { type: 'driver', id: 'a', patch: { iin: third } },
    ])
    expect(saidIn(state)).toMatchObject({ name: '', error: '', asking: false })
    // An answer that arrives after the next query changes nothing.
    const [asks, answers] = looks('a', second, clean)
    const overtaken = play([asks, ...looks('a', third).slice(0, 1), answers], state)
    expect(saidIn(overtaken)).toMatchObject({ name: '', asking: true })
    // Typed back, it is found without another query.
    const back = reduce(state, { type: 'driver', id: 'a', patch: { iin: second } })
    expect(saidIn(back)).toMatchObject({ name: 'Айгүл С.', asking: false })
  })

  test.each([12005, 12006, 12001, 12003, 14000])(
    'what the registers say, %i, stands in words on that row alone',
    (code) => {
      spec('3.4.drivers-map-iin-licensen')

      const found = { ...clean, findings: [{ code, message: 'слова' }] }
      const state = play([...typed('a', second), ...typed('b', third)])
      const told = play(looks('a', second, found), state)
      expect(saidIn(told)).toMatchObject({
        code,
        error: 'слова',
        asking: false,
        name: 'Айгүл С.',
        experience: 8,
        licence: { number: 'AB123456', validTo: '2030-01-01' },
      })
      expect(told.drivers[1]).toBe(state.drivers[1])
    },
  )

  test('a phone that is not linked is said beside the phone', () => {
    spec('3.4.insurerdata-phone-email-iin')

    const state = play([
      { type: 'policyholder', patch: { iin: policyholder, phone: '77010000009' } },
    ])
    const question = `${policyholder} 77010000009`
    const found = {
      ...clean,
      iin: policyholder,
      findings: [{ code: 14002, message: 'не привязан' }],
    }
    const told = play(
      [
        { type: 'policyholder-looked', lookup: { kind: 'busy', question } },
        { type: 'policyholder-looked', lookup: { kind: 'found', question, found } },
      ],
      state,
    )
    expect(policyholderFacts(told.policyholder)).toMatchObject({
      phoneError: 'не привязан',
      error: '',
    })
    // Another phone is another query; the name stays readable.
    const other = reduce(told, { type: 'policyholder', patch: { phone: '77010000008' } })
    expect(policyholderFacts(other.policyholder)).toMatchObject({
      phoneError: '',
      name: 'Айгүл С.',
    })
  })

  test('a document typed by hand clears that person and asks again', () => {
    const refused = refuses(play(typed('a', second), whole()), 12002, {
      driver_iin: second,
      reason: 'document',
    })
    expect(saidIn(refused)).toMatchObject({ code: 12002, byDocument: true })
    expect(reduce(refused, { type: 'mended', iin: second }).drivers[0]).toMatchObject({
      refused: null,
      lookup: { kind: 'none' },
    })
  })

  test('where the register has answered, typing the document is not offered: it would change nothing', () => {
    for (const code of [12000, 12001, 12008])
      expect(
        saidIn(refuses(play(typed('a', second), whole()), code, { driver_iin: second }))
          ?.byDocument,
      ).toBe(false)
  })
})

describe('the privilege check', () => {
  test('sets the policyholder’s flag and the driver’s, and locks them', () => {
    const state = play([
      { type: 'policyholder', patch: { iin: policyholder } },
      ...typed('a', second),
    ])
    const checked = play(
      [
        { type: 'privilege', iin: policyholder, hasPrivilege: true },
        { type: 'privilege', iin: second, hasPrivilege: false },
      ],
      state,
    )
    expect(checked.policyholder).toMatchObject({ privilege: 'confirmed' })
    expect(checked.drivers[0]).toMatchObject({ privilege: 'not_confirmed' })
  })

  test('a check that fails sets driversCheckPrivilegeError until it is tried again', () => {
    const failed = reduce(begin(), { type: 'privilege-failed' })
    expect(failed.driversCheckPrivilegeError).toBe(true)
    expect(reduce(failed, { type: 'privilege-again' }).driversCheckPrivilegeError).toBe(false)
  })

  test('a benefit nobody may tell yet is no failed check: the promoter marks it', () => {
    const withheld = reduce(begin(), { type: 'privilege-withheld' })
    expect(withheld).toMatchObject({ privilegeWithheld: true, driversCheckPrivilegeError: false })
  })
})

test('a consent that comes late does not become that of the person typed meanwhile', () => {
  const phone = '77010000002'
  const approved = { phone, consent: { kind: 'approved' } } as const
  const rows = play([...typed('a', second), { type: 'driver', id: 'a', patch: { phone } }], whole())
  const answered = (iin: string) =>
    play([{ type: 'consent', of: 'a', iin, ...approved }], rows).drivers[0]?.consent.kind
  expect(answered(second)).toBe('approved')
  expect(answered(third)).toBe('none')
  const own = { type: 'consent', of: null, ...approved, phone: '77010000001' } as const
  const held = (iin: string) => play([{ ...own, iin }], whole()).policyholder.consent.kind
  expect(held(policyholder)).toBe('approved')
  expect(held(third)).toBe('none')
})
