import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import books from '#web/reports/accounting-texts.ts'
import statement from '#web/reports/statement-texts.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** Several statements at once: each has its own preview and its own answer. */
const locale = 'ru'
const w = { ...statement[locale], old: books[locale].statements }
const HEAD = 'date;operation;order_id;payment_id;amount;fee\n'
const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
const line = (id: string, day = '2025-02-05') => `${day};payment;${id};1;100;1\n`

async function gives(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  await page.goto(`${prefixOf(locale)}/orders-report?view=statements`)
  await page.getByLabel(`${w.old.choose}: ${w.drop}`, { exact: true }).setInputFiles(files)
  await page.getByRole('button', { name: w.open, exact: true }).press('Enter')
}

/** Nothing decides whose a file in our own form is, where it names no payment of ours. */
async function saysWhose(page: Page): Promise<void> {
  const whose = page.getByLabel(w.old.system, { exact: true })
  await expect(whose).toBeFocused()
  await expect(whose).toHaveValue('')
  await whose.selectOption('mobile_bank')
}

test('four files are taken at once, by the keyboard: each is seen and answered on its own', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  await gives(page, [
    file('first.csv', HEAD + line(one)),
    file('empty.csv', ''),
    file('broken.csv', `${HEAD}2025-02-30;payment;x;1;100;1\n`),
    file('second.csv', HEAD + line(two) + line(`${two}-2`)),
  ])
  const heading = page.getByRole('heading', { level: 2 })
  await expect(heading).toContainText('first.csv')
  await expect(heading).toContainText(w.turn(1, 4))
  await isSound(page)
  await saysWhose(page)
  await expect(page.getByRole('button', { name: w.take(1), exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  // The empty one has no preview, the broken one says its line and cannot be taken.
  await expect(heading).toContainText('broken.csv')
  await expect(page.getByRole('alert')).toContainText(w.line(2))
  await expect(page.getByRole('button', { name: w.take(1), exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: w.leave, exact: true }).press('Enter')
  await expect(heading).toContainText('second.csv')
  await saysWhose(page)
  await expect(page.getByRole('button', { name: w.take(2), exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const answers = page.getByRole('list', { name: w.answers })
  await expect(answers.getByRole('listitem')).toHaveText([
    `first.csv${w.taken(1)}`,
    `empty.csv${w.nothingIn}`,
    `broken.csv${w.left}`,
    `second.csv${w.taken(2)}`,
  ])
  for (const name of ['first.csv', 'second.csv'])
    await expect(
      page.getByRole('button', { name: `${w.old.open}: ${name}`, exact: true }).first(),
    ).toBeVisible()
  await isSound(page)
  await page.setViewportSize(phone)
  await isSound(page)
})

test('a file of 200 MB is told so at once, and the others beside it are taken', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  await page.goto(`${prefixOf(locale)}/orders-report?view=statements`)
  const text = HEAD + line(crypto.randomUUID(), '2025-02-06')
  const form = page.locator('form').filter({ has: page.locator('input[type="file"]') })
  await form.evaluate((place, small) => {
    const given = new DataTransfer()
    given.items.add(new File([new Uint8Array(200 * 1024 * 1024)], 'large.csv'))
    given.items.add(new File([small], 'small.csv', { type: 'text/csv' }))
    place.dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true }))
  }, text)
  await expect(page.getByRole('heading', { level: 2 })).toContainText('small.csv')
  await saysWhose(page)
  await expect(page.getByRole('button', { name: w.take(1), exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: w.answers }).getByRole('listitem')).toHaveText([
    `large.csv${w.tooBig}`,
    `small.csv${w.taken(1)}`,
  ])
})
