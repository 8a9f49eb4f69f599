import type { Page } from '@playwright/test'
import words, { orderWords as reportWords } from '#web/reports/texts.ts'
import { expect, isSound, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** As many rows as four pages have. */
const MANY = 400
const { caption } = reportWords.kz

/** Opens the report with so many rows of its own, and with more behind them if `next` says so. */
async function opens(page: Page, count: number, next: string | null): Promise<void> {
  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  await page.route('**/api/reports/orders?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const data = Array.from({ length: count }, (_, at) => ({
      ...body.data[at % body.data.length],
      id: `row-${at}`,
    }))
    await route.fulfill({ response: answer, json: { ...body, data, next } })
  })
  await page.goto('/orders-report?from=2025-12-01&to=2026-11-24')
  await expect(page.getByRole('table', { name: caption })).toBeVisible()
}

/** A long report is whole where the browser prints it, finds in it and selects it. */
test('every row of a report stands in the page', async ({ page }) => {
  await opens(page, MANY, null)
  const rows = page.locator('tr[data-key]')
  await expect(rows).toHaveCount(MANY)
  await isSound(page)
  const place = page.getByRole('region', { name: caption, exact: true })
  // The browser scrolls the list without the page's thread only over an opaque ground.
  await expect(place).toHaveCSS('background-color', /^rgb\(/)
  // The keys reach the last row, and it comes into sight.
  await page.locator('tr[data-key="row-398"]').scrollIntoViewIfNeeded()
  await expect(page.locator('tr[data-key="row-399"]')).toBeAttached()
  await place.evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(page.locator('tr[data-key="row-399"]')).toBeInViewport()
})

test('a report ends at a thousand rows and says how to see the others', async ({ page }) => {
  await opens(page, 1_000, 'more')
  await expect(page.getByText(words.kz.narrow(1_000), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: words.kz.more, exact: true })).toBeHidden()
})
