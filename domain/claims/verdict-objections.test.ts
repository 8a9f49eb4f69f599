import { expect, test } from 'vitest'
import { home, road } from '#tests/verdict-cases.ts'
import { claimVerdict, type VerdictCase } from './verdict.ts'

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
