import { messageWords } from '#web/portal/sale/texts.ts'
import { languagesOf } from './languages.ts'
import {
  billButton,
  button,
  opens,
  policyholderField,
  promoter,
  row,
  sends,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'

/** Thirty sales a day: how many presses one takes, and a client's message in place of typing. */
test.use({ geolocation: street, permissions: ['geolocation'] })

test('a sale takes 46 presses by the keyboard, from the first moment and again after Alt N', async ({
  page,
}) => {
  const w = wordsOf('kz')
  await page.setViewportSize(wide)
  let presses = 0
  const press = async (key: string): Promise<void> => {
    presses += key.split('+').length
    await page.keyboard.press(key)
  }
  const types = async (text: string): Promise<void> => {
    for (const sign of text) await press(sign)
  }
  await page.goto('/promoter')
  await expect(page.getByLabel(w.sign.login)).toBeFocused()
  await page.keyboard.type(promoter.login)
  await page.keyboard.press('Tab')
  await page.keyboard.type(promoter.password)
  await page.keyboard.press('Enter')
  const iin = policyholderField(page, w, w.sell.iin)
  for (const _ of [1, 2]) {
    await expect(iin).toBeFocused()
    const [buyer, car] = [await newHuman(), await newCar()]
    presses = 0
    await types(buyer.iin)
    await press('Tab')
    await types(buyer.phone.slice(1))
    // Found, they may have a privilege to tell of, which stands on the way.
    await expect(page.locator('#policyholder-privilege')).toBeVisible()
    await press('Tab')
    await press('Tab')
    await expect(row(page, w.sell.car(1)).getByLabel(w.sell.plate)).toBeFocused()
    await types(car.plate)
    await press('Tab')
    await types(car.techPassport)
    await expect(billButton(page)).toBeVisible()
    await expect(page.getByText(w.sell.readOut)).toBeVisible()
    await press('Control+Enter')
    await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
    expect(presses).toBeLessThanOrEqual(46)
    await page.keyboard.press('Alt+KeyN')
  }
  await expect(iin).toBeFocused()
  await expect(iin).toHaveValue('')
  await page.goto('/promoter/search')
  await expect(page.getByLabel(w.search.by)).toBeFocused()
})

for (const locale of languagesOf('a message fills the sheet'))
  test(`a client’s message fills the sheet, every field shown first, and nothing else is typed, ${locale}`, async ({
    page,
  }) => {
    const w = wordsOf(locale)
    const m = messageWords[locale]
    await page.setViewportSize({ kz: phone, ru: wide }[locale])
    await opens(page, w)
    const [buyer, second, car] = [await newHuman(), await newHuman(), await newCar()]
    const text = `Сәлеметсіз бе! ${buyer.iin}\n+${buyer.phone}\n${car.plate} / ${car.techPassport}\nжүргізуші ${second.iin} 🙏`
    const iin = policyholderField(page, w, w.sell.iin)
    await iin.evaluate((field, pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
    const dialog = page.getByRole('dialog', { name: m.title })
    await expect(dialog.getByRole('checkbox')).toHaveCount(5)
    await expect(dialog.getByText(second.iin, { exact: true })).toBeVisible()
    await isSound(page)
    // Shown and not used yet.
    await expect(iin).toHaveValue('')
    // One is not wanted.
    await dialog.getByRole('checkbox', { name: new RegExp(second.iin) }).uncheck()
    await dialog.getByRole('button', { name: m.take(4), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(iin).toHaveValue(buyer.iin)
    await expect(row(page, w.sell.car(1)).getByLabel(w.sell.techPassport)).toHaveValue(
      new RegExp(car.techPassport.slice(-8)),
    )
    await expect(row(page, w.sell.driver(1))).toHaveCount(0)
    await expect(billButton(page)).toBeVisible()
    await sends(page, w)
    await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
  })

test('a message is pasted by its own button too, and what is mistyped in it is told', async ({
  page,
}) => {
  const w = wordsOf('ru')
  const m = messageWords.ru
  await page.setViewportSize(wide)
  await opens(page, w)
  await button(page, m.open).click()
  const dialog = page.getByRole('dialog', { name: m.title })
  await dialog.getByLabel(m.label).fill('850315399905 и 8 701 123 45 67')
  await expect(dialog.getByText(m.unread)).toBeVisible()
  await expect(dialog.getByText(/850315399905:/)).toBeVisible()
  await dialog.getByRole('button', { name: m.take(1), exact: true }).click()
  await expect(policyholderField(page, w, w.sell.phone)).toHaveValue(/701/)
  // The focus is on what is still missing.
  await expect(policyholderField(page, w, w.sell.iin)).toBeFocused()
})
