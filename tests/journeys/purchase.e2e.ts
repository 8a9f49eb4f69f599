import linkWords from '#web/purchase/result/link/texts.ts'
import {
  answers,
  bill,
  mails,
  messages,
  newCar,
  newHuman,
  noWallet,
  phonePage,
  ready,
} from './sandbox.ts'
import {
  action,
  addCar,
  addDriver,
  agrees,
  begins,
  edits,
  expect,
  fillShortest,
  giveConsent,
  hasPolicyDocuments,
  heading,
  isSound,
  keeps,
  payButton,
  pays,
  phone,
  row,
  signIn,
  test,
  toPay,
  wide,
  wordsOf,
} from './screens.ts'
import { spec } from './spec.ts'

const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a visitor sees a price, proves who they are, adds a second driver and a car, pays the bank’s bill and holds the policy', async ({
    page,
  }) => {
    spec(
      '1.ogpo-sold-end-end',
      '1.visitors-ogpo-calculator',
      '2.2.ogpo-calculator',
      '2.2.ogpo-calculator-login',
      '2.2.calculator-insured-persons',
    )

    const buyer = await ready('850315399904')
    const second = await ready('880214399916')
    await page.goto('/ogpo-calculator')
    await expect(page.getByText(kz.calculator.estimate)).toBeVisible()
    await page.getByLabel(kz.calculator.class).selectOption('7')
    await expect(page.getByText(/₸/).first()).toBeVisible()
    await isSound(page)
    await page.getByRole('link', { name: kz.calculator.buy }).click()
    await signIn(page, kz, buyer, isSound)

    await expect(row(page, kz, 'drivers').getByText(kz.buy.classFound('7'))).toBeVisible()
    await isSound(page)
    const sheet = await edits(page, kz, 'drivers')
    const driver = await addDriver(sheet, kz, second)
    await giveConsent(kz, driver, second)
    await expect(driver.getByText(kz.buy.classFound('10'))).toBeVisible()
    await isSound(page)
    await keeps(sheet, kz)
    await addCar(page, kz, { plate: '123ABC02', techPassport: 'AB12345678' })
    await isSound(page)
    // Nobody asks for the price: it comes.
    await expect(payButton(page)).toBeVisible()
    await isSound(page)
    await toPay(page, kz)
    await isSound(page)
    await page.keyboard.press('Escape')
    await pays(page, kz, { email: 'journey-kz@example.kz' })
    await page.waitForURL('**/ogpo-calculator/result*')

    await expect(heading(page, kz.result.headings.awaiting)).toBeVisible()
    await isSound(page)
    await bill(buyer.phone, 'pay')
    await hasPolicyDocuments(page, kz)
    await isSound(page)

    // The end of the policy goes into the phone's calendar.
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: kz.result.remember }).click()
    expect((await download).suggestedFilename()).toMatch(/\.ics$/)
    const check = await page.getByRole('link', { name: kz.result.check }).getAttribute('href')
    const result = page.url()
    await expect
      .poll(async () => (await messages(buyer.phone))[0]?.text)
      .toContain(new URL(result).origin)
    await page.goto(phonePage(buyer.phone))
    const [sms] = await messages(buyer.phone)
    await expect(page.getByRole('region', { name: 'SMS' })).toContainText(
      sms?.text.slice(0, 30) ?? '',
    )

    await page.goto(check ?? '')
    await expect(page.getByText(/^(Қолданыста|Әлі басталған жоқ)$/)).toBeVisible()
    await expect(page.getByText(/123\s*ABC\s*02/)).toBeVisible()
    for (const secret of [
      buyer.surname,
      buyer.name,
      second.surname,
      second.name,
      buyer.iin,
      buyer.phone,
    ])
      await expect(page.locator('body')).not.toContainText(secret)
    await isSound(page)

    await page.goto(result)
    await hasPolicyDocuments(page, kz)
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('two drivers, one car and OGPO+ are paid by card on the bank’s page, and the way back ends at the policy', async ({
    page,
  }) => {
    spec('4.1.payment-awaiting-card')

    const [buyer, second, car] = [await newHuman(), await ready('900622499917'), await newCar()]
    await page.goto('/ru/ogpo-calculator/login')
    await signIn(page, ru, buyer, isSound)
    const sheet = await edits(page, ru, 'drivers')
    await giveConsent(ru, await addDriver(sheet, ru, second), second)
    await isSound(page)
    await keeps(sheet, ru)
    await addCar(page, ru, car)
    await expect(payButton(page)).toBeVisible()
    const before = await payButton(page).innerText()
    const plus = await edits(page, ru, 'plus')
    await isSound(page)
    await plus.getByRole('button', { name: /Добавить за/ }).click()
    await expect(page.getByText(/^ОГПО\+: \+/)).toBeVisible()
    await expect(payButton(page)).not.toHaveText(before)
    // Each text to agree with is named, the commission with its sum, and can be read.
    const side = page.getByRole('complementary', { name: ru.buy.summary })
    for (const name of Object.values(ru.review.documents)) {
      await side.getByRole('button', { name: `${ru.buy.read}: ${name}` }).click()
      await expect(page.locator('dialog[open]')).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await expect(side.getByText(new RegExp(`₸, ${ru.review.inside}`))).toBeVisible()
    await page.getByText(ru.buy.why, { exact: true }).click()
    await expect(page.getByText(ru.buy.ofCommission)).toBeVisible()
    await isSound(page)
    await pays(page, ru, { email: 'journey-ru@example.kz', card: true })

    await expect(page.getByRole('heading', { name: 'Оплата картой' })).toBeVisible()
    await page.getByLabel('Номер карты').fill('4400 0000 0000 0001')
    await page.getByLabel('Срок действия').fill('12/30')
    await page.getByLabel('CVC / CVV').fill('123')
    await page.getByRole('button', { name: /Оплатить/ }).click()

    await page.waitForURL('**/ru/ogpo-calculator/result?order=*')
    await hasPolicyDocuments(page, ru)
    await isSound(page)
  })
})

test.describe('what a person keeps', () => {
  test.use({ viewport: phone, colorScheme: 'dark' })

  test('an address that renews or replaces a policy asks whose it is before anything else', async ({
    page,
  }) => {
    for (const query of ['?prolong=16760000000A', '?reissue=16760000000A']) {
      await page.goto(`/ru/ogpo-calculator${query}`)
      await expect(heading(page, ru.login.title)).toBeVisible()
      expect(new URL(page.url()).search).toBe(query)
    }
  })

  test('a reload in the middle keeps everything that was typed', async ({ page }) => {
    const [buyer, second, car] = [await newHuman(), await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await isSound(page)
    const sheet = await edits(page, ru, 'drivers')
    await giveConsent(ru, await addDriver(sheet, ru, second), second)
    await isSound(page)
    // In the very middle: the sheet opens again with what stood in it.
    await page.reload()
    const again = page.getByRole('dialog', { name: ru.review.sheets.drivers })
    await expect(again.getByText(ru.buy.consentApproved, { exact: true })).toBeVisible()
    await keeps(again, ru)
    await addCar(page, ru, car)
    await isSound(page)
    const term = await edits(page, ru, 'term')
    await term.getByRole('switch', { name: ru.buy.seasonal }).check()
    await term.getByRole('radio', { name: '8', exact: true }).check()
    await isSound(page)
    await keeps(term, ru)
    await page.reload()
    await expect(page.getByText(ru.buy.resumed)).toBeVisible()
    await expect(row(page, ru, 'term').getByText('8 месяцев')).toBeVisible()
    await expect(payButton(page)).toBeVisible()
    const sum = await payButton(page).innerText()
    await isSound(page)
    await page.reload()
    await expect(payButton(page)).toHaveText(sum)
    await isSound(page)
  })

  test('a price that a lost connection stopped comes by itself when there is one again', async ({
    page,
    context,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await addCar(page, ru, car)
    await expect(payButton(page)).toBeVisible()
    const term = await edits(page, ru, 'term')
    await context.setOffline(true)
    await term.getByRole('switch', { name: ru.buy.seasonal }).check()
    await keeps(term, ru)
    await expect(page.getByText(ru.buy.offline)).toBeVisible()
    await isSound(page)
    await context.setOffline(false)
    await expect(page.getByText(ru.buy.offline)).toBeHidden()
    await expect(payButton(page)).toBeVisible()
  })

  test('a privilege of the law is found like the rest, and halves the price', async ({ page }) => {
    const [buyer, car] = [await newHuman({ benefit: true }), await newCar()]
    await begins(page, kz, buyer)
    await expect(
      row(page, kz, 'drivers').getByText(kz.buy.privilegeConfirmed.toLowerCase()),
    ).toBeVisible()
    await addCar(page, kz, car)
    await expect(payButton(page)).toHaveText(/18\s047/)
  })

  test('an edit that is dismissed changes nothing: by Escape, by «back», by its cross', async ({
    page,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, kz, buyer)
    await addCar(page, kz, car)
    await expect(payButton(page)).toBeVisible()
    const sum = await payButton(page).innerText()
    const address = page.url()
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => page.locator('dialog[open]').getByRole('button', { name: kz.buy.close }).click(),
    ]) {
      const term = await edits(page, kz, 'term')
      await term.getByRole('switch', { name: kz.buy.seasonal }).check()
      await expect(term.getByText(/6 ай$/)).toBeVisible()
      await leave()
      await expect(term).toBeHidden()
      await expect(row(page, kz, 'term').getByText('12 ай', { exact: true })).toBeVisible()
      await expect(payButton(page)).toHaveText(sum)
      await expect(
        row(page, kz, 'term').getByRole('button', { name: kz.review.edit }),
      ).toBeFocused()
    }
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)
  })

  test('another device sees how the order goes and nothing about people, and a lost connection is said and forgotten', async ({
    page,
    context,
    browser,
  }) => {
    spec('2.2.ogpo-calculator-result')

    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await fillShortest(page, ru, car)
    await pays(page, ru)
    await expect(heading(page, ru.result.headings.awaiting)).toBeVisible()
    await isSound(page)

    await context.setOffline(true)
    await expect(heading(page, ru.result.offline)).toBeVisible()
    await context.setOffline(false)
    await expect(heading(page, ru.result.headings.awaiting)).toBeVisible()

    const other = await browser.newContext({ viewport: wide, locale: 'ru-RU' })
    const screen = await other.newPage()
    await screen.goto(page.url())
    await expect(heading(screen, ru.result.headings.awaiting)).toBeVisible()
    await bill(buyer.phone, 'pay')
    await expect(heading(screen, linkWords.ru.title)).toBeVisible()
    await expect(screen.getByRole('link', { name: ru.result.files.policy })).toBeHidden()
    for (const secret of [buyer.surname, buyer.iin, buyer.phone, car.plate])
      await expect(screen.locator('body')).not.toContainText(secret)
    await other.close()
    await hasPolicyDocuments(page, ru)
    await isSound(page)
  })
})

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
    await expect(fields.getByLabel(kz.buy.licence)).toBeVisible()
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
    await fillShortest(page, ru, car)
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
    await fillShortest(page, kz, car)
    await pays(page, kz)
    await expect(page.getByLabel(kz.buy.payPhone)).toHaveAttribute('aria-invalid', 'true')
    await isSound(page)
    await pays(page, kz, { phone: friend.phone })
    await bill(friend.phone, 'pay')
    await hasPolicyDocuments(page, kz)
  })

  test('a refused bill is followed by the card', async ({ page }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await fillShortest(page, ru, car)
    await pays(page, ru)
    await expect(heading(page, ru.result.headings.awaiting)).toBeVisible()
    await bill(buyer.phone, 'reject')
    await expect(heading(page, ru.result.billRejected)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: ru.result.cardWay }).click()
    await page.getByRole('link', { name: /4400 0000 0000 0001/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await hasPolicyDocuments(page, ru)
  })

  test('a mistyped e-mail is corrected: the letter is told of by itself, and a reload shows the new address', async ({
    page,
  }) => {
    spec('2.2.ogpo-calculator-result-mistyped')

    const [buyer, car] = [await newHuman(), await newCar()]
    const corrected = `${buyer.iin}@example.kz`
    await begins(page, kz, buyer)
    await fillShortest(page, kz, car)
    await pays(page, kz, { email: 'mistyped@example.kz' })
    await bill(buyer.phone, 'pay')
    await expect(heading(page, kz.result.headings.issued)).toBeVisible({ timeout: 30_000 })
    // How it went is folded away, once the policy is there.
    await page.locator('summary', { hasText: kz.result.howLong('') }).click()
    await expect(page.getByText(kz.result.events.mail)).toBeVisible({ timeout: 30_000 })
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

    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await fillShortest(page, ru, car)
    await pays(page, ru, { card: true })
    await page.getByRole('link', { name: /4400 0000 0000 0010/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await expect(page.getByText(ru.result.leads.cardRejected)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: ru.result.otherCard }).click()
    await page.getByRole('link', { name: /4400 0000 0000 0001/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
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
    await expect(page.getByText(/Toyota Corolla/)).toBeVisible()
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
