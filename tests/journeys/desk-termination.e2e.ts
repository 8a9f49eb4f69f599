import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import { refusalText } from '#texts/refusals.ts'
import { desks } from '#web/desks/desks.ts'
import documentWords from '#web/desks/documents/texts.ts'
import words from '#web/desks/orders/texts.ts'
import actWords from '#web/ui/act-texts.ts'
import orderWords from '#web/ui/order-words.ts'
import { sheetOf } from '../sheets.ts'
import { inDatabase, rowsOf } from './database.ts'
import { viewsOf } from './languages.ts'
import { buys } from './policies.ts'
import { newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/**
 * Staff end a policy whose car nobody may ask the register about: the policyholder's consent is
 * over, and the unified database still knows the technical passport. The document has to prove it.
 */
async function ends(page: Page, locale: Locale): Promise<void> {
  const t = words[locale]
  const at = (path: string) => `${prefixOf(locale)}${path}`
  const dialog = page.locator('dialog[open]')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const [who, car] = [await newHuman(), await newCar()]
  const { globalId } = await buys(who, car)
  // What 1414 gave is not held any more.
  expect(await inDatabase('delete from consent_tokens where iin = $1', [who.iin])).toBeGreaterThan(
    0,
  )

  await comesAs(page, 'staff')
  await page.goto(at('/staff/orders'))
  await page.getByRole('textbox', { name: t.findLabel }).fill(globalId)
  await page.getByRole('button', { name: t.find, exact: true }).click()
  await page.getByRole('button', { name: t.act.terminate, exact: true }).click()
  // Nothing is preset: no default says why a contract ends.
  const why = dialog.getByLabel(t.terminateReason)
  await expect(why).toHaveValue('')
  await button(t.calculate).click()
  await expect(why).toHaveAttribute('aria-invalid', 'true')
  await why.selectOption('sold')
  await isSound(page)
  await button(t.calculate).press('Enter')

  const warning = dialog.getByText(t.unproven([car.plate]), { exact: true })
  await expect(warning).toBeInViewport()
  await expect(dialog.getByText(t.unprovenHint, { exact: true })).toBeVisible()
  // The step is read from its beginning, not from the button that would end the policy.
  await expect(button(t.terminate)).not.toBeFocused()
  await isSound(page)

  // Without the document nothing ends.
  const ground = dialog.getByLabel(t.ground, { exact: true })
  await button(t.terminate).click()
  await expect(dialog.getByText(actWords[locale].failed)).toBeVisible()
  await expect(dialog.getByText(fieldText('ground', locale))).toBeVisible()
  await expect(ground).toBeFocused()
  await expect(ground).toBeInViewport()
  await isSound(page)
  await ground.fill('Сатып алу-сату шарты № 12, 20.11.2026 / Договор купли-продажи № 12')
  // What it says is joined too, and scanned as what clients send.
  await button(t.terminate).click()
  await expect(dialog.getByText(refusalText(14138, locale))).toBeVisible()
  await dialog.locator('input[name="document"]').setInputFiles({
    name: 'contract.pdf',
    mimeType: 'application/pdf',
    buffer: sheetOf(1, 'a contract'),
  })
  const opens = `${documentWords[locale].open}: contract.pdf`
  await expect(dialog.getByRole('button', { name: opens })).toBeVisible()
  await isSound(page)
  await button(t.terminate).click()

  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: opens })).toBeVisible()
  const policy = page.getByText(`${globalId}, ${orderWords[locale].policy.terminated}`)
  await expect(policy).toBeVisible()
  await expect(page.getByRole('button', { name: t.act.terminate, exact: true })).toHaveCount(0)
  await expect(
    page.getByText(`${t.kinds.staff}: ${t.staffActs['policy.terminated']}`).first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    desks['staff-orders'].title[locale],
  )
  await isSound(page)
  const rows = await rowsOf(
    `select policies.state, ground from policies join policy_endings on policy_id = policies.id
     where global_id = $1 and policy_endings.state = 'done'`,
    [globalId],
  )
  expect(rows).toEqual([{ state: 'terminated', ground: expect.stringContaining('№ 12') }])
}

for (const { where, locale, viewport, colorScheme } of viewsOf('ends by the document', [
  { where: 'staff on a phone in Kazakh', locale: 'kz', viewport: phone, colorScheme: 'light' },
  { where: 'staff on a wide screen in Russian', locale: 'ru', viewport: wide, colorScheme: 'dark' },
] as const))
  test.describe(where, () => {
    test.use({ viewport, colorScheme })
    test('a policy whose car the register cannot prove ends by the document', ({ page }) =>
      ends(page, locale))
  })
