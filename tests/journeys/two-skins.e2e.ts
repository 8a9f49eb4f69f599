import type { Page } from '@playwright/test'
import { type WayName, wayNames } from '#domain/payment-ways.ts'
import { fieldText } from '#texts/fields.ts'
import * as portal from './promoter-screens.ts'
import { bill, codeOn, type Human, newCar, newHuman } from './sandbox.ts'
import {
  addCar,
  agrees,
  begins,
  expect,
  hasPolicyDocuments,
  heading,
  moving,
  payButton,
  paysAtHalyk,
  paysByCard,
  phone,
  row,
  test,
  toPay,
  wide,
  wordsOf,
} from './screens.ts'

/**
 * One sale with two skins: bought in Kazakh on the site and sold in Russian by a promoter, by each
 * way to pay, with a mistake and a reload on the way.
 */
test.use(moving)
const kz = wordsOf('kz')
const ru = portal.wordsOf('ru')
/** A register or the insurer's side may take its time on a slow machine. */
const slowly = { timeout: 30_000 }

/** Pays on the other side: in the bank's application, on the acquirer's page, on that of Halyk. */
const paysThere: Record<WayName, (page: Page, who: Human) => Promise<void>> = {
  mobile_bank: (_, { phone: number }) => bill(number, 'pay'),
  card: paysByCard,
  epay: (page) => paysAtHalyk(page),
}

test.describe('in Kazakh on the site, on a phone', () => {
  test.use({ viewport: phone })

  for (const way of wayNames)
    test(`with a car's number mistyped and a reload, paid by ${way}`, async ({ page }) => {
      const [buyer, car] = [await newHuman(), await newCar()]
      await begins(page, kz, buyer)
      const cars = row(page, kz, 'cars')
      await cars.getByLabel(kz.buy.plate).pressSequentially(`${car.plate.slice(0, -1)}`)
      await cars.getByLabel(kz.buy.techPassport).pressSequentially(car.techPassport)
      await page.reload()
      // What was typed is there, and nothing is sold of half a number.
      await expect(cars.getByLabel(kz.buy.techPassport)).not.toHaveValue('')
      await expect(payButton(page)).toHaveCount(0)
      await cars.getByLabel(kz.buy.plate).fill('')
      await cars.getByLabel(kz.buy.techPassport).fill('')
      await addCar(page, kz, car)
      await expect(payButton(page)).toBeVisible(slowly)
      const place = await toPay(page, kz)
      await place.getByLabel(kz.ways[way].name).check()
      await agrees(place, kz).click()
      if (way === 'mobile_bank')
        await expect(heading(page, kz.ways.mobile_bank.asked)).toBeVisible(slowly)
      await paysThere[way](page, buyer)
      await hasPolicyDocuments(page, kz)
    })
})

test.describe('in Russian by a promoter, on a wide screen', () => {
  test.use({
    viewport: wide,
    geolocation: portal.street,
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    locale: 'ru-RU',
  })

  /** A price, with a mistake that is said and a reload before it. */
  async function prices(page: Page, buyer: Human): Promise<void> {
    const car = await newCar()
    await portal.opens(page, ru)
    await portal.fillPeople(page, ru, buyer)
    await portal.button(page, ru.sell.calculate).click()
    await expect(
      portal.row(page, ru.sell.car(1)).getByText(fieldText('required', 'ru')).first(),
    ).toBeVisible()
    await page.reload()
    await expect(portal.policyholderField(page, ru, ru.sell.iin)).toHaveValue(buyer.iin)
    await portal.fillCar(page, ru, car)
    await portal.button(page, ru.sell.calculate).click()
    await expect(portal.billButton(page)).toBeVisible(slowly)
  }

  test('with a car forgotten and a reload, paid by the bill', async ({ page }) => {
    const buyer = await newHuman()
    await prices(page, buyer)
    await portal.sends(page, ru)
    await expect(page.getByRole('heading', { name: ru.result.headings.awaiting })).toBeVisible(
      slowly,
    )
    await paysThere.mobile_bank(page, buyer)
    await portal.issued(page, ru)
  })

  test('with a car forgotten and a reload, paid by the link of Halyk', async ({
    page,
    context,
  }) => {
    const buyer = await newHuman()
    await prices(page, buyer)
    await portal.button(page, ru.ways.epay.send).click()
    const link = page.getByRole('link', { name: ru.ways.epay.page ?? '' })
    await expect(link).toBeVisible(slowly)
    const theirs = await context.newPage()
    await theirs.goto((await link.getAttribute('href')) ?? '')
    await paysThere.epay(theirs, buyer)
    await portal.issued(page, ru)
  })

  test('with a car forgotten and a reload, handed over and paid by the client’s card', async ({
    page,
    browser,
  }) => {
    const buyer = await newHuman()
    await prices(page, buyer)
    await portal.button(page, ru.sell.handOff).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByRole('button', { name: ru.handOff.copy, exact: true }).click()
    await expect(dialog.getByRole('button', { name: ru.handOff.copied, exact: true })).toBeVisible()
    const url = await page.evaluate(() => navigator.clipboard.readText())

    const client = await browser.newContext({ viewport: phone, hasTouch: true })
    const theirs = await client.newPage()
    await theirs.goto(url)
    await expect(theirs.getByRole('heading', { level: 1, name: ru.client.heading })).toBeVisible()
    for (const label of [
      ru.client.acceptTerms,
      ru.client.acceptPersonalData,
      ru.client.acceptCommission,
    ])
      await theirs.getByRole('checkbox', { name: label }).check()
    await portal.button(theirs, ru.client.getCode).click()
    const code = theirs.getByLabel(ru.client.code)
    await expect(code).toBeVisible()
    await code.pressSequentially(await codeOn(buyer.phone))
    await portal.button(theirs, ru.ways.card.handedOver(0)).click()
    await paysThere.card(theirs, buyer)
    await portal.issued(theirs, ru)
    await portal.issued(page, ru)
    // The page where the client paid is theirs, and no link of Halyk.
    await expect(page.getByRole('link', { name: ru.ways.epay.page ?? '' })).toHaveCount(0)
    await client.close()
  })
})
