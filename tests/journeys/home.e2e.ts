import type { Page } from '@playwright/test'
import type { Locale } from '#brand'
import { prefixOf } from '#contract/pages.ts'
import { homeTerms } from '#texts/legal-home.ts'
import calculatorWords from '#web/home/calculator/texts.ts'
import insuranceWords from '#web/home/insurance/texts.ts'
import landingWords from '#web/pages/egov-home/texts.ts'
import homeWords from '#web/policies/home-texts.ts'
import { newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'

/**
 * The Home subscription, from the prices to the cancelling in the cabinet, by a person whom the
 * government's sign-in names.
 */
const wordsOf = (locale: Locale) => ({
  at: (path: string) => prefixOf(locale) + path,
  landing: landingWords[locale],
  calculator: calculatorWords[locale],
  insurance: insuranceWords[locale],
  home: homeWords[locale],
  terms: homeTerms[locale].title,
  plan: { kz: 'Бастау', ru: 'Старт' }[locale],
  street: { kz: 'достық', ru: 'достык дом' }[locale],
  idp: { kz: { iin: 'ЖСН', enter: 'Кіру' }, ru: { iin: 'ИИН', enter: 'Войти' } }[locale],
  cardForm: { kz: /Төлеу/, ru: /Оплатить/ }[locale],
})
type Words = ReturnType<typeof wordsOf>
const base = '/egov/policy/qorgan-home'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** The government's page: who one is there, and the way back. */
async function enters(page: Page, w: Words): Promise<void> {
  const who = await newHuman()
  await page.getByRole('link', { name: w.calculator.egov }).click()
  await page.getByLabel(w.idp.iin, { exact: true }).fill(who.iin)
  await page.getByRole('button', { name: w.idp.enter, exact: true }).click()
  await page.waitForURL('**/calculator?plan=*')
}

/** Types one of the acquirer's test cards on its page. */
async function paysWith(page: Page, w: Words, card: number): Promise<void> {
  await page.waitForURL('**/acquirer/pay/**')
  await page.goto(`${page.url()}?card=${card}`)
  await button(page, w.cardForm).click()
  await page.waitForURL('**/insurance?order=**')
}

async function walks(page: Page, w: Words): Promise<void> {
  await page.goto(w.at(base))
  await expect(page.getByText(w.landing.perMonth(1_490))).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: w.landing.choose(w.plan) }).click()

  // Nobody is known yet: the government's sign-in is offered, and the cabinet's.
  await expect(page.getByRole('link', { name: w.calculator.egov })).toHaveAttribute(
    'href',
    /idp\/login\?return=/,
  )
  await isSound(page)
  await enters(page, w)

  const address = page.getByRole('combobox', { name: w.calculator.address })
  await expect(page.getByText(w.calculator.perMonth(1_490)).first()).toBeVisible()
  await button(page, w.calculator.go).click()
  await expect(page.getByRole('link', { name: w.calculator.chooseAddress })).toBeVisible()
  await address.pressSequentially(w.street)
  await expect(page.getByRole('option').first()).toBeVisible()
  await isSound(page)
  // By the keyboard: a building with flats, which then are to be chosen from.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const flat = page.getByLabel(w.calculator.flat, { exact: true })
  await expect(flat).toBeVisible()
  await flat.selectOption({ index: 2 })
  await isSound(page)
  await button(page, w.calculator.go).click()

  await expect(heading(page, w.insurance.heading)).toBeVisible()
  // What is agreed to is the subscription's own text.
  await button(page, `${w.insurance.read}: ${w.insurance.acceptTerms}`).click()
  const terms = page.locator('dialog[open]')
  await expect(terms.getByRole('heading', { name: w.terms, exact: true })).toBeVisible()
  await isSound(page)
  await page.keyboard.press('Escape')
  await expect(terms).toHaveCount(0)
  const pay = button(page, /₸/)
  await pay.click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3)
  await isSound(page)
  for (const label of [
    w.insurance.acceptTerms,
    w.insurance.acceptPersonalData,
    w.insurance.acceptMonthly,
  ])
    await page.getByRole('checkbox', { name: label }).check()
  await pay.click()

  // A card without money, then a good one by the same order.
  await paysWith(page, w, 3)
  await expect(heading(page, w.insurance.headings.rejected)).toBeVisible()
  await isSound(page)
  await button(page, w.insurance.payAgain).click()
  await paysWith(page, w, 0)
  await expect(heading(page, w.insurance.headings.issued)).toBeVisible({ timeout: 30_000 })
  const paper = page.getByRole('link', { name: w.insurance.download })
  await expect(paper).toBeVisible()
  expect(
    (await (await page.request.get((await paper.getAttribute('href')) ?? '')).body())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
  await isSound(page)

  await page.getByRole('link', { name: w.insurance.account }).click()
  await expect(page.getByText(w.home.perMonth('1\u00a0490\u00a0₸'))).toBeVisible()
  await expect(page.getByText(w.home.billing)).toBeVisible()
  await isSound(page)
  await button(page, w.home.cancel).click()
  const dialog = page.locator('dialog[open]')
  await expect(dialog.getByRole('heading', { name: w.home.cancelTitle })).toBeVisible()
  await isSound(page)
  await dialog.getByRole('button', { name: w.home.cancelYes }).click()
  // The message on top and the line of the card begin alike.
  await expect(page.getByText(w.home.over.cancelled('').slice(0, 20)).first()).toBeVisible()
  await expect(button(page, w.home.cancel)).toHaveCount(0)
  await isSound(page)
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('on a phone in Kazakh', () => {
  test.use({ viewport: phone })
  test('a client subscribes their home, pays by card, gets the policy and cancels', ({ page }) =>
    walks(page, wordsOf('kz')))
})

test.describe('on a wide screen in Russian', () => {
  test.use({ viewport: wide, colorScheme: 'dark' })
  test('a client subscribes their home, pays by card, gets the policy and cancels', ({ page }) =>
    walks(page, wordsOf('ru')))
})
