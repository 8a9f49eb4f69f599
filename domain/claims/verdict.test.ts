import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueOf, home, road, six, without } from '#tests/verdict-cases.ts'
import { addDays, type Day } from '../calendar.ts'
import { basisOf } from './basis.ts'
import { claimPapers, type Paper } from './papers.ts'
import { claimVerdict, type VerdictCase } from './verdict.ts'

test.each<[what: string, source: string, of: VerdictCase, missing: Paper[]]>([
  ['all six', '25 § 2', road(), []],
  ['no paper at all', '25 § 2', road({ papers: [] }), six],
  ['no front of the card', '25 § 2 (6)', road({ papers: without('id_front') }), ['id_front']],
  ['no back of the card', '25 § 2 (6)', road({ papers: without('id_back') }), ['id_back']],
  [
    'no card, the register confirmed it',
    '25 § 2: what a state system holds is not asked for',
    road({ papers: without('id_front', 'id_back'), facts: { identityConfirmed: true } }),
    [],
  ],
  [
    'no application',
    '25 § 1',
    road({ papers: without('claim_application') }),
    ['claim_application'],
  ],
  [
    'no bank details',
    '352-VIII: 25 § 1 since 2026-10-21',
    road({ papers: without('payment_application') }),
    ['payment_application'],
  ],
  [
    'no paper of the police',
    '25 § 2 (2)',
    road({ papers: without('event_document') }),
    ['event_document'],
  ],
  [
    'no photographs',
    '25 § 2 (2)',
    road({ papers: without('damage_document') }),
    ['damage_document'],
  ],
  ['somebody hurt', '25 § 2 (3)', road({ facts: { health: 'injury' } }), ['health_certificate']],
  [
    'disability of the first group',
    '25 § 2 (3)',
    road({ facts: { health: 'disability_1' } }),
    ['health_certificate', 'disability_certificate'],
  ],
  [
    'disability of the second group',
    '25 § 2 (3)',
    road({ facts: { health: 'disability_2' } }),
    ['health_certificate', 'disability_certificate'],
  ],
  [
    'disability of the third group',
    '25 § 2 (3)',
    road({ facts: { health: 'disability_3' } }),
    ['health_certificate', 'disability_certificate'],
  ],
  [
    'a child with a disability, the certificate there',
    '25 § 2 (3)',
    road({
      papers: [...six, 'health_certificate', 'disability_certificate'],
      facts: { health: 'disabled_child' },
    }),
    [],
  ],
  [
    'a death, an heir asks',
    '25 § 2 (4), (4-1)',
    road({ facts: { health: 'death', applicant: 'heir' } }),
    ['death_certificate', 'entitlement_document'],
  ],
  [
    'who compensated the victim asks',
    '25 § 2 (4-1), 25 § 4',
    road({ facts: { applicant: 'payer' } }),
    ['entitlement_document'],
  ],
  [
    'a firm asks',
    '25 § 2 (6)',
    road({ facts: { applicant: 'representative' } }),
    ['power_of_attorney'],
  ],
  [
    'money was spent to save what could be saved',
    '25 § 2 (7)',
    road({ facts: { ownExpenses: true } }),
    ['expenses_document'],
  ],
  ['Home, all six', 'specification 5', home(), []],
  [
    'Home, no paper of the event',
    'the insurer, a guess',
    home({ papers: without('event_document') }),
    ['event_document'],
  ],
  [
    'Home asks for no paper of the road law',
    '25 is of OGPO',
    home({ facts: { health: 'injury', applicant: 'heir', ownExpenses: true } }),
    [],
  ],
])('%s: %s', (_what, _source, of, missing) => {
  const verdict = claimVerdict(of)
  expect(verdict.missing.map(({ paper }) => paper)).toEqual(missing)
  expect(verdict.complete).toBe(missing.length === 0)
})

test.each<[what: string, of: VerdictCase, where: string]>([
  ['a collision: the police, 25 § 9', road(), 'police'],
  [
    'a collision by the declaration, 22-2 § 1',
    road({ facts: { simplified: true } }),
    'declaration',
  ],
  ['somebody hurt: no protocol alone, 25 § 9', road({ facts: { health: 'injury' } }), 'court'],
  [
    'hurt, whatever the drivers agreed, 22-2 § 1',
    road({ facts: { health: 'injury', simplified: true } }),
    'court',
  ],
  ['Home, water', home(), 'building_service'],
  ['Home, own pipe', home({ cause: 'water_own' }), 'building_service'],
  ['Home, fire', home({ cause: 'fire' }), 'fire_service'],
  ['Home, burglary', home({ cause: 'burglary' }), 'police'],
  ['Home, storm', home({ cause: 'weather' }), 'weather_service'],
])('%s: who gives the paper of the event', (_what, of, where) => {
  const { missing } = claimVerdict({ ...of, papers: new Set() })
  expect(missing.find(({ paper }) => paper === 'event_document')?.where).toBe(where)
})

test.each([
  ['2026-10-20', basisOf.slots],
  ['2026-10-21', basisOf.bankDetails],
])('bank details told on %s are asked for by the rule of that day', (reportedOn, why) => {
  const { missing } = claimVerdict(road({ reportedOn, papers: [] }))
  expect(missing.find(({ paper }) => paper === 'payment_application')?.why).toBe(why)
})

const somePapers = fc.subarray([...claimPapers])
const someFacts = fc.record({
  identityConfirmed: fc.boolean(),
  simplified: fc.boolean(),
  direct: fc.boolean(),
  health: fc.constantFrom('unhurt', 'injury', 'disability_2', 'death'),
  applicant: fc.constantFrom('victim', 'heir', 'payer', 'representative'),
  ownExpenses: fc.boolean(),
  victims: fc.constantFrom(null, 1, 3),
} as const)
const someCase = fc
  .tuple(fc.boolean(), somePapers, someFacts, fc.integer({ min: 0, max: 400 }))
  .map(([isHome, papers, facts, day]) => {
    const on = addDays('2026-01-01', day)
    const dates = { happenedOn: on, reportedOn: on, today: on }
    return (isHome ? home : road)({ papers, facts: { ...facts, papersOn: null }, ...dates })
  })

test('one more paper never makes a claim less complete', () => {
  fc.assert(
    fc.property(someCase, fc.constantFrom(...claimPapers), (of, paper) => {
      const before = claimVerdict(of)
      const after = claimVerdict({ ...of, papers: new Set([...of.papers, paper]) })
      const missing = new Set(before.missing.map((one) => one.paper))
      return (
        after.missing.every((one) => missing.has(one.paper)) && (!before.complete || after.complete)
      )
    }),
  )
})

test('a day of ours that passes moves no deadline earlier', () => {
  fc.assert(
    fc.property(someCase, fc.integer({ min: 1, max: 30 }), (of, days) => {
      const later = dueOf({ ...of, today: addDays(of.today, days) })
      return dueOf(of).every(([kind, on], at) => later[at]?.[0] === kind && later[at][1] >= on)
    }),
  )
})

test('an inspection made later moves no deadline earlier', () => {
  fc.assert(
    fc.property(someCase, fc.integer({ min: 0, max: 20 }), (of, days) => {
      const inspected = (on: Day) =>
        dueOf({ ...of, facts: { ...of.facts, inspectedOn: on }, today: addDays(of.today, 60) })
      const late = inspected(addDays(of.reportedOn, days + 1))
      return inspected(addDays(of.reportedOn, days)).every(
        ([, on], at) => (late[at]?.[1] ?? '') >= on,
      )
    }),
  )
})

test('what is missing is what a verdict without guesses would ask for, each with its rule', () => {
  fc.assert(
    fc.property(someCase, (of) => {
      const { missing } = claimVerdict({ ...of, papers: new Set() })
      return missing.every(({ why }) =>
        of.product === 'ogpo'
          ? !('guess' in why)
          : why === basisOf.homeRules || why === basisOf.slots,
      )
    }),
  )
})
