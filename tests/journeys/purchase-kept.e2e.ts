import linkWords from '#web/purchase/result/link/texts.ts'
import { bill, newCar, newHuman } from './sandbox.ts'
import {
  addCar,
  addDriver,
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
  phone,
  row,
  test,
  wide,
  wordsOf,
} from './screens.ts'
import { spec } from './spec.ts'

const kz = wordsOf('kz')
const ru = wordsOf('ru')

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
    await comesToPrice(page, ru)
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
    await comesToPrice(page, kz)
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

    const { buyer, car } = await comesToPrice(page, ru)
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
