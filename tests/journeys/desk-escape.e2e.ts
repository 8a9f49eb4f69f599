import { prefixOf } from '#contract/pages.ts'
import auditWords from '#web/desks/audit/texts.ts'
import { comes, opens, type Role } from './desk-screens.ts'
import { languagesOf } from './languages.ts'
import { expect, test, wide } from './screens.ts'

/** What opens in place at each desk: its list, what of the address or the page says it is open. */
const places: readonly { role: Role; path: string; row: string; open: string }[] = [
  { role: 'staff', path: '/staff/orders?view=newest', row: 'a[data-row]', open: 'order' },
  { role: 'staff', path: '/staff/claims', row: 'a[data-row]', open: 'claim' },
  { role: 'staff', path: '/staff/claims?list=1', row: 'a[data-row]', open: 'claim' },
  { role: 'staff', path: '/kyc', row: 'a[data-key]', open: 'case' },
  { role: 'administrator', path: '/staff/users', row: 'a[data-row]', open: 'user' },
  { role: 'accountant', path: '/orders-report', row: 'a[data-row]', open: 'sale' },
]

for (const locale of languagesOf('Esc'))
  for (const role of ['staff', 'administrator', 'accountant'] as const)
    test(`${locale}: Esc closes what the ${role} opened last, on every desk`, async ({ page }) => {
      await page.setViewportSize(wide)
      await comes(page, role)
      for (const { path, row, open } of places.filter((one) => one.role === role)) {
        await opens(page, prefixOf(locale) + path)
        const isOpen = () => new URL(page.url()).searchParams.get(open) !== null
        await page.locator(`main ${row}`).first().click()
        await expect.poll(isOpen, path).toBe(true)
        await expect(
          page.locator('main :is(h2, h3)').filter({ visible: true }).first(),
        ).toBeVisible()
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
        // Two folds above it, and a field one types in: one key each, in the order they were opened.
        const folds = page.locator('main details:not([open]) > summary').filter({ visible: true })
        const count = Math.min(2, await folds.count())
        const opened = page.locator('main details[open]')
        const before = await opened.count()
        for (let at = 0; at < count; at++) await folds.first().click()
        await expect(opened, path).toHaveCount(before + count)
        const field = page.locator('main textarea').filter({ visible: true })
        if ((await field.count()) > 0) {
          await field.first().fill('Esc')
          await page.keyboard.press('Escape')
          await expect(field.first(), path).toHaveValue('Esc')
          await expect(field.first()).not.toBeFocused()
        }
        for (let at = count; at > 0; at--) {
          await expect(opened, path).toHaveCount(before + at)
          await page.keyboard.press('Escape')
        }
        await expect(opened, path).toHaveCount(before)
        expect(isOpen(), path).toBe(true)
        await page.keyboard.press('Escape')
        await expect.poll(isOpen, { message: path, timeout: 5_000 }).toBe(false)
      }
    })

test('Esc closes an act of the audit log, a message and a client, and never two things at once', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  const client = (await comes(page, 'staff')).at(-1) ?? ''
  await opens(page, client)
  // A dialog is above the card: one key closes the one, another the other.
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(page.url()).toContain('client=')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).not.toContain('client=')

  await comes(page, 'administrator')
  await opens(page, '/staff/audit')
  const one = page.getByRole('complementary', { name: auditWords.kz.one })
  await page.locator('main a[data-row]').first().click()
  await expect(one).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(one).toHaveCount(0)
})
