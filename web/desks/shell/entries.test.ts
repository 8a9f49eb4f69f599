import { expect, test } from 'vitest'
import { entriesOf, type Selling, type User } from './entries.ts'

const staff = { role: 'staff', administrator: false } as User // verdict and count of the entries
const sellingAs = (tone: Selling['verdict']['tone'], count: number) =>
  ({ verdict: { tone, waiting: { count, since: null } } }) as Selling // status of the badge
const status = (selling: Selling | null) =>
  entriesOf('staff-today', staff, 'kz', null, null, selling).find(
    ({ key }) => key === 'staff-status',
  )?.count

test('the rail says how many wait because the sale is not well, and nothing while it is', () => {
  expect(status(sellingAs('bad', 3))).toEqual({ all: 3, late: 3 })
  expect(status(sellingAs('now', 1))).toEqual({ all: 1, late: 1 })
  expect(status(sellingAs('good', 1))).toBeNull()
  expect(status(null)).toBeNull()
})

test('an accountant sees in the rail how many duties are overdue', () => {
  const accountant = { role: 'accountant', administrator: false } as User // what is asked of it
  const counts = entriesOf('orders-report', accountant, 'kz', null, null, null, 2)
    .filter(({ count }) => count?.all)
    .map(({ key, count }) => [key, count])
  expect(counts).toEqual([['duties', { all: 2, late: 2 }]])
})
