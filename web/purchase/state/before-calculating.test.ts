import { describe, expect, test } from 'vitest'
import { begin, keys, other, play, today, withCar, withDriver } from '#tests/purchase-state.ts'
import { spec } from '#tests/spec.ts'
import { emptyCar } from '../../sale/model/sale.ts'
import { estimateBody, firstFacts, problemsOfFacts } from '../price/estimate-facts.ts'
import { reduce } from './reduce.ts'
import { type Action, carLookup, type State } from './state.ts'
import { payProblems } from './wire.ts'

describe('before calculating', () => {
  test('an empty form says what is missing, a full one nothing', () => {
    expect(keys(begin())).toEqual(['car-c1-plate required', 'car-c1-techPassport required'])
    expect(keys(play([withCar]))).toEqual([])
  })

  test('a car that only its owner finds is mended at the owner, and what was wrong goes with another owner', () => {
    const failed = (reason: string, asks = '123ABC02 AB12345678'): Action => ({
      type: 'car',
      id: 'c1',
      patch: { lookup: { kind: 'failed', question: asks, code: 14008, reason, message: 'no' } },
    })
    const owned = (owner: string): Action => ({ type: 'car', id: 'c1', patch: { owner } })
    expect(keys(play([withCar, failed('owner')]))).toEqual(['car-c1-plate car_not_found'])
    expect(keys(play([withCar, owned('850315399903'), failed('owner')]))).toContain(
      'car-c1-owner owner',
    )
    // Neither an invalid owner's number nor deleting it queries the register.
    expect(play([withCar, failed('owner'), owned('850315399903'), owned('')]).cars).toMatchObject([
      { owner: '', lookup: { kind: 'failed' } },
    ])
    const refused = play([
      withCar,
      owned(other),
      failed('owner_consent', `123ABC02 AB12345678 ${other}`),
    ])
    expect(keys(refused)).toEqual(['car-c1-owner owner_consent'])
    const mark = { code: 14008, message: 'no', reason: null }
    const marked: State = {
      ...refused,
      errors: ['plate', 'owner'].map((part) => ({ field: `car-c1-${part}`, message: 'no' })),
      cars: [...refused.cars, emptyCar('c2')].map((car) => ({ ...car, refused: mark })),
    }
    const anew = reduce(marked, owned('180440099996'))
    expect(anew.cars.map((row) => carLookup(row).kind)).toEqual(['none', 'none'])
    expect(anew).toMatchObject({ errors: [], cars: [{ refused: null }, { refused: mark }] })
  })

  test('a driver needs a phone and their own consent', () => {
    spec('3.2.driver-iin-phone')

    const asked = play([withCar, ...withDriver])
    expect(keys(asked)).toEqual(['driver-d1-consent consent_needed'])
    expect(keys(reduce(asked, { type: 'driver', id: 'd1', patch: { phone: '+7701' } }))).toEqual([
      'driver-d1-phone phone',
    ])
    expect(
      keys(reduce(asked, { type: 'driver', id: 'd1', patch: { consent: { kind: 'approved' } } })),
    ).toEqual([])
  })

  test('the same IIN twice and the same car twice are named in the second row', () => {
    spec('2.2.calculator-vehicles')

    const twice = play([
      withCar,
      ...withDriver,
      { type: 'driver-added', id: 'd2' },
      { type: 'driver', id: 'd2', patch: { iin: other } },
      { type: 'car-added', id: 'c2' },
      { type: 'car', id: 'c2', patch: { plate: '123ABC02', techPassport: 'AB12345678' } },
    ])
    expect(keys(twice)).toContain('driver-d2-iin iin_repeated')
    expect(keys(twice)).toContain('car-c2-plate plate_repeated')
  })

  test('OGPO+ is agreed to by being added', () => {
    expect(keys(play([withCar, { type: 'term', patch: { ogpoPlus: true } }]))).toEqual([])
  })

  test('paying asks for a right address and phone, and for a tick only where the setting does', () => {
    spec('2.2.calculator-payment-email')

    const state = play([
      { type: 'policyholder', patch: { email: 'a@b' } },
      { type: 'set', patch: { payPhone: '701' } },
    ])
    expect(payProblems(state).map(({ field }) => field)).toEqual(['email', 'payPhone'])
    // No bill comes to a land line.
    const land = play([{ type: 'set', patch: { payPhone: '+7 (727) 123 45 67' } }])
    expect(payProblems(land)).toEqual([{ field: 'payPhone', key: 'mobile' }])
    const ready = play([{ type: 'set', patch: { pay: 'card', payPhone: '' } }])
    expect(payProblems(ready)).toEqual([])
    expect(payProblems(ready, { tick: true })).toEqual([{ field: 'agreed', key: 'accept_terms' }])
    expect(payProblems({ ...ready, agreed: true }, { tick: true })).toEqual([])
    // A reissue with nothing to pay has no bill to send.
    expect(payProblems({ ...ready, pay: 'mobile_bank' }, { free: true })).toEqual([])
  })
})

describe('the estimate', () => {
  test('counts the car’s age from the year and forgets the village in a republican city', () => {
    expect(
      estimateBody({ ...firstFacts, class: 'FIRST', settlement: 'OTHER' }, today),
    ).toMatchObject({
      settlement: 'CITY',
      vehicleAgeYears: 6,
      bonusMalus: { kind: 'FIRST', class: '3' },
    })
    expect(
      estimateBody({ ...firstFacts, region: 'ALMATY', settlement: 'OTHER', class: '7' }, today),
    ).toMatchObject({
      settlement: 'OTHER',
      bonusMalus: { kind: 'CLASS', class: '7' },
    })
  })

  test.each([
    [{ age: '15' }, { age: 'wrongAge' }],
    [{ age: '' }, { age: 'wrongAge' }],
    [{ age: '20', experience: '5' }, { experience: 'wrongExperience' }],
    [{ experience: 'x' }, { experience: 'wrongExperience' }],
    [{ year: '2029' }, { year: 'wrongYear' }],
    [{}, {}],
  ])('with %j says %j', (patch, problems) => {
    expect(problemsOfFacts({ ...firstFacts, ...patch }, today)).toEqual(problems)
  })
})
