import type { Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import homeWords from '#web/pages/index/texts.ts'
import { languagesOf } from './languages.ts'
import { codeOn, newCar, newHuman } from './sandbox.ts'
import {
  agrees,
  expect,
  hasPolicyDocuments,
  heading,
  payButton,
  phone,
  test,
  wordsOf,
} from './screens.ts'

/** From the first page to the pass, as a thumb does it: what is pressed, typed and seen. */
function thumbOn(page: Page) {
  const count = { taps: 0, fields: 0, screens: 0 }
  return {
    count,
    sees: async (place: ReturnType<Page['locator']>) => {
      count.screens += 1
      await expect(place).toBeVisible()
    },
    tap: async (target: ReturnType<Page['locator']>) => {
      count.taps += 1
      await target.tap()
    },
    /** Where the focus already is: nothing is pressed before. */
    types: async (field: ReturnType<Page['locator']>, text: string) => {
      count.fields += 1
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
    },
  }
}
type Thumb = ReturnType<typeof thumbOn>

/** Ends at the review with its price; five fields, three taps. */
async function toReview(page: Page, thumb: Thumb, locale: Locale) {
  const w = wordsOf(locale)
  const t = homeWords[locale]
  const [who, car] = [await newHuman(), await newCar()]
  await page.goto(pathOf('index', locale))
  await thumb.sees(page.getByLabel(t.plate))
  await thumb.tap(page.getByLabel(t.plate))
  await thumb.types(page.getByLabel(t.plate), car.plate)
  await thumb.types(page.getByLabel(t.passport), car.techPassport)
  await thumb.tap(page.getByRole('button', { name: t.priced, exact: true }))
  await thumb.sees(page.getByRole('heading', { level: 1, name: w.login.title }))
  await thumb.types(page.getByLabel(w.login.iin, { exact: true }), who.iin)
  await thumb.types(page.getByLabel(w.login.phone), who.phone.slice(1))
  await thumb.tap(page.getByRole('button', { name: w.login.send }))
  await thumb.sees(page.getByLabel(w.login.code))
  await thumb.types(page.getByLabel(w.login.code), await codeOn(who.phone))
  await thumb.sees(payButton(page))
  await thumb.tap(payButton(page))
  return { w, pay: page.getByRole('dialog', { name: w.review.payTitle }) }
}

test.use({ viewport: phone, hasTouch: true })

for (const locale of languagesOf('the whole way')) {
  test(`in ${locale}, from the first page to the pass by the bank’s application: seven taps, five fields, six screens`, async ({
    page,
  }) => {
    const thumb = thumbOn(page)
    const { w, pay } = await toReview(page, thumb, locale)
    await thumb.tap(agrees(pay, w))
    await thumb.sees(heading(page, w.ways.mobile_bank.asked))
    const open = page.getByRole('link', { name: /₸/ })
    await thumb.tap(open)
    // The bank's own confirmation, in its application.
    await thumb.tap(page.getByRole('button', { name: /Төлеу · Оплатить/ }))
    await expect(page.getByText(/төленді/)).toBeVisible()
    await page.goBack()
    await page.goBack()
    await thumb.sees(heading(page, w.result.headings.issued))
    expect(thumb.count).toEqual({ taps: 7, fields: 5, screens: 6 })
    await hasPolicyDocuments(page, w)
  })
}

test('by a card that the acquirer knows: eight taps', async ({ page }) => {
  const thumb = thumbOn(page)
  const { w, pay } = await toReview(page, thumb, 'ru')
  await thumb.tap(pay.getByLabel(w.ways.card.name))
  await thumb.tap(agrees(pay, w))
  // The acquirer's page: which card, and that it pays.
  await thumb.tap(page.getByRole('link', { name: /4400 0000 0000 0001/ }))
  await thumb.tap(page.getByRole('button', { name: /Оплатить/ }))
  await thumb.sees(heading(page, w.result.headings.issued))
  expect(thumb.count).toEqual({ taps: 8, fields: 5, screens: 5 })
  await hasPolicyDocuments(page, w)
})
