import type { Locator, Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import dialogWords from '#web/dialogs/texts.ts'
import clientWords from '#web/hand-off/texts.ts'
import guestWords from '#web/pages/promoter-search/guest-texts.ts'
import blockWords from '#web/portal/block/texts.ts'
import orderWords, { handOffWords } from '#web/portal/sale/order-texts.ts'
import sellWords, { acceptWords, messageWords } from '#web/portal/sale/texts.ts'
import salesWords, { draftWords, renewalWords } from '#web/portal/sales/texts.ts'
import searchWords, { endWords } from '#web/portal/search/texts.ts'
import signInWords from '#web/portal/sign-in/texts.ts'
import frameWords, { clientCodeWords as codeWords } from '#web/portal/texts.ts'
import purchaseWords from '#web/purchase/purchase-texts.ts'
import payWords from '#web/purchase/result/pay-texts.ts'
import resultWords from '#web/purchase/result/texts.ts'
import wayWords from '#web/sale/way-texts.ts'
import { rowLabels } from './row-labels.ts'
import { bill, type Car, type Human } from './sandbox.ts'
import { expect } from './screens.ts'

/**
 * The portal as the demonstration promoter uses it: by labels and names of buttons, in the language
 * of the page.
 */

export const promoter = { login: '900101399908', password: 'demo-2026' }
/** An ordinary street; and the invented service centre of the seed. */
export const street = { latitude: 43.2567, longitude: 76.9286, accuracy: 12 }
export const near = { latitude: 43.2389, longitude: 76.8897, accuracy: 12 }
export const wordsOf = (locale: Locale) => ({
  at: (path: string) => prefixOf(locale) + path,
  frame: frameWords[locale],
  sign: signInWords[locale],
  sell: { ...sellWords[locale], ...rowLabels(locale, 'sheet') },
  accept: acceptWords[locale],
  message: messageWords[locale],
  order: orderWords[locale],
  pay: payWords[locale],
  ways: wayWords[locale],
  result: resultWords[locale],
  code: { ...codeWords[locale], ...dialogWords[locale].code },
  handOff: handOffWords[locale],
  client: clientWords[locale],
  document: purchaseWords[locale],
  search: searchWords[locale],
  guest: guestWords[locale],
  end: endWords[locale],
  sales: salesWords[locale],
  renewal: renewalWords[locale],
  draft: draftWords[locale],
  block: blockWords[locale],
  position: dialogWords[locale].position.messages,
  retry: dialogWords[locale].retry,
})
export type Words = ReturnType<typeof wordsOf>

export async function signIn(page: Page, w: Words, password = promoter.password): Promise<void> {
  await page.goto(w.at('/promoter'))
  await page.getByLabel(w.sign.login).fill(promoter.login)
  await page.getByLabel(w.sign.password).fill(password)
  await page.keyboard.press('Enter')
}
export async function opens(page: Page, w: Words): Promise<void> {
  await signIn(page, w)
  await expect(policyholderField(page, w, w.sell.iin)).toBeVisible()
}
export const policyholderField = (page: Page, w: Words, label: string): Locator =>
  page.getByRole('region', { name: w.sell.policyholder }).getByLabel(label, { exact: true })
export const row = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true })
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })
export const billButton = (page: Page): Locator =>
  page.getByRole('complementary').getByRole('button', { name: /₸/ })
export const issued = (page: Page, w: Words): Promise<void> =>
  expect(page.getByRole('heading', { name: w.result.headings.issued })).toBeVisible()

export async function fillPeople(page: Page, w: Words, who: Human): Promise<void> {
  await policyholderField(page, w, w.sell.iin).pressSequentially(who.iin)
  await policyholderField(page, w, w.sell.phone).pressSequentially(who.phone.slice(1))
  await expect(
    page.getByRole('region', { name: w.sell.policyholder }).getByText(w.sell.searching),
  ).toBeHidden()
}
export async function fillCar(page: Page, w: Words, car: Car): Promise<void> {
  await row(page, w.sell.car(1)).getByLabel(w.sell.plate).pressSequentially(car.plate)
  await row(page, w.sell.car(1)).getByLabel(w.sell.techPassport).pressSequentially(car.techPassport)
}
/**
 * The client has accepted what stands beside the price, and the bill goes out; on a phone the press
 * asks first.
 */
export async function sends(
  page: Page,
  w: Words,
  press: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  const act = billButton(page).or(button(page, w.sell.reissueFree))
  await expect(act).toBeVisible()
  const onPhone = !(await page.getByText(w.sell.readOut).isVisible())
  await press(act)
  if (!onPhone) return
  const asked = page.getByRole('dialog', { name: w.accept.title })
  await expect(asked.getByText(w.sell.accepted)).toBeVisible()
  await press(asked.getByRole('button').last())
}

/**
 * The bill goes out and is paid in the bank's app; nothing to pay goes on by itself. Answers the
 * policy's number.
 */
export async function pays(
  page: Page,
  w: Words,
  who: Pick<Human, 'phone'>,
  press: (target: Locator) => Promise<void>,
): Promise<string> {
  await expect(billButton(page).or(button(page, w.sell.reissueFree))).toBeVisible()
  const costs = (await billButton(page).count()) > 0
  await sends(page, w, press)
  if (costs) {
    await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
    await bill(who.phone, 'pay')
  }
  await issued(page, w)
  await expect(page.getByRole('link', { name: w.order.files.policy, exact: true })).toBeVisible()
  return (await page.getByText(w.order.policy).locator('strong').textContent()) ?? ''
}
