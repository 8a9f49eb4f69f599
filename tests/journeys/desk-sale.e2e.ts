import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { movementColumns } from '#texts/report-columns.ts'
import bookWords from '#web/reports/accounting-texts.ts'
import matchWords from '#web/reports/match-texts.ts'
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
    .getByRole('link', { name: overviewWords[locale].commission, exact: true })
  await figure.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=movements/)
  const table = page.getByRole('table', { name: bookWords[locale].movements.caption })
  await expect(table).toBeVisible()
  await expect(
    table.getByRole('columnheader', { name: movementColumns.commission.screen[locale] }),
  ).toBeVisible()
  await isSound(page)
  await table.locator('a[data-row]').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sale=/)
  await expect(page.getByRole('region', { name: t.equation })).toContainText(t.holds)
  await expect(page.getByRole('table', { name: t.journal })).toBeVisible()
  for (const size of [wide, { width: 768, height: 1024 }, phone]) {
    await page.setViewportSize(size)
    await isSound(page)
  }
  await page.setViewportSize(wide)
  await page.goBack()
  await expect(table).toBeVisible()
}

test('an accountant opens a figure, its rows and a sale of them by keyboard', async ({ page }) => {
  spec('2.2.orders-report')

  await comesAs(page, 'accountant')
  await opensByKeyboard(page, 'ru')
  await opensByKeyboard(page, 'kz')
  await page.goto('/orders-report?view=overview')
  await expect(page.getByRole('heading', { name: overviewWords.kz.funnel })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/orders-report')
  await expect(page.locator('a[data-row]').first()).toBeVisible()
  await page.locator('a[data-row]').first().click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('many differences are settled with one reason, and taken back, by keyboard', async ({
  page,
}) => {
  spec('2.2.orders-report-settle')

  const t = matchWords.ru
  await comesAs(page, 'accountant')
  await page.goto('/ru/orders-report')
  await expect(page.locator('a[data-row]').first()).toBeVisible()
  const token = decodeURIComponent(
    (await page.context().cookies()).find(({ name }) => name === 'laravel_auth.token')?.value ?? '',
  ).replace('Bearer ', '')
  const mark = crypto.randomUUID()
  // A day nobody else's statements are of.
  const lines = Array.from({ length: 12 }, (_, n) => `2025-03-05;payment;${mark}-${n};${n};500;0\n`)
  await page.request.post('/api/reports/statements', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      system: 'mobile_bank',
      fileName: 'many.csv',
      content: `date;operation;order_id;payment_id;amount;fee\n${lines.join('')}`,
    },
  })
  await page.goto('/ru/orders-report?view=reconciliation&tab=here&from=2025-03-05&to=2025-03-05')
  const all = page.getByRole('checkbox', { name: t.chooseAll })
  await all.focus()
  await page.keyboard.press('Space')
  const chosen = page.getByRole('toolbar')
  await expect(chosen).toContainText(/\d+/)
  await isSound(page)
  await page.setViewportSize(phone)
  await isSound(page)
  await page.setViewportSize(wide)
  await chosen.getByRole('button', { name: t.ways.accepted }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.note).fill('Платежи другого магазина')
  await dialog.getByRole('button', { name: t.ways.accepted }).press('Enter')
  await expect(page.getByText(t.noneHere)).toBeVisible()
  await page.getByRole('button', { name: t.undo }).press('Enter')
  await expect(page.getByRole('checkbox', { name: t.chooseAll })).toBeEnabled()
})
