import { expect, test } from 'vitest'
import { masked } from './orders.ts'

test.each([
  ['no person 850315399904 there', 'no person 850•••9904 there'],
  ['bill to 77010000001 refused', 'bill to 770•••0001 refused'],
  ['550 no such box client@example.kz', '550 no such box •••@example.kz'],
  ['bank refund: HTTP 503', 'bank refund: HTTP 503'],
  ['first line\nat secret (file.ts:1)', 'first line'],
])('%s is shown as %s', (text, shown) => {
  expect(masked(text)).toBe(shown)
})
