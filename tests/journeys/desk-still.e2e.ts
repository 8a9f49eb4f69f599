import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import salesWords from '#web/portal/sales/texts.ts'
import { rowsOf } from './database.ts'
import { signIn, wordsOf } from './promoter-screens.ts'
import { blockedHuman } from './sandbox.ts'
import { expect, test } from './screens.ts'
import { answersAfterPaint, nothingMoved, watchesShifts } from './shifts.ts'
import { comesAs } from './signed-in.ts'

/** A desk of each kind, with what once moved there while it came. */
const desks = ['/staff/orders?view=newest', '/staff/clients?inbox=new', '/staff/reference']

async function stands(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const parts = page.getByRole('main').locator('table, ol, ul, h1, h2, h3')
  await expect(parts.filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[data-comes]')).toHaveCount(0)
  // How much is in a view has come too.
  await expect(page.getByRole('main').locator('nav a > span:empty')).toHaveCount(0)
  await nothingMoved(page)
}

for (const [locale, width] of [
  ['kz', 360],
  ['kz', 768],
  ['ru', 1440],
] as const)
  test(`what comes onto a desk moves nothing, ${locale}, ${width} px`, async ({ page }) => {
    const { iin } = await blockedHuman()
    const [found] = await rowsOf('select id from kyc_cases where iin = $1', [iin])
    await comesAs(page, 'staff')
    await page.setViewportSize({ width, height: 900 })
    await watchesShifts(page)
    await answersAfterPaint(page)
    const at = prefixOf(locale)
    for (const desk of [...desks, `/kyc?case=${found?.id}`]) {
      await stands(page, at + desk)
      // What waits elsewhere, in the rail.
      await expect(page.locator('[id^="waits-"]').filter({ visible: true }).first()).toBeVisible()
      await nothingMoved(page)
    }
    const t = wordsOf(locale)
    await signIn(page, t)
    await page.waitForURL(`**${at}/promoter/ogpo`)
    await stands(page, `${at}/promoter/sales`)
    await expect(page.getByRole('heading', { name: salesWords[locale].drafts })).toBeVisible()
    await stands(page, `${at}/promoter/sales?view=sales`)
  })
