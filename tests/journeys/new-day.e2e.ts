import type { Page } from '@playwright/test'
import { addDays } from '#domain/calendar.ts'
import { languagesOf } from './languages.ts'
import * as portal from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import { addCar, begins, expect, isSound, payButton, test, wide, wordsOf } from './screens.ts'

/** Pages that have stood open over midnight: the first day they know of is over. */

test.use({
  viewport: wide,
  geolocation: portal.street,
  permissions: ['geolocation'],
})

/** The first time the page asks, the product's day is the one before. */
async function cameYesterday(page: Page): Promise<void> {
  let asked = 0
  await page.route('**/ogpo/options', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    asked += 1
    if (asked === 1) answer.data.today = addDays(answer.data.today, -1)
    await route.fulfill({ response, json: answer })
  })
}

for (const locale of languagesOf('a new day')) {
  test(`a review opened before midnight has its price after it, ${locale}`, async ({ page }) => {
    const w = wordsOf(locale)
    await cameYesterday(page)
    await begins(page, w, await newHuman())
    await addCar(page, w, await newCar())
    await expect(payButton(page)).toBeVisible()
    await expect(page.getByText(w.buy.newDay)).toBeVisible()
    await isSound(page)
  })

  test(`a sheet opened before midnight has its price after it, and so has the next, ${locale}`, async ({
    page,
  }) => {
    const w = portal.wordsOf(locale)
    await cameYesterday(page)
    await portal.opens(page, w)
    for (const moved of [true, false]) {
      await portal.fillPeople(page, w, await newHuman())
      await portal.fillCar(page, w, await newCar())
      await expect(portal.billButton(page)).toBeVisible()
      await expect(page.getByText(w.sell.newDay)).toHaveCount(moved ? 1 : 0)
      // Whatever the date has to say, it stands in line with the term.
      const tops = [w.sell.start, w.sell.period].map(async (label) =>
        Math.round((await page.getByLabel(label, { exact: true }).boundingBox())?.y ?? 0),
      )
      expect(await tops[0]).toBe(await tops[1])
      await isSound(page)
      await portal.button(page, w.sell.newSale).click()
    }
  })
}
