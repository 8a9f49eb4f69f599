import { describe, expect, test } from 'vitest'
import {
  play,
  policyholder,
  refuses,
  said,
  second,
  third,
  typed,
  whole,
} from '#tests/portal-sale-state.ts'
import { spec } from '#tests/spec.ts'
import type { ApiError } from '../../../http/http.ts'
import { reduce } from './reduce.ts'
import { personFlags, type State } from './state.ts'

const fails = (state: State, apiError: ApiError): State =>
  reduce(state, { type: 'failed', apiError, said })

describe('behaviour on calculate failure', () => {
  const state = (): State => play(typed('a', second), whole())

  test('12009 is the location error NEAR_CON with the server’s message and the blocked modal', () => {
    spec(
      '3.4.location-error-state-code',
      '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
    )

    expect(refuses(state(), 12009, {}, 'Ближе 200 м').location).toEqual({
      code: 'NEAR_CON',
      message: 'Ближе 200 м',
      blocked: true,
    })
    const near = { distance: 87, radius: 200 }
    expect(refuses(state(), 12009, near, 'Ближе 200 м').location).toMatchObject({
      code: 'NEAR_CON',
      near,
    })
  })
  test('a position the server cannot use is the default location error with its message', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(refuses(state(), 14013, {}, 'Неточно').location).toEqual({
      code: 'default',
      message: 'Неточно',
      blocked: true,
    })
  })
  test('5 sets scoringError', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(refuses(state(), 5)).toMatchObject({ scoringError: 'код 5', noRequiredFieldsError: '' })
  })
  test.each([
    ['of the policyholder', { driver_iin: policyholder }],
    ['of nobody', {}],
  ])('12008 %s is the policyholder’s age', (_who, data) => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(personFlags(refuses(state(), 12008, data))).toMatchObject({
      policyholderAgeError: 'код 12008',
      driversAgeErrors: [],
    })
  })
  test('12008 of a driver adds that IIN to driversAgeErrors and marks the row', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = refuses(state(), 12008, { driver_iin: second })
    expect(personFlags(after)).toMatchObject({
      policyholderAgeError: '',
      driversAgeErrors: [second],
    })
    expect(after.drivers[0]?.refused?.message).toBe('код 12008')
  })
  test('12001 of the policyholder is insurerPersonCertificateError', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(personFlags(refuses(state(), 12001, { driver_iin: policyholder }))).toMatchObject({
      policyholderPersonCertificateError: 'код 12001',
    })
  })
  test('12001 of a driver marks that driver', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = refuses(state(), 12001, { driver_iin: second })
    expect(after.drivers[0]).toMatchObject({ refused: { code: 12001, message: 'код 12001' } })
    expect(personFlags(after).policyholderPersonCertificateError).toBe('')
  })
  test.each([12000, 12002, 12003, 12005, 12006, 12007, 12004])(
    '%i is noRequiredFieldsError, and beside it the words of whom it names',
    (code) => {
      spec(
        '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
        '8.5.any-other-exception-norequiredfieldserror',
      )

      const after = refuses(state(), code, { driver_iin: second })
      expect(after.noRequiredFieldsError).toBe(`код ${code}`)
      expect(after.drivers[0]).toMatchObject({ refused: { code, message: `код ${code}` } })
    },
  )
  test('every finding of one answer marks its own row, and a car is named by its plate', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = refuses(state(), 12006, {
      driver_iin: second,
      findings: [
        { code: 12006, iin: second, message: 'нет прав' },
        { code: 12005, iin: policyholder, message: 'нерезидент' },
        { code: 14008, plate: '123ABC02', message: 'не найден' },
      ],
    })
    expect(after.drivers[0]?.refused?.code).toBe(12006)
    expect(after.policyholder.refused).toMatchObject({ code: 12005, message: 'нерезидент' })
    expect(after.cars[0]?.refused?.message).toBe('не найден')
  })
  test.each([12010, 14001, 14006])(
    '%i, about nobody, is noRequiredFieldsError with the server’s message',
    (code) => {
      spec(
        '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
        '8.5.any-other-exception-norequiredfieldserror',
      )

      expect(refuses(state(), code)).toMatchObject({
        noRequiredFieldsError: `код ${code}`,
        busy: null,
      })
    },
  )
  test.each([
    [12010, ''],
    [14006, ''],
    [14001, 'key'],
  ])('after %i the button calculates anew or orders as before', (code, key) => {
    const calculation = {} as NonNullable<State['quote']>['calculation']
    const priced = { ...state(), quote: { key: 'key', calculation } }
    expect(refuses(priced, code).quote?.key).toBe(key)
  })
  test('HTTP 500 is the server error', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    expect(fails(state(), { kind: 'server', message: '' })).toMatchObject({
      serverError: true,
      noRequiredFieldsError: '',
    })
  })
  test.each<[string, ApiError, string]>([
    ['a timeout', { kind: 'timeout', message: '' }, said.nobody],
    ['no connection', { kind: 'offline', message: '' }, said.offline],
    ['an answer that is no JSON', { kind: 'server', message: '', unreadable: true }, said.nobody],
    ['a server that is away', { kind: 'unavailable', message: 'позже' }, 'позже'],
  ])('%s is noRequiredFieldsError', (_what, apiError, words) => {
    spec(
      '3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror',
      '8.5.any-other-exception-norequiredfieldserror',
    )

    expect(fails(state(), apiError)).toMatchObject({
      noRequiredFieldsError: words,
      serverError: false,
    })
  })
  test('a 422 is said beside the field it is about', () => {
    spec('3.4.scoringerror-insurerageerror-driversageerrors-insurerpersoncertificateerror')

    const after = fails(state(), {
      kind: 'invalid',
      message: '',
      errors: [{ path: 'drivers.0.iin', message: 'ИИН?' }],
    })
    expect(after.errors).toEqual([{ field: 'driver-a-iin', message: 'ИИН?' }])
    expect(reduce(after, { type: 'driver', id: 'a', patch: { iin: third } }).errors).toEqual([])
  })
})
