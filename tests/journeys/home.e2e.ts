import type { Locator, Page } from '@playwright/test'
import cabinetWords from '#web/cabinet/texts.ts'
import {
  base,
  button,
  choosesHome,
  choosesPlan,
  enters,
  heading,
  type Words,
  wordsOf,
} from './home-screens.ts'
import { viewsOf } from './languages.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { nothingMoved, standsStillAt, watchesShifts } from './shifts.ts'
import { spec } from './spec.ts'

/**
 * The Home subscription, from the prices to the cancelling in the cabinet, by a person whom the
 * government's sign-in names.
 */
const between = (page: Page) => (page.viewportSize()?.width === phone.width ? [768] : [])

/** Whatever takes the focus stands beside the bar with the action, never behind it. */
async function coversNothing(action: Locator): Promise<void> {
  const hidden = await action.evaluate((button) => {
    const bar = button.parentElement
    const reached = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input)')]
    return reached
      .filter((one) => !bar?.contains(one) && one.checkVisibility())
      .filter((one) => {
        one.focus()
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return bar?.contains(at)
      })
      .map(({ outerHTML }) => outerHTML)
  })
  expect(hidden).toEqual([])
}

/** A message stands below the head, away from the bar and the buttons under the thumb. */
async function standsOnTop(page: Page): Promise<void> {
  const message = page.getByRole('region', { name: cabinetWords.kz.messages }).locator('> *')
  const head = await page.locator('header').first().boundingBox()
  const box = await message.first().boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height / 2)
}

/** Types one of the acquirer's test cards on its page. */
async function paysWith(page: Page, w: Words, card: number): Promise<void> {
  await page.waitForURL('**/acquirer/pay/**')
  await page.goto(`${page.url()}?card=${card}`)
  await button(page, w.cardForm).click()
  await page.waitForURL('**/insurance?order=**')
}

async function walks(page: Page, w: Words): Promise<void> {
  await watchesShifts(page)
  await choosesPlan(page, w)
  // Nobody is known yet: plans and addresses are for everybody.
  await isSound(page)
  await choosesHome(page, w)
  const whole = page.locator('form p').filter({ hasText: w.flat })
  const text = await whole.innerText()
  await nothingMoved(page)
  await coversNothing(button(page, w.signIn.egov))
  await button(page, w.signIn.egov).click()
  await enters(page, w)

  // What was chosen before the sign-in is chosen still, and its terms are asked for by themselves.
  await expect(page.getByRole('radio', { name: w.plan })).toBeChecked()
  await expect(whole).toHaveText(text)
  const pay = button(page, w.calculator.pay(2_490))
  const areKnown = async () => {
    await expect(page.getByText(w.calculator.insurer, { exact: true })).toBeVisible()
    await expect(page.getByText(w.calculator.comes, { exact: true })).toHaveCount(0)
  }
  await areKnown()
  await expect(button(page, new RegExp(`^${w.calculator.registered}`))).toBeVisible()
  await isSound(page)
  await nothingMoved(page)
  await page.reload()
  await areKnown()
  await expect(pay).toBeEnabled()
  await expect(page.getByText(w.agreement.offer)).toBeVisible()
  await nothingMoved(page)
  // On a phone and on a wide screen this journey goes the whole way; between them it looks in.
  await standsStillAt(page, between(page), areKnown)
  await coversNothing(pay)
  // Another plan is another price, at once.
  await page.getByRole('radio').first().check()
  await expect(button(page, w.calculator.pay(1_490))).toBeVisible()
  await page.getByRole('radio', { name: w.plan }).check()
  // What is agreed to is the subscription's own text.
  await button(page, `${w.agreement.read}: ${w.agreement.homeTerms}`).click()
  const terms = page.locator('dialog[open]')
  await expect(terms.getByRole('heading', { name: w.terms, exact: true })).toBeVisible()
  await isSound(page)
  await page.keyboard.press('Escape')
  await expect(terms).toHaveCount(0)
  await pay.click()

  // A card without money, then a good one by the same order.
  await paysWith(page, w, 3)
  const refused = () => expect(heading(page, w.insurance.headings.rejected)).toBeVisible()
  await refused()
  await isSound(page)
  await nothingMoved(page)
  await standsStillAt(page, between(page), refused)
  await button(page, w.insurance.payAgain(2_490)).click()
  await paysWith(page, w, 0)
  await expect(heading(page, w.insurance.headings.issued)).toBeVisible()
  const paper = page.getByRole('link', { name: w.insurance.download })
  await expect(paper).toBeVisible()
  expect(
    (await (await page.request.get((await paper.getAttribute('href')) ?? '')).body())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
  await isSound(page)
  await nothingMoved(page)
  await standsStillAt(page, between(page), () => expect(paper).toBeVisible())

  await page.getByRole('link', { name: w.insurance.account }).click()
  // The pass tells the next payment; all of it stands behind it.
  await page.getByRole('article').getByRole('link').last().click()
  await expect(page.getByText(w.home.month)).toBeVisible()
  await expect(page.getByText('2\u00a0490\u00a0₸').first()).toBeVisible()
  await expect(page.getByText(w.home.billing)).toBeVisible()
  await isSound(page)
  await button(page, w.home.cancel).click()
  const dialog = page.locator('dialog[open]')
  await expect(dialog.getByRole('heading', { name: w.home.cancelTitle })).toBeVisible()
  await isSound(page)
  await dialog.getByRole('button', { name: w.home.cancelYes }).click()
  // The message on top and the line of the card begin alike.
  const said = page.getByText(w.home.over.cancelled('').slice(0, 20))
  await expect(said.first()).toBeVisible()
  if (page.viewportSize()?.width === phone.width) await standsOnTop(page)
  await expect(button(page, w.home.cancel)).toHaveCount(0)
  await isSound(page)
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { where, locale, viewport, colorScheme } of viewsOf('a home subscribed', [
  { where: 'on a phone in Kazakh', locale: 'kz', viewport: phone, colorScheme: 'light' },
  { where: 'on a wide screen in Russian', locale: 'ru', viewport: wide, colorScheme: 'dark' },
] as const))
  test.describe(where, () => {
    test.use({ viewport, colorScheme })
    test('a client subscribes their home, pays by card, gets the policy and cancels', ({
      page,
    }) => {
      spec(
        '1.home-monthly-subscription',
        '1.clients-manage-home-subscription',
        '2.2.egov-product-home',
        '2.2.egov-product-home-calculator',
        '2.2.egov-product-home-insurance',
        '2.4.home-card-address-insurance',
      )
      return walks(page, wordsOf(locale))
    })
  })

test('plans that are drawn while their page comes stand where they stay', async ({ page }) => {
  await page.setViewportSize(phone)
  const first = () => page.getByRole('radio').first().locator('..').boundingBox()
  await choosesPlan(page, wordsOf('kz'))
  const there = await first()
  // The page as far as its second plan.
  await page.route(page.url(), async (route) => {
    const answer = await route.fetch()
    const parts = (await answer.text()).split('</label>')
    await route.fulfill({ response: answer, body: parts.slice(0, 2).join('</label>') })
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('radio')).toHaveCount(2)
  expect((await first())?.width).toBe(there?.width)
})

test('where the insurer wants a tick, nothing is paid without it; other terms want it anew', async ({
  page,
}) => {
  const w = wordsOf('ru')
  let left = false
  // `ACCEPTANCE` is of the whole process, which all journeys share: its word stands in the answer.
  await page.route('**/api/policy/home/calculate', async (route) => {
    const asked = left ? [route.fetch(), route.fetch(), route.fetch()] : [route.fetch()]
    left = false
    const answers = await Promise.all(asked)
    const answer = answers.find((one) => one.status() === 409) ?? (await asked[0])
    const text = (await answer?.text())?.replace('"acceptance":"button"', '"acceptance":"tick"')
    // The server says five seconds: a test has no time for them.
    const headers = { ...answer?.headers(), 'retry-after': '0.1' }
    await route.fulfill({ response: answer, headers, body: text ?? '' })
  })
  await choosesPlan(page, w)
  await choosesHome(page, w)
  await button(page, w.signIn.egov).click()
  await enters(page, w)
  const tick = page.getByRole('checkbox', { name: w.agreement.tick })
  await expect(tick).not.toBeChecked()
  // Reloaded while the server still works for the page that was left: the same comes twice.
  left = true
  await page.reload()
  await expect(tick).not.toBeChecked()
  await button(page, w.calculator.pay(2_490)).click()
  await expect(page.getByRole('link', { name: w.calculator.agreeFirst })).toBeVisible()
  await expect(tick).toHaveAttribute('aria-invalid', 'true')
  await isSound(page)
  await tick.check()
  await page.getByRole('radio').first().check()
  await expect(button(page, w.calculator.pay(1_490))).toBeVisible()
  await expect(tick).not.toBeChecked()
  await tick.check()
  await button(page, w.calculator.pay(1_490)).click()
  await page.waitForURL('**/acquirer/pay/**')
})

test('the page of Home is light: 15 KB without the fonts, 2 KB of script', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(base)
  const sizes = await page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming
      return { name, size: encodedBodySize }
    }),
  )
  const sum = (wanted: RegExp) =>
    sizes.filter(({ name }) => wanted.test(name)).reduce((total, { size }) => total + size, 0)
  expect(sum(/^(?!.*(\.woff2|\/pictures\/))/)).toBeLessThanOrEqual(15 * 1024)
  expect(sum(/\.js$/)).toBeLessThanOrEqual(2 * 1024)
})
