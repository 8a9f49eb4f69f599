import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EuroprotocolFacts } from './europrotocol.ts'
import { europrotocol } from './europrotocol.ts'

const mrp = 4_325
const met: EuroprotocolFacts = {
  happenedOn: '2026-11-23',
  vehicles: 2,
  injured: false,
  otherProperty: false,
  agreed: true,
  ownInsured: true,
  otherInsured: true,
  estimate: 200_000,
  limitTaken: false,
}

test.each<[what: string, facts: Partial<EuroprotocolFacts>, verdict: string, fails: string[]]>([
  ['all conditions, 22-2 § 1', {}, 'possible', []],
  ['one car alone, 22-2 § 1 (1)', { vehicles: 1 }, 'impossible', ['two_vehicles']],
  ['three cars, 22-2 § 1 (1)', { vehicles: 3 }, 'impossible', ['two_vehicles']],
  ['somebody hurt, 22-2 § 1', { injured: true }, 'impossible', ['nobody_hurt']],
  ['a fence too, 22-2 § 1 (2)', { otherProperty: true }, 'impossible', ['only_vehicles']],
  ['they do not agree, 22-2 § 1 (3)', { agreed: false }, 'impossible', ['no_dispute']],
  ['the other has no policy', { otherInsured: false }, 'impossible', ['both_insured']],
  ['the policy had not begun', { ownInsured: false }, 'impossible', ['both_insured']],
  ['exactly 100 MRP', { estimate: 432_500 }, 'possible', []],
  ['a tenge more', { estimate: 432_501 }, 'impossible', ['within_sum']],
  [
    'more, and the limit is taken, 22-2 § 7',
    { estimate: 900_000, limitTaken: true },
    'possible',
    [],
  ],
  ['the base has not answered', { otherInsured: null }, 'unknown', []],
  ['nobody knows the price yet', { estimate: null }, 'unknown', []],
  [
    'no answer, and somebody hurt',
    { otherInsured: null, injured: true },
    'impossible',
    ['nobody_hurt'],
  ],
  ['the last day before the law', { happenedOn: '2023-12-31' }, 'impossible', ['in_force']],
  ['its first day', { happenedOn: '2024-01-01' }, 'possible', []],
])('%s', (_what, facts, verdict, fails) => {
  const told = europrotocol({ ...met, ...facts }, mrp)
  expect(told.verdict).toBe(verdict)
  expect(
    told.conditions.filter(({ answer }) => answer === 'no').map(({ condition }) => condition),
  ).toEqual(fails)
  expect(told.limit).toBe(432_500)
})

test.each<[what: string, facts: Partial<EuroprotocolFacts>, answer: string]>([
  ['at 50 MRP, 22-1', { estimate: 216_250 }, 'yes'],
  ['over 50 MRP', { estimate: 216_251 }, 'no'],
  ['three cars may', { vehicles: 3 }, 'yes'],
  ['not where somebody is hurt', { injured: true }, 'no'],
  ['not where they disagree', { agreed: false }, 'no'],
  ['nobody knows the price yet', { estimate: null }, 'unknown'],
])('the drivers draw the scheme themselves: %s', (_what, facts, answer) => {
  expect(europrotocol({ ...met, ...facts }, mrp).ownScheme).toBe(answer)
})

test('to learn one more thing never turns a clear answer', () => {
  const known = fc.constantFrom(true, false, null)
  fc.assert(
    fc.property(
      known,
      known,
      known,
      known,
      fc.constantFrom('injured', 'otherProperty', 'agreed', 'otherInsured'),
      fc.boolean(),
      (injured, otherProperty, agreed, otherInsured, which, fact) => {
        const facts = { ...met, injured, otherProperty, agreed, otherInsured }
        const before = europrotocol(facts, mrp).verdict
        if (facts[which] !== null || before === 'unknown') return true
        return europrotocol({ ...facts, [which]: fact }, mrp).verdict === before
      },
    ),
  )
})
