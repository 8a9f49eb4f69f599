import insurerWords from '#web/purchase/review/insurer-texts.ts'
import { until } from '../http.ts'
import { bill, messages, newCar, newHuman, phonePage, ready } from './sandbox.ts'
import {
  addCar,
  addDriver,
  edits,
  expect,
  giveConsent,
  hasPolicyDocuments,
  heading,
  isSound,
  keeps,
  moving,
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

test.use(moving)

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

    const buyer = await newHuman({ bonusMalus: { kind: 'CLASS', class: '7' } })
    const second = await newHuman({ bonusMalus: { kind: 'CLASS', class: '10' } })
    const car = await newCar()
    await page.goto('/ogpo-calculator')
    await page.getByText(kz.calculator.heading).click()
    await expect(page.getByText(kz.calculator.estimate).first()).toBeVisible()
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
    await addCar(page, kz, car)
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
    const sms = await until(
      async () =>
        (await messages(buyer.phone)).find(({ text }) => text.includes(new URL(result).origin)),
      (found) => found !== undefined,
    )
    await page.goto(phonePage(buyer.phone))
    await expect(page.getByRole('region', { name: 'SMS' })).toContainText(
      sms?.text.slice(0, 30) ?? '',
    )

    await page.goto(check ?? '')
    await expect(page.getByText(/^(Қолданыста|Әлі басталған жоқ)$/)).toBeVisible()
    await expect(page.getByText(new RegExp([...car.plate].join('\\s*')))).toBeVisible()
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
    // What is known of each insurer stands at its choice, and that the demonstration's is invented.
    const insurers = await edits(page, ru, 'insurer')
    const told = new RegExp(insurerWords.ru.facts.days_to_pay.name)
    await expect(insurers.getByRole('radio', { name: told })).toHaveCount(3)
    await expect(insurers.getByText(insurerWords.ru.sample)).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
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
