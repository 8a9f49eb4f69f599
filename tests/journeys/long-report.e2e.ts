import reportWords from '#web/reports/texts.ts'
import { inPage, isMovedByTheBrowser, MANY, scrollTo } from './many-rows.ts'
import { expect, isSound, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** A long report is whole where the browser prints it, finds in it and selects it. */
test('the browser prints and finds every row of a report', async ({ page }) => {
  const { caption } = reportWords.kz
  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  await page.route('**/api/reports/orders?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const data = Array.from({ length: MANY }, (_, at) => ({
      ...body.data[at % body.data.length],
      id: `row-${at}`,
    }))
    await route.fulfill({ response: answer, json: { ...body, data, next: null } })
  })
  await page.goto('/orders-report?from=2025-12-01&to=2026-11-24')
  await expect(page.getByRole('table', { name: caption })).toBeVisible()
  await expect.poll(() => inPage(page)).toBeLessThan(120)
  await isSound(page)
  await isMovedByTheBrowser(page, caption)
  const printed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('beforeprint', () =>
          resolve(document.querySelectorAll('tr[data-key]').length),
        )
      }),
  )
  await page.pdf()
  expect(await printed).toBe(MANY)
  await expect.poll(() => inPage(page)).toBeLessThan(120)
  // The browser's own search; it has the focus while it looks, and rows stay for it.
  await page.keyboard.press('Control+KeyF')
  expect(await inPage(page)).toBe(MANY)
  await scrollTo(page, caption, 0)
  await expect(page.locator('tr[data-key="row-0"]')).toBeInViewport()
  expect(await inPage(page)).toBe(MANY)
  await page.evaluate(() => window.dispatchEvent(new FocusEvent('focus')))
  await expect.poll(() => inPage(page)).toBeLessThan(120)
  // «Select all» selects them all, and they stay while they are selected.
  await page.keyboard.press('Control+KeyA')
  await scrollTo(page, caption, 0)
  await expect(page.locator('tr[data-key="row-0"]')).toBeInViewport()
  expect(await inPage(page)).toBe(MANY)
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await scrollTo(page, caption, 1)
  await expect.poll(() => inPage(page)).toBeLessThan(120)
})
