import type { Page } from '@playwright/test'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { refusalText } from '#texts/refusals.ts'
import wayWords from '#web/ui/way-on-texts.ts'
import { inDatabase } from './database.ts'
import { languagesOf } from './languages.ts'
import * as portal from './promoter-screens.ts'
import { bill, codeOn, type Human, newCar, newHuman } from './sandbox.ts'
import {
  addCar,
  begins,
  expect,
  isSound,
  payButton,
  pays,
  phone,
  test,
  wide,
  wordsOf,
} from './screens.ts'

// 12010: between the price and the order the insurer's commission became another. The words say to
// calculate again, and the button they stand beside does.

/** The commission that the prices of this person were made with is agreed no more. */
const commissionChanges = async ({ iin }: Human): Promise<void> => {
  const changed = await inDatabase(
    `update quotes set facts = jsonb_set(facts, '{insurer,commissionPercent}', '"1.00"') where buyer_iin = $1`,
    [iin],
  )
  expect(changed).toBeGreaterThan(0)
}
const says = async (page: Page, locale: Locale): Promise<void> => {
  await expect(page.getByText(refusalText(refusals.brokerPremiumMismatch, locale))).toBeVisible()
  await isSound(page)
}

for (const locale of languagesOf('a price that is gone on the site'))
  test(`${locale}: on the site the price is calculated anew and paid`, async ({ page }) => {
    const w = wordsOf(locale)
    await page.setViewportSize({ kz: phone, ru: wide }[locale])
    const buyer = await newHuman()
    await begins(page, w, buyer)
    await addCar(page, w, await newCar())
    await expect(payButton(page)).toBeVisible()
    await commissionChanges(buyer)
    await pays(page, w)
    await says(page, locale)
    await page.getByRole('button', { name: wayWords[locale].price, exact: true }).click()
    await expect(page.getByText(refusalText(refusals.brokerPremiumMismatch, locale))).toBeHidden()
    await pays(page, w)
    await bill(buyer.phone, 'pay')
    await expect(
      page.getByRole('heading', { level: 1, name: w.result.headings.issued }),
    ).toBeVisible()
  })

test.describe('at a promoter', () => {
  test.use({
    geolocation: portal.street,
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
  })
  for (const locale of languagesOf('a price that is gone at a promoter'))
    test(`${locale}: the sheet calculates anew, and a client with the QR code is told whom to ask`, async ({
      page,
      browser,
    }) => {
      const w = portal.wordsOf(locale)
      await page.setViewportSize({ kz: wide, ru: phone }[locale])
      const buyer = await newHuman()
      await portal.opens(page, w)
      await portal.fillPeople(page, w, buyer)
      await portal.fillCar(page, w, await newCar())
      await expect(portal.billButton(page)).toBeVisible()
      await portal.button(page, w.sell.handOff).click()
      const dialog = page.locator('dialog[open]')
      await dialog.getByRole('button', { name: w.handOff.copy, exact: true }).click()
      const url = await page.evaluate(() => navigator.clipboard.readText())

      const client = await browser.newContext({ viewport: phone, hasTouch: true })
      const their = await client.newPage()
      await their.goto(url)
      for (const label of [
        w.client.acceptTerms,
        w.client.acceptPersonalData,
        w.client.acceptCommission,
      ])
        await their.getByRole('checkbox', { name: label }).check()
      await portal.button(their, w.client.getCode).click()
      const code = their.getByLabel(w.client.code)
      await expect(code).toBeVisible()
      await code.pressSequentially(await codeOn(buyer.phone))
      await expect(their.getByText(w.client.confirmed)).toBeVisible()
      await commissionChanges(buyer)
      await their.getByRole('button', { name: /₸/ }).click()
      await says(their, locale)
      await expect(their.getByText(w.client.askAnew)).toBeVisible()
      await expect(their.getByRole('button', { name: /₸/ })).toBeHidden()
      await client.close()

      await page.keyboard.press('Escape')
      await portal.sends(page, w)
      await says(page, locale)
      await portal.button(page, w.sell.recalculate).click()
      await expect(portal.billButton(page)).toBeVisible()
    })
})
