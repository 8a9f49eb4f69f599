import { answers, bill, mails, newCar, newHuman, noWallet, ready } from './sandbox.ts'
import {
  action,
  addCar,
  addDriver,
  agrees,
  begins,
  comesToPrice,
  edits,
  expect,
  giveConsent,
  hasPolicyDocuments,
  heading,
  isSound,
  keeps,
  payButton,
  pays,
  paysByCard,
  phone,
  row,
  test,
  toPay,
  wordsOf,
} from './screens.ts'
import { spec } from './spec.ts'

const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe('refusals', () => {
  test.use({ viewport: phone })

  test('a driver without a licence is marked in their own row', async ({ page }) => {
    spec('4.1.driver-not-found-licence')

    const [buyer, driver] = [await newHuman(), await ready('930930499907')]
    await begins(page, kz, buyer)
    const sheet = await edits(page, kz, 'drivers')
    const fields = await addDriver(sheet, kz, driver)
    // The registers are asked of whoever has agreed alone.
    await giveConsent(kz, fields, driver)
    await expect(fields.getByLabel(kz.buy.iin)).toHaveAccessibleDescription(/куәлі/i)
    await isSound(page)
    // The summary says what to do and names the fields; the row keeps what the register said.
    await sheet.getByRole('button', { name: kz.review.save, exact: true }).click()
    const summary = sheet.getByRole('alert')
    await expect(
      summary.getByRole('link', { name: kz.buy.problems.driver_not_found }),
    ).toBeVisible()
    await expect(fields.getByLabel(kz.buy.iin)).toHaveAccessibleDescription(/куәлі/i)
    // Taken away by the keyboard: the focus stays where the row was.
    await fields.getByRole('button', { name: kz.buy.remove }).press('Enter')
    await expect(sheet.getByRole('button', { name: kz.buy.addDriver })).toBeFocused()
  })

  test('after bad scoring an insurer that accepts it is offered and sells', async ({ page }) => {
    spec('2.2.calculator-insurance-company-choice')

    const [buyer, car] = [await newHuman({ scoring: 'bad' }), await newCar()]
    await begins(page, ru, buyer)
    await addCar(page, ru, car)
    await expect(page.getByText(ru.review.declinedWhy)).toBeVisible()
    await isSound(page)
    await page
      .getByRole('button', { name: /^Продолжить: / })
      .first()
      .click()
    await expect(payButton(page)).toBeVisible()
  })

  test('a phone without a wallet is refused beside its field, and another phone pays', async ({
    page,
  }) => {
    spec('8.3.invoice-issue-error-try')

    const [buyer, friend, car] = [await newHuman(), await newHuman(), await newCar()]
    await noWallet(buyer.phone)
    await begins(page, kz, buyer)
    await addCar(page, kz, car)
    await pays(page, kz)
    await expect(page.getByLabel(kz.buy.payPhone)).toHaveAttribute('aria-invalid', 'true')
    await isSound(page)
    await pays(page, kz, { phone: friend.phone })
    await bill(friend.phone, 'pay')
    await hasPolicyDocuments(page, kz)
  })

  test('a refused bill is followed by the card', async ({ page }) => {
    const { buyer } = await comesToPrice(page, ru)
    await pays(page, ru)
    await expect(heading(page, ru.result.headings.awaiting)).toBeVisible()
    await bill(buyer.phone, 'reject')
    await expect(heading(page, ru.ways.mobile_bank.refused)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: ru.ways.card.by }).click()
    await paysByCard(page)
    await hasPolicyDocuments(page, ru)
  })

  test('a mistyped e-mail is corrected: the letter is told of by itself, and a reload shows the new address', async ({
    page,
  }) => {
    spec('2.2.ogpo-calculator-result-mistyped')

    const [buyer, car] = [await newHuman(), await newCar()]
    const corrected = `${buyer.iin}@example.kz`
    await begins(page, kz, buyer)
    await addCar(page, kz, car)
    await pays(page, kz, { email: 'mistyped@example.kz' })
    await bill(buyer.phone, 'pay')
    await expect(heading(page, kz.result.headings.issued)).toBeVisible()
    // How it went is folded away, once the policy is there.
    await page.locator('summary', { hasText: kz.result.howLong('') }).click()
    await expect(page.getByText(kz.result.events.mail)).toBeVisible()
    const opens = page.getByRole('button', { name: kz.result.emailWrong })
    await opens.click()
    await page.getByLabel(kz.result.email).fill(corrected)
    await page.getByRole('button', { name: kz.result.emailSave }).click()
    await expect(page.getByText(kz.result.emailSaved)).toBeVisible()
    await expect.poll(async () => (await mails(corrected)).length).toBe(1)
    await page.reload()
    await opens.click()
    await expect(page.getByLabel(kz.result.email)).toHaveValue(corrected)
    await isSound(page)
  })

  test('a card without money says to check the funds, and another card pays', async ({ page }) => {
    spec('8.3.card-charge-failed-check')

    await comesToPrice(page, ru)
    await pays(page, ru, { card: true })
    await page.getByRole('link', { name: /4400 0000 0000 0010/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await expect(page.getByText(ru.ways.card.why)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: ru.result.otherCard }).click()
    await paysByCard(page)
    await hasPolicyDocuments(page, ru)
  })

  test('an empty review names its fields, and they are filled without losing the focus', async ({
    page,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await action(page).filter({ hasText: ru.review.does.car }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await page.getByRole('alert').getByRole('link').first().click()
    await expect(page.getByLabel(ru.buy.plate)).toBeFocused()
    await page.keyboard.type(car.plate)
    await page.keyboard.press('Tab')
    await page.keyboard.type(car.techPassport)
    await expect(page.getByText(/^Toyota Corolla, /)).toBeVisible()
    await isSound(page)
  })

  test('a driver who says no is told of, with what can be done', async ({ page }) => {
    const [buyer, driver, car] = [await newHuman(), await newHuman(), await newCar()]
    await begins(page, kz, buyer)
    const sheet = await edits(page, kz, 'drivers')
    const fields = await addDriver(sheet, kz, driver)
    await giveConsent(kz, fields, driver, '0')
    await sheet.getByRole('button', { name: kz.review.save, exact: true }).click()
    await expect(fields.getByText(kz.buy.problems.consent_needed)).toBeVisible()
    await isSound(page)
    // Closed all the same: the answer is known, and the purchase goes on without the driver.
    await page.keyboard.press('Escape')
    const drivers = row(page, kz, 'drivers')
    await expect(drivers.getByText(kz.buy.consentRejected, { exact: true })).toBeVisible()
    await isSound(page)
    await drivers.getByRole('button', { name: kz.buy.consentWithout }).click()
    await addCar(page, kz, car)
    await expect(payButton(page)).toBeVisible()
  })

  test('a driver who has not answered yet is waited for on the review, and the price comes with the answer', async ({
    page,
  }) => {
    const [buyer, driver, car] = [await newHuman(), await newHuman(), await newCar()]
    await begins(page, kz, buyer)
    await addCar(page, kz, car)
    await expect(payButton(page)).toBeVisible()
    const sheet = await edits(page, kz, 'drivers')
    const fields = await addDriver(sheet, kz, driver)
    await fields.getByLabel(kz.buy.phoneOfDriver).pressSequentially(driver.phone.slice(1))
    await fields.getByRole('button', { name: kz.buy.consentAsk }).click()
    await expect(fields.getByText(kz.buy.consentAwaitingText)).toBeVisible()
    await keeps(sheet, kz)
    await expect(
      row(page, kz, 'drivers').getByRole('button', { name: kz.buy.consentAgain }),
    ).toBeVisible()
    await expect(page.getByText(kz.review.needs.awaiting).first()).toBeVisible()
    await isSound(page)
    await answers(driver.phone, '1')
    await expect(page.getByText(/^2-жүргізуші: /)).toBeVisible()
    await expect(agrees(await toPay(page, kz), kz)).toBeEnabled()
  })
})
