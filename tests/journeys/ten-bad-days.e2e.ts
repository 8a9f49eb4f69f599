import type { Page } from '@playwright/test'
import * as refusals from '#domain/refusals.ts'
import { noConnection } from '#texts/connection.ts'
import { refusalText } from '#texts/refusals.ts'
import callWords from '#web/pages/call-back/texts.ts'
import linkWords from '#web/purchase/result/link/texts.ts'
import wayOfPay from '#web/sale/way-texts.ts'
import wayWords from '#web/ui/way-on-texts.ts'
import { languagesOf } from './languages.ts'
import { bill, namesakeHuman, newCar, newHuman } from './sandbox.ts'
import {
  addCar,
  agrees,
  begins,
  comesToPrice,
  expect,
  heading,
  isSound,
  payButton,
  pays,
  phone,
  row,
  test,
  toPay,
  unfolds,
  wordsOf,
} from './screens.ts'

/**
 * Ten people with a bad day each: every one ends with a policy, or with a sentence and a button that
 * lead there.
 */
const kz = wordsOf('kz')
const ru = wordsOf('ru')
const issued = { timeout: 60_000 }

test.use({ viewport: phone })

for (const w of languagesOf('a phone not on the IIN').map(wordsOf))
  test(`whose phone is not on their IIN goes on by e-ID, or learns where to link it (${w.locale})`, async ({
    page,
  }) => {
    const [buyer, other] = [await newHuman(), await newHuman()]
    const t = wayWords[w.locale]
    await page.goto(w.at('/ogpo-calculator/login'))
    await page.getByLabel(w.login.iin, { exact: true }).pressSequentially(buyer.iin)
    const field = page.getByLabel(w.login.phone)
    await field.pressSequentially(other.phone.slice(1))
    await page.getByRole('button', { name: w.login.send }).click()
    await expect(field).toHaveAccessibleDescription(
      new RegExp(refusalText(refusals.phoneNotLinked, w.locale)),
    )
    const notice = page.getByRole('status').filter({ hasText: t.ways })
    await expect(notice).toBeInViewport()
    await expect(notice.getByRole('link').first()).toHaveText(t.egov)
    await expect(notice.getByRole('link', { name: t.link_phone, exact: true })).toHaveAttribute(
      'href',
      'https://egov.kz/',
    )
    await isSound(page)
    await notice.getByRole('link', { name: t.egov, exact: true }).click()
    await expect(page).toHaveURL(/\/egov\/policy\/[a-z]+-ogpo/)
  })

for (const w of languagesOf('a card refused').map(wordsOf))
  test(`whose card is refused pays in the bank (${w.locale})`, async ({ page }) => {
    const { buyer } = await comesToPrice(page, w)
    await pays(page, w, { card: true })
    await page.getByRole('link', { name: /4400 0000 0000 0010/ }).click()
    await page.getByRole('button', { name: /Төлеу|Оплатить/ }).click()
    const bank = page.getByRole('button', { name: wayOfPay[w.locale].mobile_bank.by, exact: true })
    await expect(bank).toBeInViewport({ ratio: 1 })
    await isSound(page)
    await bank.click()
    await bill(buyer.phone, 'pay')
    await expect(heading(page, w.result.headings.issued)).toBeVisible(issued)
  })

for (const w of languagesOf('bought for a parent').map(wordsOf))
  test(`who buys for a parent gives the parent’s phone for the code and pays with their own (${w.locale})`, async ({
    page,
  }) => {
    const [parent, child, car] = [await newHuman(), await newHuman(), await newCar()]
    await page.goto(w.at('/ogpo-calculator/login'))
    await page.getByLabel(w.login.iin, { exact: true }).pressSequentially(parent.iin)
    await page.getByLabel(w.login.phone).pressSequentially(parent.phone.slice(1))
    await page.getByRole('button', { name: w.login.send }).click()
    await expect(page.getByText(w.login.parent)).toBeVisible()
    await isSound(page)
    await begins(page, w, parent)
    await addCar(page, w, car)
    const sheet = await toPay(page, w)
    await sheet.getByRole('button', { name: w.review.byPhone, exact: true }).click()
    const payer = sheet.getByLabel(w.buy.payPhone)
    await expect(payer).toHaveAccessibleDescription(w.buy.payPhoneHint)
    await expect(payer).toBeFocused()
    await payer.fill('')
    await payer.pressSequentially(child.phone.slice(1))
    await agrees(sheet, w).click()
    await bill(child.phone, 'pay')
    await expect(heading(page, w.result.headings.issued)).toBeVisible(issued)
  })

test('who drives into a tunnel is told so in sight, and goes on with one press', async ({
  page,
  context,
}) => {
  const { buyer } = await comesToPrice(page, kz)
  const sheet = await toPay(page, kz)
  await expect(agrees(sheet, kz)).toBeVisible()
  await context.setOffline(true)
  await agrees(sheet, kz).click()
  const notice = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ hasText: kz.buy.offline })
  await expect(notice.first()).toBeInViewport()
  await context.setOffline(false)
  await notice.first().getByRole('button', { name: wayWords.kz.again, exact: true }).click()
  await expect(heading(page, kz.result.headings.awaiting)).toBeVisible()
  await bill(buyer.phone, 'pay')
  await expect(heading(page, kz.result.headings.issued)).toBeVisible(issued)
})

for (const w of languagesOf('no connection before the code').map(wordsOf))
  test(`who loses the connection before the code is told so, and gets it when there is one (${w.locale})`, async ({
    page,
    context,
  }) => {
    const buyer = await newHuman()
    const found = await losesParts(page, w.at('/ogpo-calculator/login'))
    await page.goto(w.at('/ogpo-calculator/login'))
    await page.getByLabel(w.login.iin, { exact: true }).pressSequentially(buyer.iin)
    await page.getByLabel(w.login.phone).pressSequentially(buyer.phone.slice(1))
    await context.setOffline(true)
    await page.getByRole('button', { name: w.login.send }).click()
    const said = page.getByRole('status').filter({ hasText: noConnection[w.locale].goesOn })
    await expect(said).toBeVisible()
    await expect(heading(page, w.login.title)).toBeVisible()
    await isSound(page)
    await found()
    await context.setOffline(false)
    await expect(heading(page, w.login.codeTitle)).toBeVisible()
  })

test('what is opened in a tunnel waits for its end, and takes nothing away', async ({
  page,
  context,
}) => {
  const { car } = await comesToPrice(page, ru)
  await expect(payButton(page)).toBeVisible()
  await context.setOffline(true)
  await unfolds(page, ru.buy.why)
  await expect(row(page, ru, 'cars').getByText(car.plate, { exact: true })).toBeVisible()
  await expect(payButton(page)).toBeVisible()
  await context.setOffline(false)
  // A browser that remembers the failure loads the page anew: the row may be shut again.
  await expect(async () => {
    await unfolds(page, ru.buy.why)
    await expect(page.getByText(ru.buy.insurancePremium, { exact: true })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await expect(row(page, ru, 'cars').getByText(car.plate, { exact: true })).toBeVisible()
})

/**
 * Loses what the page would load later, as a line that breaks at once does, and keeps the page from
 * loading itself anew for it. The function it gives ends that.
 */
async function losesParts(page: Page, address: string): Promise<() => Promise<void>> {
  const html = await (await page.request.get(address)).text()
  await page.addInitScript(() => sessionStorage.setItem('qorgan.reloaded', String(Date.now())))
  await page.route('**/assets/*.js', (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
  return () => page.unroute('**/assets/*.js')
}

for (const w of languagesOf('the wrong passport').map(wordsOf))
  test(`who types the wrong passport corrects it and gets the price (${w.locale})`, async ({
    page,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, w, buyer)
    const place = row(page, w, 'cars')
    await place.getByLabel(w.buy.plate).pressSequentially(car.plate)
    const passport = place.getByLabel(w.buy.techPassport)
    await passport.pressSequentially('AA00000001')
    await expect(passport).toHaveAttribute('aria-invalid', 'true')
    await expect(passport).toHaveAccessibleDescription(new RegExp(w.buy.passportToo))
    await isSound(page)
    await passport.fill('')
    await passport.pressSequentially(car.techPassport)
    await expect(payButton(page)).toBeVisible()
  })

for (const w of languagesOf('a licence that expired').map(wordsOf))
  test(`whose licence expired lets somebody else drive, or learns where to renew it (${w.locale})`, async ({
    page,
  }) => {
    const buyer = await newHuman({
      driverLicence: {
        number: 'AB309911',
        issueDate: '2014-10-05',
        validTo: '2024-10-05',
        experienceFrom: '2014-10-05',
      },
    })
    const car = await newCar()
    await begins(page, w, buyer)
    await addCar(page, w, car)
    const drivers = row(page, w, 'drivers')
    await expect(
      drivers.getByText(refusalText(refusals.licenceExpired, w.locale)).first(),
    ).toBeVisible()
    const first = drivers.getByRole('button', {
      name: wayWords[w.locale].other_driver,
      exact: true,
    })
    await expect(first).toBeVisible()
    await isSound(page)
    await first.click()
    await expect(page.getByRole('dialog', { name: w.review.sheets.drivers })).toBeVisible()
  })

for (const w of languagesOf('a namesake').map(wordsOf))
  test(`a namesake of a listed person is given the number that decides (${w.locale})`, async ({
    page,
  }) => {
    const [buyer, car] = [await namesakeHuman(), await newCar()]
    await begins(page, w, buyer)
    await addCar(page, w, car)
    const notice = page
      .getByRole('alert')
      .filter({ hasText: refusalText(refusals.terroristMatch, w.locale) })
    await expect(notice).toBeInViewport()
    await expect(
      notice.getByRole('link', { name: wayWords[w.locale].call, exact: true }),
    ).toHaveAttribute('href', 'tel:1414')
    await isSound(page)
  })

for (const w of languagesOf('no money').map(wordsOf))
  test(`who has no money turns the bill down and is offered it again, and the card (${w.locale})`, async ({
    page,
  }) => {
    const { buyer } = await comesToPrice(page, w)
    await pays(page, w)
    await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
    await bill(buyer.phone, 'reject')
    await expect(heading(page, wayOfPay[w.locale].mobile_bank.refused)).toBeVisible()
    await expect(
      page.getByRole('button', { name: wayOfPay[w.locale].card.by, exact: true }),
    ).toBeVisible()
  })

for (const w of languagesOf('a second tab').map(wordsOf))
  test(`who opens the order in a second tab is no stranger there, and a strange browser is (${w.locale})`, async ({
    page,
    context,
    browser,
  }) => {
    const { buyer, car } = await comesToPrice(page, w)
    await pays(page, w)
    await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
    const second = await context.newPage()
    await second.goto(page.url())
    await expect(heading(second, w.result.headings.awaiting)).toBeVisible()
    await bill(buyer.phone, 'pay')
    for (const tab of [second, page])
      await expect(heading(tab, w.result.headings.issued)).toBeVisible(issued)
    await expect(second.getByText(car.plate).first()).toBeVisible()
    await isSound(second)
    // Back leads to the pass as well, not to a form without its car.
    await page.goBack()
    await expect(heading(page, w.result.headings.issued)).toBeVisible()
    await expect(page.getByText(car.plate).first()).toBeVisible()
    const other = await browser.newContext({ viewport: phone })
    const stranger = await other.newPage()
    await stranger.goto(page.url())
    await expect(heading(stranger, linkWords[w.locale].title)).toBeVisible()
    await expect(stranger.locator('body')).not.toContainText(buyer.surname)
    await other.close()
  })

for (const w of languagesOf('a phone too old').map(wordsOf))
  test(`whose phone is too old for the purchase sees the price and is called back (${w.locale})`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(w.at('/ogpo-calculator/login'))
    const told = page.locator('.late')
    await expect(told.locator('a[href="tel:1414"]')).toBeVisible()
    await told.locator(`a[href="${w.at('/auto-insurance')}"]`).click()
    await expect(page.getByText(/^36\s094/)).toBeVisible()
    await page.goBack()
    await told.locator(`a[href="${w.at('/call-back')}"]`).click()
    const t = callWords[w.locale]
    await page.getByLabel(t.phone).fill((await newHuman()).phone)
    await page.getByRole('button', { name: t.submit, exact: true }).click()
    await expect(page.getByText(t.sent, { exact: true })).toBeVisible()
    await context.close()
  })
