import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { reportViewNames } from '#web/desks/shell/report-views.ts'
import { expect, isSound, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** Every screen of the desks, as whoever sits at it opens it. */
const screens = {
  staff: [
    ...['/staff', '/staff/orders?view=newest', '/staff/orders?view=newest&order=QGDEMO001'],
    ...['/staff/claims', '/kyc', '/kyc?view=lists', '/staff/clients', '/staff/status'],
    ...['/staff/reference', '/staff/reference?kind=commissions'],
  ],
  administrator: ['/staff/audit', '/staff/users'],
  accountant: [
    ...reportViewNames.map((view) => `/orders-report?view=${view}`),
    ...['here', 'there', 'matched', 'settled'].map(
      (tab) => `/orders-report?view=reconciliation&tab=${tab}`,
    ),
    '/claim-report',
  ],
} as const
type Role = keyof typeof screens

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const desk = page.locator('#desk')
  await expect(
    desk.locator('table, h2, h3, p, input').filter({ visible: true }).first(),
  ).toBeVisible()
  // What is on its way has no width yet.
  await expect(desk.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Places of a desk that are wider than they are seen; a line of tabs may be drawn aside. */
const wider = (page: Page): Promise<string[]> =>
  page.locator('#desk, #desk section, #desk form').evaluateAll((places) =>
    places
      .filter((at) => at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 0)
      .filter((at) => /auto|scroll/.test(getComputedStyle(at).overflowX))
      .map((at) => `${at.tagName} ${at.ariaLabel ?? ''} ${at.scrollWidth} > ${at.clientWidth}`),
  )

for (const role of Object.keys(screens) as Role[]) {
  test(`no screen of the ${role} scrolls sideways at 768 and 1024 in Kazakh`, async ({ page }) => {
    await comesAs(page, role)
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of screens[role]) {
        await opens(page, path)
        expect({ path, width, wider: await wider(page) }).toEqual({ path, width, wider: [] })
      }
    }
  })

  for (const locale of locales)
    test(`axe has nothing to say of the ${role}, light and dark, ${locale}`, async ({ page }) => {
      await page.setViewportSize(wide)
      await comesAs(page, role)
      for (const path of screens[role]) {
        await opens(page, prefixOf(locale) + path)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await isSound(page)
        }
      }
    })
}
