import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { homeTerms } from '#texts/legal-home.ts'
import agreementWords from '#web/home/calculator/agreement-texts.ts'
import calculatorWords from '#web/home/calculator/texts.ts'
import insuranceWords from '#web/home/insurance/texts.ts'
import planWords from '#web/home/plans/texts.ts'
import signInWords from '#web/home/sign-in-texts.ts'
import landingWords from '#web/pages/egov-home/texts.ts'
import { homeWords } from '#web/policies/tab-texts.ts'
import { newHuman } from './sandbox.ts'
import { expect, isSound } from './screens.ts'

/** Screens and words of the Home subscription, as its journeys find them. */

export const wordsOf = (locale: Locale) => ({
  at: (path: string) => prefixOf(locale) + path,
  landing: landingWords[locale],
  agreement: agreementWords[locale],
  calculator: calculatorWords[locale],
  insurance: insuranceWords[locale],
  home: homeWords[locale],
  plans: planWords[locale],
  signIn: signInWords[locale],
  terms: homeTerms[locale].title,
  plan: { kz: /Жайлы/, ru: /Комфорт/ }[locale],
  flat: { kz: /, 2\u2011пәтер$/, ru: /, кв\. 2$/ }[locale],
  street: { kz: 'достық', ru: 'достык дом' }[locale],
  idp: { kz: { iin: 'ЖСН', enter: 'Кіру' }, ru: { iin: 'ИИН', enter: 'Войти' } }[locale],
  cardForm: { kz: /Төлеу/, ru: /Оплатить/ }[locale],
})
export type Words = ReturnType<typeof wordsOf>
export const base = '/egov/policy/qorgan-home'
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** The government's page: who one is there, and the way back. */
export async function enters(page: Page, w: Words, who?: { iin: string }): Promise<void> {
  who ??= await newHuman()
  await page.getByLabel(w.idp.iin, { exact: true }).fill(who.iin)
  await page.getByRole('button', { name: w.idp.enter, exact: true }).click()
  await page.waitForURL('**/calculator?plan=*')
}

/** The plans and their prices, the sums on the house, the choice that goes along. */
export async function choosesPlan(page: Page, w: Words): Promise<void> {
  await page.goto(w.at(base))
  const home = page.locator('form dl > div').first()
  await expect(home.getByText('5\u00a0000\u00a0000\u00a0₸', { exact: true })).toBeVisible()
  await isSound(page)
  await page.getByRole('radio', { name: w.plan }).check()
  await expect(home.getByText('10\u00a0000\u00a0000\u00a0₸')).toBeVisible()
  await expect(home.getByText('5\u00a0000\u00a0000\u00a0₸', { exact: true })).toBeHidden()
  await isSound(page)
  // The act at the page's end keeps what was chosen above, as the one beside the choice does.
  const chosen = await page.getByRole('radio', { name: w.plan }).getAttribute('value')
  await button(page, w.landing.start).last().click()
  await page.waitForURL(`**/calculator?plan=${chosen}`)
  await expect(page.getByRole('radio', { name: w.plan })).toBeChecked()
}

/** By the keyboard: a building with flats, which then are to be chosen from. */
export async function choosesHome(page: Page, w: Words): Promise<void> {
  const address = page.getByRole('combobox', { name: w.calculator.address })
  await button(page, w.signIn.egov).click()
  await expect(page.getByRole('link', { name: w.calculator.chooseAddress })).toBeVisible()
  await address.pressSequentially(w.street)
  await expect(page.getByRole('option').first()).toBeVisible()
  await isSound(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const flat = page.getByLabel(w.calculator.flat, { exact: true })
  await expect(flat).toBeVisible()
  await flat.selectOption({ index: 2 })
  await isSound(page)
}
