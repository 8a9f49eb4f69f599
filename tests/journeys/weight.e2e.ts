import { firstLoads } from './first-loads.ts'
import { expect, test } from './screens.ts'

// What the product under test was built of: no page is opened. Whole kilobytes: a tenth of one is
// nobody's second.
test('every page stays within its weight: 15 KB without React, 80 KB of a purchase, 150 KB of a desk', async () => {
  const loads = await firstLoads()
  expect(new Set(loads.map(({ limit }) => limit))).toEqual(new Set([15, 80, 150]))
  expect(loads.filter(({ hydrated }) => hydrated).length).toBeGreaterThan(50)
  const tooHeavy = loads
    .map(({ all, ...load }) => ({ ...load, kilobytes: Math.round(all / 1_024) }))
    .filter(({ kilobytes, limit }) => kilobytes > limit)
    .map(({ address, kilobytes, limit }) => `${address}: ${kilobytes} of ${limit} KB`)
  expect(tooHeavy).toEqual([])
})
