import type { Page } from '@playwright/test'
import { getPolicyFiles } from '#contract/cabinet.ts'
import { driver } from '#contract/ogpo-calculate.ts'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import { plateWords } from '#web/ui/plate-words.ts'
import { button, dialog, opens, signsInByCode, type Words, wordsOf } from './client-screens.ts'
import { buys } from './policies.ts'
import { answers, bill, type Car, type Human, newCar, newHuman } from './sandbox.ts'
import { action, expect, heading, isSound, pays } from './screens.ts'

export async function seesPolicy(page: Page, w: Words, car: Car, globalId: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(globalId) }).click()
  const card = page.getByRole('article').filter({ hasText: globalId })
  for (const text of [car.plate, w.policies.states.pending])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  for (const label of [
    w.policies.premium,
    w.policies.total,
    w.policies.starts,
    w.policies.ends,
    w.policies.verified,
    w.policies.drivers,
  ])
    await expect(
      page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd'),
    ).not.toBeEmpty()
}

/** Dragged down by more than 50 px, the sheet of the documents closes; by less it stays. */
async function dragsSheet(page: Page, w: Words): Promise<void> {
  // The sheet that waits for its files is the one that has them.
  const files = Promise.withResolvers<void>()
  await page.route(`**${getPolicyFiles.path}`, async (route) => {
    await files.promise
    await route.continue()
  })
  await button(page, w.policies.papers).first().click()
  const named = page.getByRole('dialog', { name: w.dialogs.documents.title })
  await expect(named.getByRole('link')).toHaveCount(0)
  await expect(named).toBeVisible()
  files.resolve()
  const handle = dialog(page).locator('[data-handle]')
  const drag = async (pixels: number) => {
    // Standing still, after its opening and after whatever it has loaded.
    await handle.hover()
    const at = await handle.boundingBox()
    if (!at) throw new Error('no handle')
    // Whole pixels, so that the pointer's way is exactly as long as asked.
    const [x, y] = [Math.round(at.x + at.width / 2), Math.round(at.y + at.height / 2)]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + pixels, { steps: 4 })
    await page.mouse.up()
  }
  await expect(dialog(page).getByRole('link').first()).toBeVisible()
  await drag(50)
  await expect(dialog(page)).toBeVisible()
  await drag(51)
  await expect(dialog(page)).toHaveCount(0)
  // What opened it has the focus again, for whoever goes on with the keyboard.
  await expect(button(page, w.policies.papers).first()).toBeFocused()
}

async function addsDriver(
  page: Page,
  w: Words,
  of: { who: Human; second: Human; car: Car },
): Promise<void> {
  await page.getByText(w.policies.others).first().click()
  await page.getByRole('link', { name: w.policies.addDrivers }).click()
  await expect(heading(page, w.add.heading)).toBeVisible()
  await expect(page.getByText(w.add.law)).toBeVisible()
  // The days of the policy break at the dash alone.
  expect(await page.getByRole('definition').allTextContents()).toContainEqual(
    expect.stringMatching(/^[^ ]+– [^ ]+$/),
  )
  await action(page).click()
  const row = page.getByRole('group', { name: w.sale.buy.driverTitle(2) })
  for (const label of [w.sale.buy.iin, w.sale.buy.phoneOfDriver])
    await expect(row.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(fieldText('required', w.locale)),
    )
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
  await isSound(page)
  await row.getByLabel(w.sale.buy.iin, { exact: true }).pressSequentially(of.second.iin)
  await row.getByLabel(w.sale.buy.phoneOfDriver).pressSequentially(of.second.phone.slice(1))
  await row.getByRole('button', { name: w.sale.buy.consentAsk }).click()
  await expect(row.getByText(w.sale.buy.consentAwaitingText)).toBeVisible()
  // With the consent the registers are asked anew, and answer late: the price waits for them.
  const registers = Promise.withResolvers<void>()
  await page.route(`**${driver.path}`, async (route) => {
    await registers.promise
    await route.continue()
  })
  await answers(of.second.phone, '1')
  await expect(row.getByText(w.sale.buy.consentApproved, { exact: true })).toBeVisible()
  await expect(row.getByText(w.sale.buy.lookDriver)).toBeVisible()
  await action(page).click()
  registers.resolve()
  // The licence is of this year and does not tell the experience: the driver does.
  await expect(
    page.getByRole('alert').getByRole('link', { name: fieldText('experience', w.locale) }),
  ).toBeVisible()
  await isSound(page)
  await row.getByRole('radio', { name: w.sale.buy.experienceUnder }).check()
  // The price comes by itself; what is charged or given back is seen before anything is paid.
  for (const line of [w.sale.buy.total, w.sale.buy.remaining, w.sale.buy.surcharge])
    await expect(page.getByText(line, { exact: true }).filter({ visible: true })).toBeVisible()
  await isSound(page)
  await pays(page, w.sale)
  await page.waitForURL('**/ogpo-calculator/result?order=*')

  await opens(page, w, 'applications')
  await expect(
    page.getByRole('heading', { level: 3 }).filter({ hasText: plateWords(of.car.plate) }),
  ).toBeVisible()
  await expect(page.getByText(w.applications.kinds.reissue)).toBeVisible()
  await page.getByRole('link', { name: w.applications.open.pay }).click()
  await bill(of.who.phone, 'pay')
  await expect(heading(page, w.sale.result.headings.issued)).toBeVisible()
  // What became of the old policy, what was paid for this one, and no talk of signing in.
  await expect(page.getByText(new RegExp(w.sale.result.replaced('\\S+')))).toBeVisible()
  await expect(page.getByText(w.sale.result.paidMore, { exact: true })).toBeVisible()
  await expect(page.getByText(w.sale.result.remindsYou, { exact: true })).toBeVisible()
}

export async function addsToPolicy(page: Page, locale: Locale): Promise<void> {
  const w = wordsOf(locale)
  const [who, second, car] = await Promise.all([
    newHuman(),
    newHuman({
      driverLicence: {
        number: 'AB765432',
        issueDate: '2026-01-10',
        validTo: '2036-01-10',
        experienceFrom: '2026-01-10',
      },
    }),
    newCar(),
  ])
  const { globalId } = await buys(who, car)
  await signsInByCode(page, w, who)
  await seesPolicy(page, w, car, globalId)
  await dragsSheet(page, w)
  await addsDriver(page, w, { who, second, car })
}
