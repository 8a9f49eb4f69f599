import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { movementColumns } from '#texts/report-columns.ts'
import bookWords from '#web/reports/accounting-texts.ts'
import overviewWords from '#web/reports/overview-texts.ts'
import saleWords from '#web/reports/sale-texts.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/** From a figure to its rows, from a row to the sale in the books and back, by keyboard alone. */
const opensByKeyboard = async (page: Page, locale: Locale): Promise<void> => {
  const t = saleWords[locale]
  await page.goto(`${prefixOf(locale)}/orders-report?view=overview&from=2025-12-01&to=2026-02-28`)
  await page.goto(`${prefixOf(locale)}/orders-report?view=overview`)
  const figure = page
    .getByRole('definition')
    .or(page.getByRole('term'))
    .getByRole('link', { name: overviewWords[locale].toPassOn, exact: true })
  await figure.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=movements/)
  const table = page.getByRole('table', { name: bookWords[locale].movements.caption })
  await expect(table).toBeVisible()
  await expect(
    table.getByRole('columnheader', { name: movementColumns.toPassOn.screen[locale] }),
  ).toBeVisible()
  await isSound(page)
  await look(page, `movements-${locale}`)
  await table.locator('a[data-row]').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sale=/)
  await expect(page.getByRole('region', { name: t.equation })).toContainText(t.holds)
  await expect(page.getByRole('table', { name: t.journal })).toBeVisible()
  for (const size of [wide, { width: 768, height: 1024 }, phone]) {
    await page.setViewportSize(size)
    await isSound(page)
    await look(page, `sale-${locale}-${size.width}`)
  }
  await page.setViewportSize(wide)
  await page.goBack()
  await expect(table).toBeVisible()
}

const look = async (page: Page, name: string) => {
  mkdirSync('/tmp/g6-look', { recursive: true })
  await page.screenshot({ path: `/tmp/g6-look/${name}.png` })
}

test('an accountant opens a figure, its rows and a sale of them by keyboard', async ({ page }) => {
  spec('7.5.orders-report')

  await comesAs(page, 'accountant')
  await opensByKeyboard(page, 'ru')
  await opensByKeyboard(page, 'kz')
  await page.goto('/orders-report?view=overview')
  await expect(page.getByRole('heading', { name: overviewWords.kz.funnel })).toBeVisible()
  await look(page, 'overview-kz')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/orders-report')
  await expect(page.locator('a[data-row]').first()).toBeVisible()
  await look(page, 'orders-dark')
  await page.locator('a[data-row]').first().click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await look(page, 'sale-dark')
})
