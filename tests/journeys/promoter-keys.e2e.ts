import type { Locator } from '@playwright/test'
import { promoterIdleLogoutMinutes } from '#domain/constants.ts'
import { button, opens, policyholderField, row, street, wordsOf } from './promoter-screens.ts'
import { expect, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/** The rows of the portal's sheet under the keyboard, and a promoter who does not come back. */
const ru = wordsOf('ru')
test.use({ geolocation: street, permissions: ['geolocation'], viewport: wide })

test('adding the fifteenth driver draws one row and not the others', async ({ page }) => {
  await opens(page, ru)
  // By the place of the key, whatever the layout.
  for (let count = 1; count < 15; count += 1) await page.keyboard.press('Alt+KeyD')
  await expect(row(page, ru.sell.driver(14))).toBeVisible()
  await page.coverage.startJSCoverage()
  await button(page, ru.sell.addDriver).click()
  await expect(row(page, ru.sell.driver(15))).toBeVisible()
  const scripts = await page.coverage.stopJSCoverage()
  // The innermost function whose text draws a driver's row, and how often it ran.
  const drawn = scripts.flatMap(({ source, functions }) => {
    const at = source?.indexOf('data-driver-row') ?? -1
    const around = functions
      .flatMap(({ ranges }) => ranges.slice(0, 1))
      .filter(({ startOffset, endOffset }) => at > startOffset && at < endOffset)
    return at < 0
      ? []
      : around
          .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
          .slice(0, 1)
  })
  expect(drawn.map(({ count }) => count)).toEqual([1])
  await expect(button(page, ru.sell.addDriver)).toHaveCount(0)
})

test('the focus goes to the first mistake, and stays beside a row that is taken away', async ({
  page,
}) => {
  const takeAway = (name: string): Locator => button(page, `${ru.sell.remove}: ${name}`)
  await opens(page, ru)
  for (const _ of [1, 2]) await button(page, ru.sell.addDriver).click()
  await expect(row(page, ru.sell.driver(2)).getByLabel(ru.sell.iin)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(policyholderField(page, ru, ru.sell.iin)).toBeFocused()
  await takeAway(ru.sell.driver(1)).press('Enter')
  await expect(takeAway(ru.sell.driver(2))).toHaveCount(0)
  await expect(takeAway(ru.sell.driver(1))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#add-driver')).toBeFocused()
  await takeAway(ru.sell.car(1)).press('Enter')
  await expect(takeAway(ru.sell.car(1))).toBeFocused()
})

test('a day without a sign of life signs the promoter out', async ({ page }) => {
  spec(
    '3.1.cookie-authpromotertoken',
    '4.2.promoter-logout-token-calculation',
    '4.2.promoter-idle-1440-minutes',
  )

  await page.clock.install()
  await opens(page, ru)
  await page.clock.fastForward(promoterIdleLogoutMinutes * 60_000)
  // Two timers of that day may lead there, the later one ending the way of the earlier.
  await expect(page).toHaveURL(/\/ru\/promoter$/)
  await page.waitForLoadState()
  await page.goto('/ru/promoter/ogpo')
  await expect(page).toHaveURL(/\/ru\/promoter$/)
})
