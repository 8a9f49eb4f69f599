import { describe, expect, test } from 'vitest'
import { begin, newId, play, second, today, whole } from '#tests/portal-sale-state.ts'
import { carQuestion } from '../../../sale/model/look-up.ts'
import type { PersonFound } from '../../../sale/model/sale.ts'
import { priceDue } from '../use-sale.ts'
import { filled } from './from-message.ts'
import { reduce } from './reduce.ts'
import { policyholderQuestion } from './row-facts.ts'
import type { Calculation, State } from './state.ts'
import { inputsKey, isFresh } from './wire.ts'

const person: PersonFound = { iin: '', name: 'Айгүл', experienceYears: 5, experienceAsked: false }

/** Every register has answered. */
function answered(state: State, found: Partial<PersonFound> = {}): State {
  const question = policyholderQuestion(state.policyholder)
  const own = { ...person, iin: state.policyholder.iin, ...found }
  const [car] = state.cars
  const asked = reduce(state, {
    type: 'policyholder-looked',
    lookup: { kind: 'busy', question },
  })
  const known = reduce(asked, {
    type: 'policyholder-looked',
    lookup: { kind: 'found', question, found: own },
  })
  if (!car) return known
  const busy = { kind: 'busy' as const, question: carQuestion(car) }
  const looked = reduce(known, { type: 'car-looked', id: car.id, lookup: busy })
  return reduce(looked, {
    type: 'car-looked',
    id: car.id,
    lookup: {
      kind: 'found',
      question: carQuestion(car),
      found: { name: 'Samal 3', year: 2022, vehicle: null },
    },
  })
}

describe('the price that comes without a press', () => {
  test('is due once every field is whole and every register has answered', () => {
    expect(priceDue(begin(), today)).toBeNull()
    expect(priceDue(whole(), today)).toBeNull()
    const state = answered(whole())
    expect(priceDue(state, today)).toBe(inputsKey(state))
    const priced = reduce(state, {
      type: 'quoted',
      key: inputsKey(state),
      calculation: { calculationId: 'q' } as Calculation,
    })
    expect(priceDue(priced, today)).toBeNull()
  })

  test('waits for what only people know, and for what stands against somebody', () => {
    expect(priceDue(answered(whole(), { experienceAsked: true }), today)).toBeNull()
    const findings = [{ code: 14006, message: 'wrong' }] as PersonFound['findings']
    expect(priceDue(answered(whole(), { findings }), today)).toBeNull()
    const asked = reduce(answered(whole()), { type: 'set', patch: { consentRequired: true } })
    expect(priceDue(asked, today)).toBeNull()
    const agreed = reduce(asked, {
      type: 'policyholder',
      patch: { consent: { kind: 'approved' } },
    })
    expect(priceDue(agreed, today)).toBe(inputsKey(agreed))
  })

  test('a price made without the consents by 1414 does not stand once they are asked for', () => {
    const state = answered(whole())
    const priced = reduce(state, {
      type: 'quoted',
      key: inputsKey(state),
      calculation: { calculationId: 'q' } as Calculation,
    })
    expect(isFresh(priced)).toBe(true)
    expect(isFresh(reduce(priced, { type: 'set', patch: { consentRequired: true } }))).toBe(false)
  })
})

describe('a sheet filled from a message', () => {
  const car = { plate: '549EBE02', techPassport: 'AZ90000012' }
  const taken = (more: object) => ({ people: [], cars: [], email: '', ...more })

  test('the first signs, the others drive, each into a row of their own', () => {
    const people = [
      { iin: '850315399904', phone: '77010000001' },
      { iin: second, phone: '' },
    ]
    const state = filled(begin(), taken({ people, cars: [car] }), newId)
    expect(state.policyholder).toMatchObject({ iin: '850315399904', phone: '77010000001' })
    expect(state.drivers.map(({ iin }) => iin)).toEqual([second])
    expect(state.cars).toMatchObject([car])
    expect(state.round).toBe(begin().round + 1)
    // Pasting twice changes nothing.
    const again = filled(state, taken({ people, cars: [car] }), newId)
    expect([again.drivers.length, again.cars.length]).toEqual([1, 1])
  })

  test('what was not taken stays, and so does nobody’s consent', () => {
    const agreed = reduce(whole(), {
      type: 'policyholder',
      patch: { consent: { kind: 'approved' } },
    })
    const before = agreed.policyholder
    const phone = filled(agreed, taken({ people: [{ iin: '', phone: '77010000009' }] }), newId)
    expect(phone.policyholder).toMatchObject({ iin: before.iin, phone: '77010000009' })
    const other = filled(agreed, taken({ people: [{ iin: second, phone: '' }] }), newId)
    expect(other.policyholder).toMatchObject({ iin: second, consent: { kind: 'none' } })
  })

  test('a car that fits no row gets its own', () => {
    const [first] = whole().cars
    const state = filled(whole(), taken({ cars: [car] }), newId)
    expect(state.cars.map(({ plate }) => plate)).toEqual([first?.plate, car.plate])
    const known = filled(play([]), taken({ cars: [{ plate: car.plate, techPassport: '' }] }), newId)
    expect(
      filled(known, taken({ cars: [{ plate: '', techPassport: car.techPassport }] }), newId).cars,
    ).toMatchObject([car])
  })
})
