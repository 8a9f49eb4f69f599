import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { addDays, numericDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { insurerColumns, orderColumns } from '#texts/report-columns.ts'
import deskWords from '#web/desks/desk-texts.ts'
import referenceWords from '#web/desks/reference/texts.ts'
import { type ReportView, reportViews } from '#web/desks/shell/report-views.ts'
import bookWords from '#web/reports/accounting-texts.ts'
import matchWords from '#web/reports/match-texts.ts'
import monthWords from '#web/reports/months-texts.ts'
import statementWords from '#web/reports/statement-texts.ts'
import reportWords, { claimWords } from '#web/reports/texts.ts'
import foldWords from '#web/ui/filter-fold-texts.ts'
import viewWords from '#web/ui/saved-view-texts.ts'
import { viewsOf } from './languages.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/** The accountant's desks and the dated rows of staff, as people use them. */
const wordsOf = (locale: Locale) => ({
  at: (path: string) => prefixOf(locale) + path,
  claims: claimWords[locale],
  desk: deskWords[locale],
  locale,
  report: reportWords[locale],
  fold: foldWords[locale],
  books: bookWords[locale],
  statement: statementWords[locale],
  months: monthWords[locale],
  match: matchWords[locale],
  reference: referenceWords[locale],
  views: viewWords[locale],
})
type Words = ReturnType<typeof wordsOf>

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/** The demonstration's sales of the last eleven months, page, sums and file. */
async function readsOrders(page: Page, w: Words): Promise<void> {
  await page.goto(w.at('/orders-report'))
  await expect(
    page.getByRole('heading', { level: 1, name: reportViews.orders.title[w.locale] }),
  ).toBeVisible()
  // On a phone the rows come first: period and filters stand behind a button.
  const filters = page.getByRole('button', { name: w.fold.filters })
  if ((page.viewportSize()?.width ?? 0) < 960) await filters.click()
  // A day stands as people here write it, whatever the browser’s language, and is typed so.
  const shown = await page.getByLabel(w.report.to, { exact: true }).inputValue()
  const to = shown.split('.').reverse().join('-')
  await page.getByLabel(w.report.from, { exact: true }).fill(numericDay(addDays(to, -330)))
  await expect(page.getByText('QGDEMO001')).toBeVisible()
  // The sums of the whole period stand under their columns, in sight.
  await expect(page.getByText(new RegExp(`^${w.report.totals}: `))).toBeInViewport()
  await isSound(page)
  await sortsAndShares(page, w)
  const coming = page.waitForEvent('download')
  await button(page, `${w.report.files}: ${w.report.csv}`).click()
  const file = readFileSync(await (await coming).path(), 'utf8')
  expect(file.startsWith('\uFEFF')).toBe(true)
  // Four digits of an IIN: whole ones ask why.
  expect(file).toContain(';•••• 9904;')
  await page
    .getByRole('combobox', { name: w.report.status, exact: true })
    .selectOption('refund_failed')
  await expect(page.getByText(w.report.empty)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('status')).toBe('refund_failed')
}

/** By keys a column sorts the rows; a link of the view has what it is narrowed and sorted by. */
async function sortsAndShares(page: Page, w: Words): Promise<void> {
  const { number } = orderColumns
  const head = page.getByRole('columnheader', { name: number.screen[w.locale], exact: true })
  await head.getByRole('button').focus()
  for (const [sort, said] of [
    ['number', 'ascending'],
    ['-number', 'descending'],
  ] as const) {
    await page.keyboard.press('Enter')
    await expect(head).toHaveAttribute('aria-sort', said)
    expect(new URL(page.url()).searchParams.get('sort')).toBe(sort)
    await head.getByRole('button').focus()
  }
  await page.evaluate(() => {
    navigator.canShare = () => true
    navigator.share = async ({ url } = {}) => {
      document.body.dataset.shared = url
    }
  })
  await page.getByText(w.views.views, { exact: true }).click()
  await button(page, w.views.shareThis).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', /sort=-number/)
  const shared = new URL((await page.locator('body').getAttribute('data-shared')) ?? '')
    .searchParams
  expect([shared.get('from'), shared.get('to')]).not.toContain(null)
  await page.getByText(w.views.views, { exact: true }).click()
}

/** By the rail, on a phone by the bar or what stands behind «more». */
async function opens(page: Page, w: Words, view: ReportView): Promise<void> {
  const menu = page.getByRole('navigation', { name: w.desk.menu })
  const link = menu.getByRole('link', { name: reportViews[view].title[w.locale], exact: true })
  const more = menu.getByRole('button', { name: w.desk.more, exact: true })
  if (!(await link.isVisible())) await more.click()
  await link.click()
}

async function readsAccounting(page: Page, w: Words, orderId: string): Promise<void> {
  await opens(page, w, 'insurers')
  await expect(page.getByText(insurerColumns.toPassOn.screen[w.locale]).first()).toBeAttached()
  await isSound(page)
  await opens(page, w, 'reconciliation')
  await page.getByRole('combobox', { name: w.report.period, exact: true }).selectOption('month')
  await expect(page.getByRole('region', { name: w.match.equation }).last()).toBeVisible()
  await opens(page, w, 'statements')
  await page
    .getByLabel(`${w.books.statements.choose}: ${w.statement.drop}`, { exact: true })
    .setInputFiles({
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `date;operation;order_id;payment_id;amount;fee\n2025-01-05;payment;${orderId};1;100;1\n`,
      ),
    })
  await button(page, w.statement.open).click()
  // What the line will do is seen before it is taken, and whose it is nobody guesses.
  await page.getByLabel(w.books.statements.system, { exact: true }).selectOption('mobile_bank')
  await expect(page.getByText(w.statement.groups.unknown).first()).toBeVisible()
  await button(page, w.statement.take(1)).click()
  await expect(page.getByText(w.books.statements.imported)).toBeVisible()
  await button(page, `${w.books.statements.open}: bank.csv`).first().click()
  await expect(page.getByText(w.books.statements.verdicts.unknown).first()).toBeVisible()
  await isSound(page)
  await opens(page, w, 'periods')
  await expect(page.getByRole('table', { name: w.months.caption })).toBeVisible()
  await opens(page, w, 'refunds')
  // Whether other people's refunds are of this period is theirs.
  await expect(
    page.getByText(w.books.refunds.none).or(page.getByRole('table')).first(),
  ).toBeVisible()
}

/** Staff propose another commission, an administrator applies it, and it is proposed back. */
async function changesCommission(
  page: Page,
  w: Words,
  insurer: string,
  percent: string,
): Promise<void> {
  const t = w.reference
  await comesAs(page, 'staff')
  await page.goto(w.at('/staff/reference?kind=commissions'))
  await button(page, `${t.change}: ${insurer}`).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel(t.fields.commission_percent ?? '', { exact: true }).fill(percent)
  await dialog.getByRole('button', { name: t.propose }).click()
  await expect(dialog.locator('[data-invalid]')).toHaveCount(1)
  await dialog.getByLabel(t.reason, { exact: true }).fill('№ 7')
  await dialog.getByRole('button', { name: t.propose }).click()
  await expect(page.getByText(t.mine).first()).toBeVisible()
  await expect(button(page, t.approve)).toHaveCount(0)
  await comesAs(page, 'administrator')
  await page.reload()
  // The other language's proposal may wait beside this one.
  const proposal = page
    .locator('section')
    .filter({ has: page.getByText(`${percent}0`, { exact: true }) })
    .last()
  await expect(proposal).toBeVisible()
  await isSound(page)
  await proposal.getByRole('button', { name: t.approve }).click()
  await expect(page.getByText(t.future).first()).toBeVisible()
  await expect(page.getByText(`${percent}0`, { exact: true }).first()).toBeVisible()
  await page.locator('summary').filter({ hasText: t.history }).click()
  await page
    .getByRole('button', { name: `${t.revert}: ${insurer}` })
    .first()
    .click()
  await dialog.getByLabel(t.reason, { exact: true }).fill('№ 8')
  await expect(dialog.getByLabel(t.from, { exact: true })).not.toHaveValue('')
  // Taken back from its own day: it has not begun.
  await dialog.getByRole('button', { name: t.propose }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t.reverts).first()).toBeVisible()
}

for (const [locale, size, insurer, percent] of viewsOf('books and a commission', [
  ['kz', phone, '«Тобыл» сақтандыру компаниясы · ОГПО', '12,5'],
  ['ru', wide, 'Страховая компания «Алатау» · ОГПО', '13,5'],
] as const))
  test(`the accountant reads the books, staff change a commission, ${locale}`, async ({ page }) => {
    spec(
      '1.accountant-reporting-pages',
      '1.accountants-claim-report-orders',
      '2.2.claim-report',
      '2.2.orders-report',
    )

    const w = wordsOf(locale)
    await page.setViewportSize(size)
    await comesAs(page, 'accountant')
    await page.goto(w.at('/claim-report'))
    await expect(page.getByRole('heading', { level: 1, name: w.claims.title })).toBeVisible()
    // The claim of a new app's demonstration is made last.
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('QC00000001')).toBeVisible({ timeout: 10_000 })
    }).toPass()
    await isSound(page)
    await readsOrders(page, w)
    await readsAccounting(page, w, `nobody-${locale}`)
    await changesCommission(page, w, insurer, percent)
  })
