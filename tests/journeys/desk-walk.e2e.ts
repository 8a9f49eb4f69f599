import type { Page } from '@playwright/test'
import deskWords from '#web/desks/desk-texts.ts'
import keyWords from '#web/desks/shell/key-texts.ts'
import { comes, opens } from './desk-screens.ts'
import { expect, test, wide } from './screens.ts'

/** Rows that one walks through, as they are marked. */
const ROWS = 'main a[data-row]'
/** Two steps need so many. */
const ENOUGH = 3

/** The row that has the focus, by its place among those shown; -1 where none has. */
const focused = (page: Page): Promise<number> =>
  page.evaluate((rows) => {
    const all = [...document.querySelectorAll(rows)].filter((row) => row.checkVisibility())
    return all.findIndex((row) => row.contains(document.activeElement))
  }, ROWS)

// The portal's lists are walked where they are sold from.
for (const role of ['staff', 'administrator', 'accountant'] as const)
  test(`J and K walk through the rows of every screen of the ${role}, and ? lists them`, async ({
    page,
  }) => {
    const w = keyWords.kz
    await page.setViewportSize(wide)
    const walked: string[] = []
    for (const path of await comes(page, role)) {
      await opens(page, path)
      await page.keyboard.press('Shift+Slash')
      const keys = page.getByRole('dialog', { name: w.title })
      const list = w.groups.find(({ keys: of }) => of.some(([chip]) => chip === 'J'))
      for (const [, what] of list?.keys ?? [])
        await expect(keys.getByText(what, { exact: true }).first()).toBeVisible()
      await keys.getByRole('button', { name: deskWords.kz.close }).click()
      await expect(keys).toHaveCount(0)
      const rows = page.locator(ROWS).filter({ visible: true })
      // A list that still comes has no rows yet; one of too few never has them.
      const isLong = await expect
        .poll(() => rows.count(), { timeout: 3_000 })
        .toBeGreaterThanOrEqual(ENOUGH)
        .then(
          () => true,
          () => false,
        )
      if (!isLong) continue
      // What the dialog gave the focus back to is no row.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const seen: number[] = []
      for (const key of ['KeyJ', 'KeyJ', 'KeyK']) {
        await page.keyboard.press(key)
        seen.push(await focused(page))
      }
      const [first = -1, , back = -1] = seen
      // Beside what is open at the end of its list there is only the way back.
      const isEnd = first < 0 && /[?&](case|order|claim|client)=|view=periods/.test(path)
      // What is open may be the last of its list.
      const next = Math.min(first + 1, (await rows.count()) - 1)
      expect({ path, seen }).toEqual({
        path,
        seen: isEnd ? [-1, -1, back] : [first, next, next - 1],
      })
      expect(back).toBeGreaterThanOrEqual(0)
      walked.push(path)
    }
    expect(walked.length).toBeGreaterThan(0)
  })
