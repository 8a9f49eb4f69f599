import { firstLoads, limits } from './first-loads.ts'
import { expect, test } from './screens.ts'

// What the product under test was built of: no page is opened.
test('every page stays within its weight: 80 KB with React, 15 KB without', async () => {
  const loads = await firstLoads()
  expect(loads.filter(({ hydrated }) => hydrated).length).toBeGreaterThan(50)
  const tooHeavy = loads
    .map(({ all, ...load }) => ({ ...load, kilobytes: Math.round((all / 1_024) * 10) / 10 }))
    .filter(({ kilobytes, hydrated }) => kilobytes > (hydrated ? limits.hydrated : limits.read))
    .map(({ address, kilobytes }) => `${address}: ${kilobytes} KB`)
  expect(tooHeavy).toEqual([])
})
