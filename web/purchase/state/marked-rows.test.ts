import { describe, expect, test } from 'vitest'
import { buyer, other, play, third, withCar, withDriver } from '#tests/purchase-state.ts'
import { failed, finalIn, mendable } from './failure.ts'
import { reduce } from './reduce.ts'
import { fieldOf, inputsKey } from './wire.ts'

describe('an answer marks the rows it is about', () => {
  const state = play([withCar, ...withDriver])
  const refused = (code: number, data: Record<string, unknown>) => ({
    kind: 'refused' as const,
    code,
    message: 'first',
    data,
  })

  test('every finding, each at its row', () => {
    const apiError = refused(12008, {
      driver_iin: other,
      findings: [
        { code: 12008, message: 'young', driver_iin: other },
        { code: 12001, message: 'papers', driver_iin: buyer.iin },
        { code: 14008, message: 'car', registration_number: '123ABC02' },
      ],
    })
    expect(failed(state, apiError)).toMatchObject({
      formError: null,
      errors: [
        { field: 'driver-d1-iin', message: 'young' },
        { field: 'policyholder', message: 'papers' },
        { field: 'car-c1-plate', message: 'car' },
      ],
    })
  })

  test.each([
    [refused(14003, { driver_iin: other, reason: 'rejected' }), 'driver-d1-consent'],
    [refused(12006, { driver_iin: other }), 'driver-d1-iin'],
    [refused(14002, { driver_iin: buyer.iin }), 'policyholder'],
    [refused(14009, { registration_number: '123ABC02' }), 'car-c1-plate'],
    [refused(12008, { driver_iin: third }), null],
  ])('%j stands at %s', (apiError, field) => {
    expect(failed(state, apiError).errors[0]?.field ?? null).toBe(field)
  })

  test('what nobody can mend in the form is told once, and marks its row', () => {
    const apiError = refused(12004, {
      driver_iin: other,
      findings: [{ code: 12004, message: 'listed', driver_iin: other }],
    })
    const after = failed(state, apiError)
    expect(after.errors).toEqual([{ field: 'driver-d1-iin', message: 'listed' }])
    expect(mendable(after)).toEqual([])
    expect(finalIn(after)).toBe(after.drivers[0]?.refused)
    expect(finalIn(after)).toMatchObject({ code: 12004 })
  })

  test('a refusal that names nobody is one trouble for all', () => {
    expect(failed(state, refused(5, { reason: 'bad' }))).toMatchObject({
      errors: [],
      formError: { code: 5, reason: 'bad', message: 'first' },
    })
  })

  test('a renewal asked too early says the first possible day', () => {
    expect(failed(state, refused(14016, { firstDay: '2027-08-24' })).formError).toMatchObject({
      code: 14016,
      day: '2027-08-24',
    })
  })

  test.each([
    ['drivers.0.iin', 'driver-d1-iin'],
    ['drivers.0.experienceOver2Years', 'driver-d1-experience'],
    ['vehicles.0.registrationNumber', 'car-c1-plate'],
    ['vehicles.0.techPassport', 'car-c1-techPassport'],
    ['vehicles', 'add-car'],
    ['order.dateStart', 'start'],
    ['order.period', 'months'],
    ['insurant.phone', 'policyholder'],
    ['pay.phone', 'payPhone'],
  ])('a 422 at %s is the field %s', (path, field) => {
    expect(fieldOf(path, state)).toBe(field)
  })

  test.each(['offline', 'timeout', 'unavailable', 'server'] as const)(
    '%s loses nothing that was filled in',
    (kind) => {
      const after = reduce(state, { type: 'failed', apiError: { kind, message: '' } })
      expect(after.formError?.kind).toBe(kind)
      expect(inputsKey(after)).toBe(inputsKey(state))
    },
  )
})
