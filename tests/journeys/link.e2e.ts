import type { Page } from '@playwright/test'
import type { Locale } from '#domain/locale.ts'
import { wrongCodeText } from '#texts/wrong-code.ts'
import words from '#web/purchase/result/link/texts.ts'
import walletWords from '#web/wallet/texts.ts'
import { buys } from './policies.ts'
import { bill, codeSentTo, messages, newCar, newHuman } from './sandbox.ts'
import {
  expect,
  handsOver,
  hasPolicyDocuments,
  heading,
  isSound,
  moving,
  phone,
  test,
  wide,
  wordsOf,
} from './screens.ts'
import { nothingMoved, watchesShifts } from './shifts.ts'
import { spec } from './spec.ts'

test.use(moving)

/** The link of an order on a device that has never seen it: the phone's code opens it. */
const kz = wordsOf('kz')
const ru = wordsOf('ru')

/** Both wallets are offered on what is no phone; Apple's file is really one. */
async function hasWallets(page: Page, locale: Locale): Promise<void> {
  const google = page.getByRole('link', { name: walletWords[locale].google })
  await expect(google).toHaveAttribute('href', /^https:\/\/pay\.google\.com\/gp\/v\/save\//)
  const apple = page.getByRole('link', { name: walletWords[locale].apple })
  const pass = await page.request.get((await apple.getAttribute('href')) ?? '')
  expect(pass.headers()['content-type']).toBe('application/vnd.apple.pkpass')
  expect((await pass.body()).subarray(0, 2).toString()).toBe('PK')
}

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('the link of the SMS shows the back of the pass; the code turns it over, with its papers', async ({
    page,
  }) => {
    spec('2.2.ogpo-calculator-result-link')

    await watchesShifts(page)
    const [buyer, car] = [await newHuman(), await newCar()]
    const { globalId } = await buys(buyer, car)
    await expect
      .poll(async () => (await messages(buyer.phone)).map(({ text }) => text).join('\n'))
      .toContain('/c/')
    const sms = (await messages(buyer.phone)).find(({ text }) => text.includes('/c/'))
    await page.goto(/https?:\S+\/c\/\S+/.exec(sms?.text ?? '')?.[0] ?? '')
    await page.waitForURL('**/ogpo-calculator/result?order=*')

    await expect(heading(page, words.kz.title)).toBeVisible()
    await expect(page.getByRole('img', { name: words.kz.back })).toBeVisible()
    await expect(page.getByText(words.kz.lead(buyer.phone.slice(-2)))).toBeVisible()
    for (const secret of [buyer.surname, buyer.name, buyer.iin, buyer.phone, car.plate, globalId])
      await expect(page.locator('body')).not.toContainText(secret)
    await isSound(page)
    await nothingMoved(page)

    await page.getByRole('button', { name: words.kz.send }).click()
    const code = page.getByLabel(words.kz.code)
    await expect(code).toBeFocused()
    const right = await codeSentTo(buyer.phone)
    // The countdown and the place of the code survive a reload.
    await page.reload()
    await code.pressSequentially(right === '0000' ? '1111' : '0000')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(wrongCodeText(4).kz)).toBeVisible()
    await isSound(page)
    await expect(code).toHaveValue('')
    // The keyboard pushes the code up; the pass is then looked at from its top.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await code.pressSequentially(right)

    await expect(page.getByRole('heading', { name: globalId })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await hasPolicyDocuments(page, kz)
    await expect(page.getByRole('heading', { name: globalId })).toBeVisible()
    await hasWallets(page, 'kz')
    await isSound(page)
    await page.reload()
    await hasPolicyDocuments(page, kz)
  })
})

test('where the phone hands the code over, nothing is typed', async ({ page }) => {
  const arrive = await handsOver(page)
  const buyer = await newHuman()
  const { key } = await buys(buyer, await newCar())
  await page.goto(`/ogpo-calculator/result?order=${key}`)
  await page.getByRole('button', { name: words.kz.send }).click()
  await expect(page.getByLabel(words.kz.code)).toBeFocused()
  await arrive(await codeSentTo(buyer.phone))
  await hasPolicyDocuments(page, kz)
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide, colorScheme: 'dark' })

  test('an order that waits for its money is paid from another device', async ({ page }) => {
    await watchesShifts(page)
    const [buyer, car] = [await newHuman(), await newCar()]
    const { key } = await buys(buyer, car, { paid: false })
    await page.goto(`/ru/ogpo-calculator/result?order=${key}`)
    await expect(heading(page, ru.result.headings.awaiting)).toBeVisible()
    await expect(page.getByRole('heading', { name: words.ru.payTitle })).toBeVisible()
    await expect(page.getByText(ru.result.otherWay)).toBeHidden()
    await isSound(page)
    await nothingMoved(page)

    await page.getByRole('button', { name: words.ru.send }).click()
    await page.getByLabel(words.ru.code).pressSequentially(await codeSentTo(buyer.phone))
    await page.getByText(ru.result.otherWay).click()
    await isSound(page)
    const other = await newHuman()
    await page.getByLabel(ru.result.toPhone.mobile_bank.label).fill(other.phone.slice(1))
    await page.getByRole('button', { name: ru.result.toPhone.mobile_bank.send }).click()
    await bill(other.phone, 'pay')
    await hasPolicyDocuments(page, ru)
    await isSound(page)
  })
})
