import { firstLoads, limits } from './first-loads.ts'
import { expect, test } from './screens.ts'

// What the product under test was built of: no page is opened.
test('every page stays within its weight: 80 KB with React, 15 KB without', async () => {
  const loads = await firstLoads()
  expect(loads.filter(({ hydrated }) => hydrated).length).toBeGreaterThan(50)
  const tooHeavy = loads
    .filter(({ all, hydrated }) => all > (hydrated ? limits.hydrated : limits.read) * 1_024)
    .map(({ address, all }) => `${address}: ${(all / 1_024).toFixed(2)} KB`)
  expect(tooHeavy).toEqual([])
})
