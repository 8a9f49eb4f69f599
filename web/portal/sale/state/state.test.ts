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
import type { Action } from './actions.ts'
import type { PersonFound } from './answers.ts'
import { emptyCar } from './initial.ts'
import { reduce } from './reduce.ts'
import type { State } from './state.ts'

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

describe('a new sale', () => {
  test('is for a year from tomorrow, up to 15 drivers and 15 cars, the policyholder at the wheel', () => {
    expect(begin()).toMatchObject({
      policyholderWillDrive: true,
      limitForInsuredCars: 15,
      limitForInsuredDrivers: 15,
      drivers: {},
      policyPeriod: 12,
      policyStartDate: '2026-11-22',
      seasonalAgreement: false,
      totalPrice: null,
      orderId: null,
      prolong: false,
      reissue: false,
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
    expect(Object.keys(state.drivers)).toEqual(ids.slice(0, 15))
    expect(state.cars).toHaveLength(15)
  })

  test('the seasonal agreement opens six months, and without it the year is back', () => {
    spec('3.4.seasonalagreement-policyperiod-policystartdate')

    const seasonal = reduce(begin(), { type: 'term', patch: { seasonalAgreement: true } })
    expect(seasonal.policyPeriod).toBe(6)
    expect(
      reduce(seasonal, { type: 'term', patch: { seasonalAgreement: false } }).policyPeriod,
    ).toBe(12)
  })
})

describe('rows', () => {
  test('a row that is added or typed in leaves every other row the very same object', () => {
    const before = play([...typed('a', second), ...typed('b', third)])
    const added = reduce(before, { type: 'driver-added', id: 'c' })
    expect(added.drivers.a).toBe(before.drivers.a)
    expect(added.drivers.b).toBe(before.drivers.b)
    const changed = reduce(added, { type: 'driver', id: 'c', patch: { iin: '58021' } })
    expect(changed.drivers.a).toBe(before.drivers.a)
    const car = reduce(changed, { type: 'car-added', id: 'z' })
    expect(reduce(car, { type: 'car', id: 'z', patch: { number: '777KK01' } }).cars[0]).toBe(
      car.cars[0],
    )
  })

  test('a phone typed before the IIN stands, and what the fields still show is what is sent', () => {
    const phone = '+77010000019'
    const state = play([
      { type: 'policyholder', patch: { phone: '+77010000001' } },
      { type: 'policyholder', patch: { iin: policyholder } },
      { type: 'driver-added', id: 'a' },
      { type: 'driver', id: 'a', patch: { phone, privilege: true } },
      { type: 'driver', id: 'a', patch: { iin: second } },
      { type: 'driver', id: 'a', patch: { experienced: true } },
    ])
    expect(state.policyholder).toMatchObject({ phone: '+77010000001' })
    expect(state.drivers.a).toMatchObject({ phone, privilege: false })
    const other = reduce(state, { type: 'driver', id: 'a', patch: { iin: third } })
    expect(other.drivers.a).toMatchObject({ phone, experienced: null, name: '' })
  })

  test('the second of two equal IINs is marked, and only while they are equal', () => {
    const state = play([...typed('a', second), ...typed('b', second)])
    expect([state.drivers.a?.repeatedIin, state.drivers.b?.repeatedIin]).toEqual([false, true])
    expect(reduce(state, { type: 'driver-removed', id: 'a' }).drivers.b?.repeatedIin).toBe(false)
  })

  test('a repeated plate and a repeated passport are marked apart', () => {
    spec('3.4.cars-list-number-techpassport')

    const state = play([
      { type: 'car-added', id: 'x' },
      { type: 'car', id: 'x', patch: { number: '123ABC02', techPassport: 'AB12345678' } },
      { type: 'car-added', id: 'y' },
      { type: 'car', id: 'y', patch: { number: '123ABC02', techPassport: 'CD12345678' } },
    ])
    expect(state.cars.at(-1)).toMatchObject({
      number: { repeated: true },
      techPassport: { repeated: false },
      privilege: false,
    })
  })

  test('a number that is none says so once the technical passport has been tried, not before', () => {
    spec('3.4.cars-list-number-techpassport')
    const typed = (state: State, patch: { number?: string; techPassport?: string }): State =>
      reduce(state, { type: 'car', id: 'x', patch })
    const errors = (state: State) => {
      const { number, techPassport } = state.cars.at(-1) ?? emptyCar('')
      return [number.error, techPassport.error, techPassport.tried]
    }
    const begun = typed(play([{ type: 'car-added', id: 'x' }]), {
      number: '12',
      techPassport: 'AB1',
    })
    expect(errors(begun)).toEqual(['', '', false])
    const whole = typed(begun, { techPassport: 'AB12345678' })
    expect(errors(whole)).toEqual(['plate', '', true])
    expect(errors(typed(whole, { number: '123ABC02' }))).toEqual(['', '', true])
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
    expect(state.drivers.a).toMatchObject({ isPolicyholder: true, repeatedIin: false })
  })

  test('an answer for an IIN that no longer stands there is dropped', () => {
    const state = play([...typed('a', second), { type: 'driver', id: 'a', patch: { iin: third } }])
    expect(
      reduce(state, { type: 'driver-found', id: 'a', asked: second, found: clean }).drivers.a?.name,
    ).toBe('')
  })

  test.each([
    ['notResident', 12005],
    ['noLicense', 12006],
    ['noPersonCertificate', 12001],
    ['noEsbd', 12003],
    ['notFound', 14000],
  ] as const)('what the registers say sets %s and its words on that row alone', (flag, code) => {
    spec('3.4.drivers-map-iin-licensen')

    const found = { ...clean, [flag]: true, findings: [{ code, message: 'слова' }] }
    const state = play([
      ...typed('a', second),
      ...typed('b', third),
      { type: 'driver-asked', id: 'a' },
    ])
    const told = reduce(state, { type: 'driver-found', id: 'a', asked: second, found })
    expect(told.drivers.a).toMatchObject({
      [flag]: true,
      error: 'слова',
      spinner: false,
      name: 'Айгүл С.',
      experience: 8,
      licence: { number: 'AB123456', validTo: '2030-01-01' },
    })
    expect(told.drivers.b).toBe(state.drivers.b)
  })

  test('a phone that is not linked is said beside the phone', () => {
    spec('3.4.insurerdata-phone-email-iin')

    const state = play([
      { type: 'policyholder', patch: { iin: policyholder, phone: '77010000009' } },
    ])
    const told = reduce(state, {
      type: 'policyholder-found',
      asked: `${policyholder} 77010000009`,
      found: {
        ...clean,
        phoneNotLinked: true,
        findings: [{ code: 14002, message: 'не привязан' }],
      },
    })
    expect(told.policyholder.flags).toMatchObject({ phoneError: 'не привязан', error: '' })
  })

  test('a document typed by hand clears that person and asks again', () => {
    const refused = refuses(play(typed('a', second), whole()), 12002, {
      driver_iin: second,
      reason: 'document',
    })
    expect(refused.drivers.a).toMatchObject({ noEsbd: true, byDocument: true })
    expect(reduce(refused, { type: 'mended', iin: second }).drivers.a).toMatchObject({
      error: '',
      asked: '',
      noEsbd: false,
    })
  })

  test('where the register has answered, typing the document is not offered: it would change nothing', () => {
    for (const code of [12000, 12001, 12008])
      expect(
        refuses(play(typed('a', second), whole()), code, { driver_iin: second }).drivers.a
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
    expect(checked.policyholder).toMatchObject({ privilege: true, privilegeLocked: true })
    expect(checked.drivers.a).toMatchObject({ privilege: false, privilegeLocked: true })
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
