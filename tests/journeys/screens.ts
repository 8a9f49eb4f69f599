import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import layoutWords from '#web/layouts/texts.ts'
import calculatorWords from '#web/purchase/calculator-texts.ts'
import codeWords from '#web/purchase/login/code-texts.ts'
import failureWords from '#web/purchase/login/failure-texts.ts'
import loginWords from '#web/purchase/login/texts.ts'
import estimateWords from '#web/purchase/price/estimate-texts.ts'
import purchaseWords from '#web/purchase/purchase-texts.ts'
import firstResultWords from '#web/purchase/result/first-texts.ts'
import payWords from '#web/purchase/result/pay-texts.ts'
import policyWords from '#web/purchase/result/policy-texts.ts'
import resultWords from '#web/purchase/result/texts.ts'
import reviewWords from '#web/purchase/review/review-texts.ts'
import wayWords from '#web/sale/way-texts.ts'
import { complaintsOn } from './axe.ts'
import { rowLabels } from './row-labels.ts'
import {
  answers,
  type Car,
  codeOn,
  type Human,
  newCar,
  newHuman,
  purchaseToken,
} from './sandbox.ts'

/**
 * The screens of the purchase as a person uses them: by labels and names of buttons, in the
 * language of the page.
 */

/**
 * A page whose scripts may not fail. A view transition that Chromium drops before our script is
 * there is nobody's error; what is dropped later our script takes (`web/enhance.ts`).
 */
export const test = base.extend<{ routesEnd: undefined }>({
  /** A route that still answers when its test is over is nobody's error either. */
  routesEnd: [
    async ({ browser, context }, give) => {
      await give(undefined)
      const contexts = new Set([context, ...browser.contexts()])
      const routed = [...contexts].flatMap((each) => [each, ...each.pages()])
      await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
    },
    { auto: true },
  ],
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
/** For tests that look at what moves; the others ask for less motion (`playwright.config.ts`). */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const
const atPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 960

export const wordsOf = (locale: Locale) => ({
  locale,
  at: (path: string) => prefixOf(locale) + path,
  calculator: { ...calculatorWords[locale], ...estimateWords[locale] },
  login: { ...loginWords[locale], ...codeWords[locale], ...failureWords[locale] },
  buy: { ...purchaseWords[locale], ...rowLabels(locale, 'site') },
  result: {
    ...firstResultWords[locale],
    ...resultWords[locale],
    ...policyWords[locale],
    ...payWords[locale],
    headings: { ...resultWords[locale].headings, awaiting: wayWords[locale].mobile_bank.asked },
  },
  review: reviewWords[locale],
  ways: wayWords[locale],
})
export type Words = ReturnType<typeof wordsOf>

/** Resolves when everything that moves and will stop has stopped. */
const stillOn = (page: Page) =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/** Nothing for axe to say, by all of its rules or by `only` these; nothing wider than the screen. */
export async function isSound(page: Page, only?: readonly string[]): Promise<void> {
  const complaints = await complaintsOn(page, only)
  if (complaints.length > 0) {
    // A notification caught half faded has no contrast: what is wrong when all stands still is
    // wrong.
    await stillOn(page)
    expect(await complaintsOn(page, only)).toEqual([])
  }
  const { clientWidth, scrollWidth } = await page.evaluate(() => ({
    clientWidth: document.documentElement.clientWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

/** A phone that hands codes over, as Chrome on Android does: what it answers with is the SMS. */
export async function handsOver(page: Page): Promise<(code: string) => Promise<void>> {
  await page.addInitScript(() => {
    const arrived = new Promise<{ code: string }>((resolve) => {
      Object.assign(window, { smsArrives: (code: string) => resolve({ code }) })
    })
    Object.assign(window, { OTPCredential: class {} })
    navigator.credentials.get = (asked) =>
      JSON.stringify(asked).includes('"transport":["sms"]')
        ? (arrived as Promise<never>)
        : Promise.resolve(null)
  })
  return (sms) =>
    page.evaluate(
      (code) => (window as unknown as { smsArrives(code: string): void }).smsArrives(code),
      sms,
    )
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

/**
 * The one button, beside the review or at the thumb: it names what the price waits for, or its sum.
 */
export const action = (page: Page): Locator =>
  page.locator('aside [data-main] > button:not(dialog *)')
export const payButton = (page: Page): Locator => action(page).filter({ hasText: /₸/ })

type Row = keyof Words['review']['rows']
/** A row of the review, by what it is about. */
export const row = (page: Page, w: Words, of: Row): Locator =>
  page.getByRole('region', { name: w.review.rows[of], exact: true })
/** The sheet of an edit, opened where its row stands. */
export async function edits(page: Page, w: Words, of: Row): Promise<Locator> {
  await row(page, w, of)
    .getByRole('button', { name: new RegExp(`^(${w.review.edit}|${w.review.add}):`) })
    .click()
  const sheet = page.getByRole('dialog', { name: w.review.sheets[of] })
  await expect(sheet).toBeVisible()
  return sheet
}
/** What was changed is kept, and the sheet is gone. */
export async function keeps(sheet: Locator, w: Words): Promise<void> {
  await sheet.getByRole('button', { name: w.review.save, exact: true }).click()
  await expect(sheet).toBeHidden()
}

/** The second driver in the open sheet of drivers; the fieldset of that driver. */
export async function addDriver(sheet: Locator, w: Words, who: Human): Promise<Locator> {
  const driver = sheet.getByRole('group', { name: w.buy.driverTitle(2) })
  await driver.getByLabel(w.buy.iin).pressSequentially(who.iin)
  return driver
}

export async function giveConsent(
  w: Words,
  driver: Locator,
  who: Human,
  text: '1' | '0' = '1',
): Promise<void> {
  await driver.getByLabel(w.buy.phoneOfDriver).pressSequentially(who.phone.slice(1))
  await driver.getByRole('button', { name: w.buy.consentAsk }).click()
  await expect(driver.getByText(w.buy.consentAwaitingText)).toBeVisible()
  await answers(who.phone, text)
  await expect(
    driver.getByText(text === '1' ? w.buy.consentApproved : w.buy.consentRejected, { exact: true }),
  ).toBeVisible()
}

/** The car of whoever came without a plate: typed where it will stand. */
export async function addCar(page: Page, w: Words, car: Car): Promise<void> {
  const place = row(page, w, 'cars')
  await place.getByLabel(w.buy.plate).pressSequentially(car.plate)
  await place.getByLabel(w.buy.techPassport).pressSequentially(car.techPassport)
  await expect(place.getByText(car.plate, { exact: true })).toBeVisible()
}

/**
 * The page that pays: already beside the review, or in the sheet that the button at the thumb
 * opens.
 */
export async function toPay(page: Page, w: Words): Promise<Locator> {
  await expect(payButton(page)).toBeVisible()
  if (!atPhone(page)) return page.getByRole('complementary', { name: w.buy.summary })
  const sheet = page.getByRole('dialog', { name: w.review.payTitle })
  if (!(await sheet.isVisible())) await payButton(page).click()
  return sheet
}

/** The e-mail, the way to pay, and the button that agrees and pays. */
export async function pays(
  page: Page,
  w: Words,
  way: { email?: string; card?: true; phone?: string } = {},
): Promise<void> {
  if (way.email) {
    const sheet = await edits(page, w, 'email')
    await sheet.getByLabel(w.buy.email).fill(way.email)
    await keeps(sheet, w)
  }
  const place = await toPay(page, w)
  if (way.card) await place.getByLabel(w.ways.card.name).check()
  if (way.phone) {
    await place.getByLabel(w.buy.payPhone).fill('')
    await place.getByLabel(w.buy.payPhone).pressSequentially(way.phone.slice(1))
  }
  await agrees(place, w).click()
}
/** The button that says it agrees, with the sum. */
export const agrees = (place: Locator, w: Words): Locator =>
  place.getByRole('button', { name: new RegExp(w.review.agreePay('').trim().split(' ')[0] ?? '') })

/** The shortest sale: a new buyer alone drives one new car, and the price comes by itself. */
export async function comesToPrice(page: Page, w: Words): Promise<{ buyer: Human; car: Car }> {
  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, w, buyer)
  await addCar(page, w, car)
  return { buyer, car }
}

/** The page of Halyk has buttons and no script of ours; `way` names one. */
export async function paysAtHalyk(page: Page, way = 'Halyk QR'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'ePay' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: way }).click()
}
/** The acquirer's page, by the test card that is accepted. */
export async function paysByCard(page: Page): Promise<void> {
  await page.getByRole('link', { name: /4400 0000 0000 0001/ }).click()
  await page.getByRole('button', { name: /Төлеу|Оплатить/ }).click()
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Opens what is folded away under these words; what is open stays so. */
export async function unfolds(page: Page, title: string): Promise<void> {
  // The foot has folded lists too, and names pages as papers are named.
  const folds = page.locator('details:not(footer details)')
  const fold = folds.filter({ has: page.getByText(title, { exact: true }) })
  await expect(fold).toBeVisible()
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click()
}

/** The policy is there with its four documents; each is really a PDF. */
export async function hasPolicyDocuments(page: Page, w: Words): Promise<void> {
  await expect(heading(page, w.result.headings.issued)).toBeVisible()
  await unfolds(page, w.result.papers)
  for (const name of Object.values(w.result.files)) {
    const link = page.getByRole('link', { name })
    await expect(link).toBeVisible()
    const file = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(file.headers()['content-type']).toBe('application/pdf')
    expect((await file.body()).subarray(0, 4).toString()).toBe('%PDF')
  }
}

/** The foot's way to write to us; on a phone its list is folded. */
export async function opensContact(page: Page, locale: Locale): Promise<void> {
  const foot = page.getByRole('contentinfo')
  const opener = foot.getByRole('link', { name: layoutWords[locale].write })
  if (!(await opener.isVisible()))
    await foot.getByText(layoutWords[locale].company, { exact: true }).click()
  await opener.click()
}
