import { readFileSync } from 'node:fs'
import { prefixOf } from '#contract/pages.ts'
import { readCsv } from '#domain/csv.ts'
import outWords from '#web/reports/out-texts.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** What of a month goes out to 1C, as an accountant gives it out for the first time. */
const locale = 'kz'
const w = outWords[locale]
const at = (more = '') => `${prefixOf(locale)}/orders-report?view=out${more}`

test('an accountant says how the commission is taxed and takes the entries of a month', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  await page.goto(at())
  const entries = page.getByRole('listitem').filter({ hasText: w.about.entries })
  // Nothing is supposed: it is said first, once for all the files that wait for it.
  const missing = page.getByRole('button', { name: `${w.fill}: ${w.setVat}` })
  await expect(missing).toHaveCount(1)
  await missing.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: w.vatKinds.payer }).check()
  await dialog.getByRole('button', { name: w.save }).click()
  // What is wrong is said by its field.
  await expect(dialog.getByLabel(w.percent)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(w.percent).fill('16')
  await dialog.getByLabel(w.from, { exact: true }).fill('01.01.2024')
  await dialog.getByLabel(w.source).fill('Салық кодексі')
  await dialog.getByRole('button', { name: w.save }).click()
  await expect(dialog).toBeHidden()

  const download = page.waitForEvent('download')
  await entries.getByRole('button', { name: `${w.download}: ${w.file.entries}` }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^qorgan-1c-entries-\d{4}-\d{2}(-preliminary)?\.csv$/)
  const [head = [], ...rows] = readCsv(readFileSync(await file.path(), 'utf8'))
  expect(head.slice(0, 4)).toEqual(['Дата', 'Номер', 'Операция', 'Дебет'])
  expect(rows.length).toBeGreaterThan(0)

  await page.goto(at('&part=chart'))
  await page.getByRole('button', { name: w.editOf(w.entry.commission) }).click()
  await dialog.getByLabel(w.debit).fill('12')
  await dialog.getByRole('button', { name: w.save }).click()
  await expect(dialog.getByLabel(w.debit)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(w.debit).fill('1210')
  await dialog.getByRole('button', { name: w.save }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: w.entry.commission })).toContainText('1210')

  for (const part of ['', '&part=chart', '&part=parties', '&part=vat']) {
    await page.goto(at(part))
    await expect(page.getByRole('main').locator('h2').first()).toBeVisible()
    for (const size of [wide, phone]) {
      await page.setViewportSize(size)
      await isSound(page)
    }
  }
})
