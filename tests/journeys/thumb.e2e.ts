import type { Locator, Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import homeWords from '#web/pages/index/texts.ts'
import { monthsWord } from '#web/purchase/purchase-texts.ts'
import { answers, newCar, newHuman } from './sandbox.ts'
import {
  addDriver,
  agrees,
  edits,
  expect,
  heading,
  isSound,
  keeps,
  moving,
  payButton,
  phone,
  row,
  signIn,
  test,
  wide,
  wordsOf,
} from './screens.ts'
import { spec } from './spec.ts'

test.use(moving)

/** Counts every press of a finger or a mouse, and the fields that are typed in. */
function counted(page: Page) {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    async tap(target: Locator) {
      count.taps += 1
      await target.click()
    },
    async types(target: Locator, text: string) {
      count.fields += 1
      await target.focus()
      await page.keyboard.type(text)
    },
  }
}

/** From the first page, where the plate is typed, to the code. */
async function toCode(page: Page, locale: Locale) {
  const w = wordsOf(locale)
  const t = homeWords[locale]
  const [who, car] = [await newHuman(), await newCar()]
  await page.goto(pathOf('index', locale))
  await page.getByLabel(t.plate).pressSequentially(car.plate)
  await page.getByLabel(t.passport).pressSequentially(car.techPassport)
  await page.getByRole('button', { name: t.priced }).click()
  await signIn(page, w, who, isSound)
  return { w, car }
}

test.describe('with a thumb, in Kazakh', () => {
  test.use({ viewport: phone })

  test('from the code to the bill are two taps and no field; one more driver is four taps', async ({
    page,
  }) => {
    const { w, car } = await toCode(page, 'kz')
    const hand = counted(page)
    await expect(row(page, w, 'cars').getByText(car.plate, { exact: true })).toBeVisible()
    await expect(payButton(page)).toBeVisible()
    await isSound(page)

    const second = await newHuman()
    const more = counted(page)
    const sheet = await edits(page, w, 'drivers')
    more.count.taps += 1
    // The field of the IIN has the focus already.
    await expect(sheet.getByLabel(w.buy.iin)).toBeFocused()
    const driver = await addDriver(sheet, w, second)
    more.count.fields += 1
    await more.tap(driver.getByLabel(w.buy.phoneOfDriver))
    await more.types(driver.getByLabel(w.buy.phoneOfDriver), second.phone.slice(1))
    await more.tap(driver.getByRole('button', { name: w.buy.consentAsk }))
    await expect(driver.getByText(w.buy.consentAwaitingText)).toBeVisible()
    await answers(second.phone, '1')
    await expect(driver.getByText(w.buy.consentApproved, { exact: true })).toBeVisible()
    await keeps(sheet, w)
    more.count.taps += 1
    expect(more.count).toEqual({ taps: 4, fields: 2 })
    await expect(page.getByText(/^2-жүргізуші: /)).toBeVisible()

    await hand.tap(payButton(page))
    const pay = page.getByRole('dialog', { name: w.review.payTitle })
    await hand.tap(agrees(pay, w))
    await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
    expect(hand.count).toEqual({ taps: 2, fields: 0 })
  })
})

test.describe('on a wide screen, in Russian', () => {
  test.use({ viewport: wide })

  test('what was saved in a sheet is taken back at one press, with its price', async ({ page }) => {
    spec('7.2.ours-saved-sheet-undone')

    const { w } = await toCode(page, 'ru')
    const price = payButton(page)
    await expect(price).toBeVisible()
    const before = await price.innerText()
    const sheet = await edits(page, w, 'term')
    await sheet.getByLabel(w.buy.seasonal).check()
    await isSound(page)
    await keeps(sheet, w)
    await expect(page.getByText(w.review.keptNow)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: w.review.undo }).click()
    await expect(page.getByText(w.review.keptNow)).toBeHidden()
    await expect(row(page, w, 'term').getByRole('button')).toBeFocused()
    await expect(row(page, w, 'term').getByText(monthsWord('ru', 12))).toBeVisible()
    await expect(price).toHaveText(before)
  })

  test('from the code to the bill is one press and no field', async ({ page }) => {
    const { w } = await toCode(page, 'ru')
    const hand = counted(page)
    const side = page.getByRole('complementary', { name: w.buy.summary })
    await expect(agrees(side, w)).toBeEnabled()
    await hand.tap(agrees(side, w))
    await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
    expect(hand.count).toEqual({ taps: 1, fields: 0 })
  })
})
