import { expect, test } from 'vitest'
import { isOverLimits, type OfEvent, ofOneEvent } from './limits.ts'

const mrp = 4_325
const road = { simplified: false, home: null, mrp }
const claim = (sum: number, more: Partial<OfEvent> = {}): OfEvent => ({
  who: 'one',
  claimCase: 'owner',
  hurt: false,
  sum,
  ...more,
})

test.each<[string, OfEvent, OfEvent[], boolean]>([
  ['600 MRP of one victim', claim(2_595_000), [], false],
  ['a tenge more', claim(2_595_001), [], true],
  ['one victim by two claims', claim(2_500_000), [claim(95_001)], true],
  ['two victims', claim(2_500_000), [claim(2_500_000, { who: 'two' })], false],
  [
    'the property of all, 2 000 MRP',
    claim(2_000_000),
    ['two', 'three', 'four'].map((who) => claim(2_500_000, { who })),
    true,
  ],
  ['a death and the funeral beside the property', claim(11_677_500, { hurt: true }), [], false],
  ['more than these', claim(11_677_501, { hurt: true }), [], true],
])('%s', (_name, one, others, isOver) => {
  expect(isOverLimits('ogpo', one, others, road)).toBe(isOver)
})

const home = { insuranceAmount: 5_000_000, neighbourCompensation: 1_000_000 }
test.each<[string, OfEvent, OfEvent[], boolean]>([
  ['the own home', claim(5_000_000), [], false],
  [
    'a neighbour has the sum for neighbours',
    claim(1_000_001, { claimCase: 'third-party' }),
    [],
    true,
  ],
  ['both in one claim', claim(6_000_000, { claimCase: 'owner-and-third-party' }), [], false],
  [
    'two neighbours share it',
    claim(600_000, { claimCase: 'third-party' }),
    [claim(600_000, { claimCase: 'third-party', who: 'two' })],
    true,
  ],
  [
    'all together',
    claim(1_000_000, { claimCase: 'third-party' }),
    [claim(5_500_000, { claimCase: 'owner-and-third-party' })],
    true,
  ],
])('Home: %s', (_name, one, others, isOver) => {
  expect(isOverLimits('home', one, others, { simplified: false, home, mrp })).toBe(isOver)
})

test('claims are of one event by the day they tell, else by when they were sent', () => {
  const told = (on: string | null, submittedOn: string) => ({ on, submittedOn })
  const first = told('2026-11-20', '2026-11-21')
  expect(ofOneEvent(first, told('2026-11-20', '2027-02-01'))).toBe('told')
  expect(ofOneEvent(first, told('2026-11-21', '2026-11-21'))).toBeNull()
  expect(ofOneEvent(first, told(null, '2026-12-21'))).toBe('guess')
  expect(ofOneEvent(first, told(null, '2026-12-22'))).toBeNull()
})
