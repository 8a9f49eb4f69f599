import { expect, test } from 'vitest'
import { balanceOf } from './balance.ts'
import { checksOf, closingChecks, type MonthFigures, openChecks } from './closing.ts'

const sound: MonthFigures = {
  statements: { days: 40, covered: 40 },
  balance: balanceOf([{ attempt: 'paid', sale: 'policy', count: 5, booked: 90, amount: 90 }]),
  lines: { all: 5, open: 0, amount: 0 },
  refunds: { all: 2, done: 2, amount: 20 },
  receipts: { all: 7, done: 7 },
  acts: [{ insurer: 'dala', ours: 80, theirs: 80 }],
  commission: { sales: 5, open: 0, amount: 10 },
  promoters: { people: 3, unknown: 0, amount: 4 },
}
const openOf = (more: Partial<MonthFigures>) =>
  checksOf({ ...sound, ...more })
    .filter(({ ok }) => !ok)
    .map(({ check }) => check)

test('a month whose books agree has its eight checks behind it', () => {
  const checks = checksOf(sound)
  expect(checks.map(({ check }) => check)).toEqual(closingChecks)
  expect(openChecks(checks)).toBe(0)
})

test.each([
  ['statements', { statements: { days: 40, covered: 39 } }],
  ['lines', { lines: { all: 5, open: 1, amount: 7 } }],
  ['refunds', { refunds: { all: 2, done: 1, amount: 20 } }],
  ['receipts', { receipts: { all: 7, done: 6 } }],
  ['acts', { acts: [{ insurer: 'dala', ours: 80, theirs: null }] }],
  ['acts', { acts: [{ insurer: 'dala', ours: 80, theirs: 81 }] }],
  ['commission', { commission: { sales: 5, open: 1, amount: 10 } }],
  ['promoters', { promoters: { people: 3, unknown: 1, amount: 4 } }],
  [
    'balance',
    {
      balance: balanceOf([{ attempt: 'paid', sale: null, count: 1, booked: 9, amount: 9 }]),
    },
  ],
] as const)('%s stands open alone where it alone is wrong', (check, more) => {
  expect(openOf(more)).toEqual([check])
})

test('a payment booked with another sum keeps the month open, though all have their place', () => {
  const balance = balanceOf([{ attempt: 'paid', sale: 'policy', count: 5, booked: 91, amount: 90 }])
  const [, check] = checksOf({ ...sound, balance })
  expect(check).toMatchObject({ ok: false, done: 5, of: 5, amount: 1 })
})
