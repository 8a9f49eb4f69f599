import { expect, test } from 'vitest'
import { home, road } from '#tests/verdict-cases.ts'
import { claimVerdict, type VerdictCase } from './verdict.ts'

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
