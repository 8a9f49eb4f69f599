import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../calendar.ts'
import { basisOf } from './basis.ts'
import { type ClaimFacts, unknownFacts } from './facts.ts'
import { claimPapers, type Paper } from './papers.ts'
import { claimVerdict, type VerdictCase } from './verdict.ts'

/** The MRP of 2026. */
const mrp = 4_325
const six: Paper[] = [
  'id_front',
  'id_back',
  'claim_application',
  'payment_application',
  'event_document',
  'damage_document',
]
type Change = Partial<Omit<VerdictCase, 'facts' | 'papers'>> & {
  facts?: Partial<ClaimFacts>
  papers?: readonly Paper[]
}
/** A collision on Friday 20 November 2026, told and complete on Monday the 23rd. */
const road = ({ facts, papers = six, ...rest }: Change = {}): VerdictCase => ({
  product: 'ogpo',
  cause: 'collision',
  claimCase: 'owner',
  party: 'injured',
  happenedOn: '2026-11-20',
  reportedOn: '2026-11-23',
  policy: { startsOn: '2026-03-01', endsOn: '2027-02-28' },
  mrp,
  today: '2026-11-23',
  ...rest,
  papers: new Set(papers),
  facts: { ...unknownFacts, papersOn: '2026-11-23', ...facts },
})
const home = (change: Change = {}): VerdictCase =>
  road({ product: 'home', cause: 'water_neighbour', ...change })
const without = (...gone: Paper[]): Paper[] => six.filter((paper) => !gone.includes(paper))

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

type Due = [kind: string, on: Day, state: string]
const dueOf = (of: VerdictCase): Due[] =>
  claimVerdict(of).deadlines.map(({ kind, on, state }) => [kind, on, state])

test.each<[what: string, source: string, of: VerdictCase, expected: Due]>([
  ['told in time', '16 § 2 (3)', road(), ['notice', '2026-11-27', 'done']],
  [
    'told too late',
    '16 § 2 (3)',
    road({ reportedOn: '2026-11-30', today: '2026-11-30' }),
    ['notice', '2026-11-27', 'late'],
  ],
  [
    'told late, learned of late',
    '16 § 2 (3)',
    road({ reportedOn: '2026-11-30', today: '2026-11-30', facts: { knownOn: '2026-11-26' } }),
    ['notice', '2026-12-03', 'done'],
  ],
  [
    'nothing missing: nothing to name',
    '17 § 2 (6-1)',
    road(),
    ['missing_documents', '2026-11-26', 'done'],
  ],
  [
    'missing: to be named within 3 days',
    '17 § 2 (6-1)',
    road({ papers: without('event_document'), today: '2026-11-26' }),
    ['missing_documents', '2026-11-26', 'today'],
  ],
  [
    'missing and not named',
    '17 § 2 (6-1)',
    road({ papers: [], today: '2026-11-27' }),
    ['missing_documents', '2026-11-26', 'late'],
  ],
  ['the day of the inspection', '22 § 3', road(), ['inspection_agreed', '2026-11-26', 'ahead']],
  ['the inspection', '22 § 3', road(), ['inspection', '2026-11-30', 'ahead']],
  ['the assessment', '22 § 3', road(), ['assessment', '2026-12-07', 'ahead']],
  [
    'inspected: the assessment counts from it',
    '22 § 3',
    road({ facts: { inspectedOn: '2026-11-25' } }),
    ['assessment', '2026-12-02', 'ahead'],
  ],
  [
    'not inspected in time: the assessment is not due before',
    '22 § 3',
    road({ today: '2026-12-03' }),
    ['assessment', '2026-12-10', 'ahead'],
  ],
  ['the decision', '29 § 3', road(), ['decision', '2026-12-02', 'ahead']],
  [
    'the decision waits for papers',
    '29 § 3',
    road({ papers: [] }),
    ['decision', '2026-12-02', 'waits'],
  ],
  ['the money', '26 § 1', road(), ['payment', '2026-12-14', 'ahead']],
  [
    'the money past Independence Day',
    '26 § 1; holidays',
    road({ reportedOn: '2026-12-01', today: '2026-12-01', facts: { papersOn: '2026-12-01' } }),
    ['payment', '2026-12-23', 'ahead'],
  ],
  [
    'the money from one’s own insurer',
    '26-1 § 2',
    road({ facts: { direct: true } }),
    ['payment', '2026-12-02', 'ahead'],
  ],
  [
    'the money by the simplified procedure',
    '22-2 § 7, a guess',
    road({ facts: { simplified: true } }),
    ['payment', '2026-12-14', 'ahead'],
  ],
  [
    'several victims: the first is paid by then',
    '26 § 2-1',
    road({ facts: { victims: 2 } }),
    ['first_payment', '2026-12-08', 'ahead'],
  ],
  [
    'paid',
    '26 § 1',
    road({ facts: { decidedOn: '2026-11-27', paidOn: '2026-12-01' } }),
    ['payment', '2026-12-14', 'done'],
  ],
  [
    'not paid',
    '26 § 1',
    road({ today: '2026-12-15', facts: { decidedOn: '2026-11-27' } }),
    ['payment', '2026-12-14', 'late'],
  ],
])('%s: %s', (_what, _source, of, expected) => {
  expect(dueOf(of)).toContainEqual(expected)
})

test('after a refusal no money is due', () => {
  const of = road({ facts: { decidedOn: '2026-11-27', refused: true, victims: 2 } })
  expect(dueOf(of).map(([kind]) => kind)).not.toEqual(
    expect.arrayContaining([expect.stringContaining('payment')]),
  )
})

type Sum = [harm: string, sum: number | null, whole: boolean]
const sumsOf = (of: VerdictCase): Sum[] =>
  claimVerdict(of).limits.map(({ harm, sum, whole }) => [harm, sum, whole])

test.each<[what: string, source: string, of: VerdictCase, sums: Sum[]]>([
  ['property of one', '24 § 1 (2)', road(), [['property_one', 2_595_000, false]]],
  [
    'property of several',
    '24 § 1 (3)',
    road({ facts: { victims: 3 } }),
    [
      ['property_one', 2_595_000, false],
      ['property_all', 8_650_000, false],
    ],
  ],
  [
    'by the simplified procedure',
    'resolution 83',
    road({ facts: { simplified: true } }),
    [['simplified', 432_500, false]],
  ],
  [
    'an injury',
    '24 § 1 (1)',
    road({ facts: { health: 'injury' } }),
    [
      ['property_one', 2_595_000, false],
      ['injury', 1_297_500, false],
    ],
  ],
  [
    'the first group',
    '24 § 1 (1), 24 § 2',
    road({ facts: { health: 'disability_1' } }),
    [
      ['property_one', 2_595_000, false],
      ['disability_1', 6_920_000, true],
    ],
  ],
  [
    'the second group',
    '24 § 1 (1), 24 § 2',
    road({ facts: { health: 'disability_2' } }),
    [
      ['property_one', 2_595_000, false],
      ['disability_2', 5_190_000, true],
    ],
  ],
  [
    'the third group',
    '24 § 1 (1), 24 § 2',
    road({ facts: { health: 'disability_3' } }),
    [
      ['property_one', 2_595_000, false],
      ['disability_3', 2_162_500, true],
    ],
  ],
  [
    'a child',
    '24 § 1 (1), 24 § 2',
    road({ facts: { health: 'disabled_child' } }),
    [
      ['property_one', 2_595_000, false],
      ['disabled_child', 4_325_000, true],
    ],
  ],
  [
    'a death and the funeral',
    '24 § 1 (1), 24 § 6',
    road({ facts: { health: 'death' } }),
    [
      ['property_one', 2_595_000, false],
      ['death', 8_650_000, true],
      ['funeral', 432_500, true],
    ],
  ],
  ['a year whose MRP is not known', '24 § 3', road({ mrp: null }), [['property_one', null, false]]],
  [
    'Home: what is insured',
    'the contract',
    home({ facts: { sumInsured: 2_000_000 } }),
    [['home', 2_000_000, false]],
  ],
])('%s: %s', (_what, _source, of, sums) => {
  expect(sumsOf(of)).toEqual(sums)
})

type Against = [code: string, effect: string]
const againstOf = (of: VerdictCase): Against[] => {
  const { refusals, doubts } = claimVerdict(of)
  return [...refusals, ...doubts].map(({ code, effect }) => [code, effect])
}

test.each<[what: string, source: string, of: VerdictCase, against: Against[]]>([
  ['nothing', '29 § 6', road(), []],
  ['tomorrow', '22 § 1', road({ happenedOn: '2026-11-24' }), [['in_future', 'refusal']]],
  [
    'the day before the policy',
    '17 § 2 (5)',
    road({ happenedOn: '2026-11-20', policy: { startsOn: '2026-11-21', endsOn: '2027-11-20' } }),
    [['before_policy', 'refusal']],
  ],
  [
    'its first day',
    '17 § 2 (5)',
    road({ policy: { startsOn: '2026-11-20', endsOn: '2027-11-19' } }),
    [],
  ],
  [
    'its last day',
    '17 § 2 (5)',
    road({ policy: { startsOn: '2025-11-21', endsOn: '2026-11-20' } }),
    [],
  ],
  [
    'the day after it',
    '17 § 2 (5)',
    road({ policy: { startsOn: '2025-11-20', endsOn: '2026-11-19' } }),
    [['after_policy', 'refusal']],
  ],
  [
    'told after six working days',
    '16 § 2 (3), 29 § 6: no ground to refuse',
    road({ reportedOn: '2026-11-30', today: '2026-11-30' }),
    [['late_notice', 'doubt']],
  ],
  [
    'three years and a day ago',
    'Civil Code 178',
    road({
      happenedOn: '2023-11-22',
      policy: { startsOn: '2023-03-01', endsOn: '2024-02-29' },
    }),
    [
      ['long_ago', 'doubt'],
      ['late_notice', 'doubt'],
    ],
  ],
  [
    'one’s own car by who did it',
    '29 § 5-1',
    road({ party: 'at_fault' }),
    [['own_vehicle', 'refusal']],
  ],
  [
    'both cars by who did it',
    '29 § 5-1',
    road({ party: 'at_fault', claimCase: 'owner-and-third-party' }),
    [['own_vehicle', 'partial']],
  ],
  ['the other car', '29 § 5-1', road({ party: 'at_fault', claimCase: 'third-party' }), []],
  [
    'one’s own car with OGPO+',
    '29 § 5-1; other cover',
    road({ party: 'at_fault', facts: { ownCover: true } }),
    [['own_vehicle', 'doubt']],
  ],
  ['one’s own flat', 'the contract', home({ party: 'at_fault' }), []],
  [
    'compensated already',
    '29 § 2 (1)',
    road({ facts: { circumstances: new Set(['compensated'] as const) } }),
    [['compensated', 'refusal']],
  ],
  [
    'a race',
    '29 § 2 (3)',
    road({ facts: { circumstances: new Set(['contest'] as const) } }),
    [['contest', 'refusal']],
  ],
  [
    'while loading',
    '29 § 2 (4)',
    road({ facts: { circumstances: new Set(['loading'] as const) } }),
    [['loading', 'refusal']],
  ],
  [
    'jewels in the boot',
    '29 § 2 (5)',
    road({ facts: { circumstances: new Set(['valuables'] as const) } }),
    [['valuables', 'partial']],
  ],
  [
    'not shown to be inspected',
    '29 § 2 (6)',
    road({ facts: { circumstances: new Set(['not_shown'] as const) } }),
    [['not_shown', 'refusal']],
  ],
  [
    'meant, and an offence',
    '29 § 1 (1), (2)',
    road({ facts: { circumstances: new Set(['intent', 'offence'] as const) } }),
    [
      ['intent', 'refusal'],
      ['offence', 'refusal'],
    ],
  ],
  [
    'unrest',
    '29 § 5 (3)',
    road({ facts: { circumstances: new Set(['war'] as const) } }),
    [['war', 'refusal']],
  ],
])('what speaks against it, %s: %s', (_what, _source, of, against) => {
  expect(againstOf(of)).toEqual(against)
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
