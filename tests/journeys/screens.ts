import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Locale } from '#brand'
import { prefixOf } from '#contract/pages.ts'
import calculatorWords from '#web/purchase/calculator-texts.ts'
import loginWords from '#web/purchase/login/texts.ts'
import purchaseWords from '#web/purchase/purchase-texts.ts'
import resultWords from '#web/purchase/result/texts.ts'
import { rowLabels } from './row-labels.ts'
import { answers, type Car, codeOn, type Human, purchaseToken } from './sandbox.ts'

/**
 * The screens of the purchase as a person uses them: by labels and names of buttons, in the
 * language of the page.
 */

/**
 * A page whose scripts may not fail. Chromium reports a view transition that a newer navigation cut
 * off as an error of the page.
 */
export const test = base.extend({
  page: async ({ page }, give) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => {
      if (!/Transition was (aborted|skipped)/.test(message)) errors.push(message)
    })
    await give(page)
    expect(errors).toEqual([])
  },
})
export { expect }

export const phone = { width: 360, height: 740 }
export const wide = { width: 1440, height: 900 }
const atPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 960

export const wordsOf = (locale: Locale) => ({
  locale,
  at: (path: string) => prefixOf(locale) + path,
  calculator: calculatorWords[locale],
  login: loginWords[locale],
  buy: { ...purchaseWords[locale], ...rowLabels(locale, 'site') },
  result: resultWords[locale],
})
export type Words = ReturnType<typeof wordsOf>

/**
 * What axe complains about, a line each. Our pages hold no frames of others, for which alone axe
 * would open a page of its own each time.
 */
async function complaintsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Resolves when everything that moves and will stop has stopped. */
const stillOn = (page: Page) =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/** Nothing for axe to say, nothing wider than the screen. */
export async function isSound(page: Page): Promise<void> {
  const complaints = await complaintsOn(page)
  if (complaints.length > 0) {
    // A notification caught half faded has no contrast: what is wrong when all stands still is
    // wrong.
    await stillOn(page)
    expect(await complaintsOn(page)).toEqual([])
  }
  const { clientWidth, scrollWidth } = await page.evaluate(() => ({
    clientWidth: document.documentElement.clientWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

/** IIN, phone and the code from the virtual phone. */
export async function signIn(
  page: Page,
  w: Words,
  who: Human,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: w.login.title })).toBeVisible()
  await look(page)
  await page.getByLabel(w.login.iin, { exact: true }).pressSequentially(who.iin)
  await page.getByLabel(w.login.phone).pressSequentially(who.phone.slice(1))
  await page.getByRole('button', { name: w.login.send }).click()
  const code = page.getByLabel(w.login.code)
  await expect(code).toBeVisible()
  await look(page)
  await code.pressSequentially(await codeOn(who.phone))
  await expect(page.getByRole('heading', { level: 1, name: w.buy.heading })).toBeVisible()
}

/** Begins where the code page would have led, without walking through it. */
export async function begins(page: Page, w: Words, who: Human): Promise<void> {
  const kept = JSON.stringify({
    token: await purchaseToken(who),
    expiresAt: Date.now() + 3_600_000,
  })
  await page.addInitScript((value) => {
    if (window === window.top && sessionStorage.getItem('qorgan.purchase.token') === null)
      sessionStorage.setItem('qorgan.purchase.token', value)
  }, kept)
  await page.goto(w.at('/ogpo-calculator'))
  await expect(page.getByRole('heading', { level: 1, name: w.buy.heading })).toBeVisible()
}

/** The one thing to do now, beside the form or at the thumb. */
export const action = (page: Page, w: Words): Locator =>
  page.getByRole('complementary', { name: w.buy.summary }).getByRole('button')
export const step = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title })

/** On a phone the next step; on a wide screen all steps are already in sight. */
export async function next(page: Page, w: Words, to: keyof Words['buy']['steps']): Promise<void> {
  if (atPhone(page)) await action(page, w).click()
  await expect(step(page, w.buy.steps[to])).toBeVisible()
}

/**
 * The second driver with the consent that is asked of them; `row` is the fieldset of that driver.
 */
export async function addDriver(page: Page, w: Words, who: Human): Promise<Locator> {
  await step(page, w.buy.steps.drivers).getByRole('button', { name: w.buy.addDriver }).click()
  const row = page.getByRole('group', { name: w.buy.driverTitle(2) })
  await row.getByLabel(w.buy.iin).pressSequentially(who.iin)
  return row
}

export async function giveConsent(
  w: Words,
  row: Locator,
  who: Human,
  text: '1' | '0' = '1',
): Promise<void> {
  await row.getByLabel(w.buy.phoneOfDriver).pressSequentially(who.phone.slice(1))
  await row.getByRole('button', { name: w.buy.consentAsk }).click()
  await expect(row.getByText(w.buy.consentAwaitingText)).toBeVisible()
  await answers(who.phone, text)
  await expect(
    row.getByText(text === '1' ? w.buy.consentApproved : w.buy.consentRejected, { exact: true }),
  ).toBeVisible()
}

export async function addCar(page: Page, w: Words, car: Car): Promise<void> {
  const section = step(page, w.buy.steps.cars)
  await section.getByLabel(w.buy.plate).pressSequentially(car.plate)
  await section.getByLabel(w.buy.techPassport).pressSequentially(car.techPassport)
  await expect(
    section.getByText(car.plate.match(/[A-Z]+|\d+/g)?.join('\u00a0') ?? car.plate),
  ).toBeVisible()
}

/** From the company to the price; the price is what the button then says. */
export async function calculate(page: Page, w: Words): Promise<void> {
  await action(page, w).filter({ hasText: w.buy.calculate }).click()
}
export const payButton = (page: Page, w: Words): Locator => action(page, w).filter({ hasText: /₸/ })

/** The e-mail, the way to pay, the texts to agree with, and the main button. */
export async function pays(
  page: Page,
  w: Words,
  way: { email?: string; card?: true; phone?: string } = {},
): Promise<void> {
  const section = step(page, w.buy.steps.pay)
  await expect(payButton(page, w)).toBeVisible()
  if (way.email) await section.getByLabel(w.buy.email).fill(way.email)
  if (way.card) await section.getByLabel(w.buy.card).check()
  if (way.phone) {
    await section.getByLabel(w.buy.payPhone).fill('')
    await section.getByLabel(w.buy.payPhone).pressSequentially(way.phone.slice(1))
  }
  for (const label of [w.buy.acceptTerms, w.buy.acceptPersonalData, w.buy.acceptCommission])
    await section.getByRole('checkbox', { name: label }).check()
  await payButton(page, w).click()
}

/**
 * The whole form of the shortest sale: the buyer alone drives one car. Ends at the payment with the
 * price known.
 */
export async function fillShortest(page: Page, w: Words, car: Car): Promise<void> {
  await next(page, w, 'drivers')
  await next(page, w, 'cars')
  await addCar(page, w, car)
  await next(page, w, 'term')
  await next(page, w, 'company')
  await calculate(page, w)
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** The policy is there with its four documents; each is really a PDF. */
export async function hasPolicyDocuments(page: Page, w: Words): Promise<void> {
  await expect(heading(page, w.result.headings.issued)).toBeVisible({ timeout: 30_000 })
  for (const name of Object.values(w.result.files)) {
    const link = page.getByRole('link', { name })
    await expect(link).toBeVisible()
    const file = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(file.headers()['content-type']).toBe('application/pdf')
    expect((await file.body()).subarray(0, 4).toString()).toBe('%PDF')
  }
}
