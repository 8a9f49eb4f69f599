import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { comes, opens, type Role, screens } from './desk-screens.ts'
import { languagesOf } from './languages.ts'
import { expect, isSound, test, wide } from './screens.ts'

/**
 * Places that are wider than they are seen, and the page itself; a line of tabs may be drawn aside.
 */
const wider = (page: Page): Promise<string[]> =>
  page.locator('html, main, main section, main form').evaluateAll((places) =>
    places
      .filter((at) => at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 0)
      .filter((at) => at.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(at).overflowX))
      .map((at) => `${at.tagName} ${at.ariaLabel ?? ''} ${at.scrollWidth} > ${at.clientWidth}`),
  )

/** What one could press and that ends outside the sheet, where nobody can draw it into sight. */
const cut = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const isDrawn = (at: Element | null): boolean =>
      at !== null &&
      at !== main &&
      (/auto|scroll/.test(getComputedStyle(at).overflowX) || isDrawn(at.parentElement))
    const edge = main.getBoundingClientRect().right
    return [...main.querySelectorAll('a, button, summary, select, input')]
      .filter((at) => at.checkVisibility() && at.getBoundingClientRect().right > edge + 1)
      .filter((at) => !isDrawn(at.parentElement))
      .map((at) => `${at.tagName} ${at.textContent}`)
  })

for (const role of Object.keys(screens) as Role[]) {
  test(`no screen of the ${role} scrolls sideways or is cut at 768, 1024 and 1440 in Kazakh`, async ({
    page,
  }) => {
    for (const path of await comes(page, role)) {
      await opens(page, path)
      for (const width of [768, 1024, wide.width]) {
        await page.setViewportSize({ width, height: 900 })
        const seen = { path, width, wider: await wider(page), cut: await cut(page) }
        expect(seen).toEqual({ path, width, wider: [], cut: [] })
      }
    }
  })

  // The portal's screens are looked at by axe where they are walked through.
  if (role !== 'promoter')
    for (const locale of languagesOf('axe of every desk'))
      test(`axe has nothing to say of the ${role}, light and dark, ${locale}`, async ({ page }) => {
        await page.setViewportSize(wide)
        for (const path of await comes(page, role)) {
          await opens(page, prefixOf(locale) + path)
          await page.emulateMedia({ colorScheme: 'light' })
          await isSound(page)
          // In the dark nothing but the colours is another.
          await page.emulateMedia({ colorScheme: 'dark' })
          await isSound(page, ['color-contrast'])
        }
      })
}
