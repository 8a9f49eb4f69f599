import { bill, mails, messages, newCar, newHuman, noWallet, phonePage, ready } from './sandbox.ts'
import {
  action,
  addCar,
  addDriver,
  begins,
  calculate,
  expect,
  fillShortest,
  giveConsent,
  hasPolicyDocuments,
  heading,
  isSound,
  next,
  payButton,
  pays,
  phone,
  signIn,
  step,
  test,
  wide,
  wordsOf,
} from './screens.ts'

const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a visitor sees a price, proves who they are, adds a second driver and a car, pays the bank’s bill and holds the policy', async ({
    page,
  }) => {
    const buyer = await ready('850315399904')
    const second = await ready('880214399916')
    await page.goto('/ogpo-calculator')
    await expect(page.getByText(kz.calculator.estimate)).toBeVisible()
    await page.getByLabel(kz.calculator.class).selectOption('7')
    await expect(page.getByText(/₸/).first()).toBeVisible()
    await isSound(page)
    await page.getByRole('link', { name: kz.calculator.buy }).click()
    await signIn(page, kz, buyer, isSound)

    await expect(
      step(page, kz.buy.steps.policyholder).getByText(kz.buy.classFound('7')),
    ).toBeVisible()
    await isSound(page)
    await next(page, kz, 'drivers')
    const row = await addDriver(page, kz, second)
    await expect(row.getByText(kz.buy.classFound('10'))).toBeVisible()
    await giveConsent(kz, row, second)
    await isSound(page)
    await next(page, kz, 'cars')
    await addCar(page, kz, { plate: '123ABC02', techPassport: 'AB12345678' })
    await isSound(page)
    await next(page, kz, 'term')
    await isSound(page)
    await next(page, kz, 'company')
    await isSound(page)
    await calculate(page, kz)
    await expect(payButton(page, kz)).toBeVisible()
    await isSound(page)
    await pays(page, kz, { email: 'journey-kz@example.kz' })

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
    const [buyer, second, car] = [await newHuman(), await ready('900622499917'), await newCar()]
    await page.goto('/ru/ogpo-calculator/login')
    await signIn(page, ru, buyer, isSound)
    const row = await addDriver(page, ru, second)
    await giveConsent(ru, row, second)
    await addCar(page, ru, car)
    await page.getByRole('checkbox', { name: /ОГПО\+,/ }).check()
    await page.getByRole('checkbox', { name: ru.buy.ogpoPlusAccept }).check()
    await isSound(page)
    await calculate(page, ru)
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
    await next(page, ru, 'drivers')
    const row = await addDriver(page, ru, second)
    await giveConsent(ru, row, second)
    await isSound(page)
    await next(page, ru, 'cars')
    await addCar(page, ru, car)
    await isSound(page)
    await next(page, ru, 'term')
    await page.reload()
    await expect(page.getByText(ru.buy.resumed)).toBeVisible()
    await expect(step(page, ru.buy.steps.term)).toBeVisible()
    await isSound(page)
    await next(page, ru, 'company')
    await isSound(page)
    await calculate(page, ru)
    await expect(payButton(page, ru)).toBeVisible()
    await page.reload()
    await expect(step(page, ru.buy.steps.pay)).toBeVisible()
    await expect(payButton(page, ru)).toBeVisible()
    await isSound(page)
  })

  test('another device sees how the order goes and nothing about people, and a lost connection is said and forgotten', async ({
    page,
    context,
    browser,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await fillShortest(page, ru, car)
    await pays(page, ru)
    await expect(heading(page, ru.result.headings.awaiting)).toBeVisible()
    await isSound(page)

    await context.setOffline(true)
    await expect(page.getByText(ru.result.offline)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(ru.result.offline)).toBeHidden()

    const other = await browser.newContext({ viewport: wide, locale: 'ru-RU' })
    const screen = await other.newPage()
    await screen.goto(page.url())
    await expect(heading(screen, ru.result.headings.awaiting)).toBeVisible()
    await bill(buyer.phone, 'pay')
    await expect(heading(screen, ru.result.headings.issued)).toBeVisible()
    await expect(screen.getByText(ru.result.otherDevice)).toBeVisible()
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
    const [buyer, driver] = [await newHuman(), await ready('930930499907')]
    await begins(page, kz, buyer)
    await next(page, kz, 'drivers')
    const row = await addDriver(page, kz, driver)
    // The registers are asked of whoever has agreed alone.
    await giveConsent(kz, row, driver)
    await expect(row.getByLabel(kz.buy.iin)).toHaveAccessibleDescription(/куәлі/i)
    await expect(row.getByLabel(kz.buy.licence)).toBeVisible()
    await isSound(page)
    // The summary says what to do and names the fields; the row keeps what the register said.
    await action(page, kz).click()
    const summary = page.getByRole('alert')
    await expect(
      summary.getByRole('link', { name: kz.buy.problems.driver_not_found }),
    ).toBeVisible()
    await expect(row.getByLabel(kz.buy.iin)).toHaveAccessibleDescription(/куәлі/i)
    // Taken away by the keyboard: the focus stays where the row was.
    await row.getByRole('button', { name: kz.buy.remove }).press('Enter')
    await expect(page.getByRole('button', { name: kz.buy.addDriver })).toBeFocused()
  })

  test('after bad scoring an insurer that accepts it is offered and sells', async ({ page }) => {
    const [buyer, car] = [await newHuman({ scoring: 'bad' }), await newCar()]
    await begins(page, ru, buyer)
    await fillShortest(page, ru, car)
    await page.getByRole('button', { name: new RegExp(ru.buy.otherInsurer) }).click()
    await calculate(page, ru)
    await expect(payButton(page, ru)).toBeVisible()
  })

  test('a phone without a wallet is refused beside its field, and another phone pays', async ({
    page,
  }) => {
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
    await expect(heading(page, ru.result.headings.rejected)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: ru.result.cardWay }).click()
    await page.getByRole('link', { name: /4400 0000 0000 0001/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await hasPolicyDocuments(page, ru)
  })

  test('a mistyped e-mail is corrected: the letter is told of by itself, and a reload shows the new address', async ({
    page,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    const corrected = `${buyer.iin}@example.kz`
    await begins(page, kz, buyer)
    await fillShortest(page, kz, car)
    await pays(page, kz, { email: 'mistyped@example.kz' })
    await bill(buyer.phone, 'pay')
    await expect(heading(page, kz.result.headings.issued)).toBeVisible({ timeout: 30_000 })
    // How it went is folded away, once the policy is there.
    await page.getByText(kz.result.timeline, { exact: true }).click()
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
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await fillShortest(page, ru, car)
    await pays(page, ru, { card: true })
    await page.getByRole('link', { name: /4400 0000 0000 0010/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await expect(page.getByText(ru.result.leads.cardRejected)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: ru.result.cardWay }).click()
    await page.getByRole('link', { name: /4400 0000 0000 0001/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await hasPolicyDocuments(page, ru)
  })

  test('an empty step names its fields, and they are filled without losing the focus', async ({
    page,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await begins(page, ru, buyer)
    await next(page, ru, 'drivers')
    await next(page, ru, 'cars')
    await action(page, ru).click()
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
    const [buyer, driver] = [await newHuman(), await newHuman()]
    await begins(page, kz, buyer)
    await next(page, kz, 'drivers')
    const row = await addDriver(page, kz, driver)
    await giveConsent(kz, row, driver, '0')
    await action(page, kz).click()
    await expect(row.getByText(kz.buy.problems.consent_needed)).toBeVisible()
    await isSound(page)
  })
})
