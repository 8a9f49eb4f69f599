import siteWords from '#web/layouts/texts.ts'
import homeWords from '#web/pages/index/texts.ts'
import { newHuman } from './sandbox.ts'
import { expect, isSound, moving, phone, row, signIn, test, wide, wordsOf } from './screens.ts'

test.use(moving)

const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a plate typed on the first page, in any letters, begins the purchase with its car', async ({
    page,
  }) => {
    const buyer = await newHuman()
    const t = homeWords.kz
    await page.goto('/')
    const plate = page.getByLabel(t.plate)
    await plate.pressSequentially('123авс02')
    await expect(plate).toHaveValue('123 ABC 02')
    const passport = page.getByLabel(t.passport)
    await expect(passport).toBeFocused()
    await expect(page.getByText('Алматы қаласы:')).toContainText('18 047 – 43 313 ₸')
    await isSound(page)

    await passport.pressSequentially('АВ1234')
    await page.getByRole('button', { name: t.priced }).click()
    await expect(page.getByText(t.wrongPassport)).toBeVisible()
    await expect(passport).toBeFocused()
    await expect(passport).toHaveAttribute('aria-invalid', 'true')
    await isSound(page)
    await passport.pressSequentially('5678')
    await expect(page.getByText(t.wrongPassport)).toBeHidden()
    await page.getByRole('button', { name: t.priced }).click()

    await expect(page).toHaveURL(/ogpo-calculator\/login$/)
    await signIn(page, kz, buyer)
    await expect(row(page, kz, 'cars').getByText('Toyota Camry')).toBeVisible()
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('a button pressed too early says what is missing; an older plate has no bar', async ({
    page,
  }) => {
    const t = homeWords.ru
    await page.goto('/ru')
    await page.getByLabel(t.plate).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: t.priced }).click()
    await expect(page.getByText(t.wrongPlate)).toBeVisible()
    await expect(page.getByLabel(t.plate)).toBeFocused()
    await page.getByLabel(t.plate).pressSequentially('a123bcd')
    await expect(page.getByLabel(t.plate)).toHaveValue('A 123 BCD')
    await expect(page.getByLabel(t.plate)).toHaveAttribute('data-bar', 'none')
    await expect(page.getByText(t.calm)).toBeVisible()
  })

  test('the price of the law follows the class that is chosen', async ({ page }) => {
    const t = homeWords.ru
    await page.goto('/ru')
    const cost = page.getByRole('region', { name: t.cost })
    const sum = cost.locator('output')
    await expect(sum.filter({ hasText: '36 094 ₸' })).toBeVisible()
    await cost.getByRole('radio', { name: t.ofClass('13') }).check()
    await expect(sum.filter({ hasText: '18 047 ₸' })).toBeVisible()
    await expect(sum.filter({ hasText: '36 094 ₸' })).toBeHidden()
  })

  test('what is shown where the passport’s number stands opens and closes', async ({ page }) => {
    const t = homeWords.ru
    await page.goto('/ru')
    await page.getByRole('button', { name: t.where }).click()
    await expect(page.getByText(t.whereText)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: t.close }).last().click()
    await expect(page.getByText(t.whereText)).toBeHidden()
  })
})

test('what Home costs stands on the first page, by today’s plans', async ({ page }) => {
  await page.setViewportSize(phone)
  await expect(async () => {
    await page.goto('/ru')
    await expect(page.getByText('1 490 – 3 990 ₸')).toBeVisible({ timeout: 10_000 })
  }).toPass()
})

test('in the other language the menu leads to Home as well', async ({ page }) => {
  await page.setViewportSize(wide)
  await page.goto(ru.at(''))
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: siteWords.ru.head['egov-home'], exact: true })
    .click()
  await expect(page).toHaveURL(/egov\/policy\/qorgan-home/)
})
