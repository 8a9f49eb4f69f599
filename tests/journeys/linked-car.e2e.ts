import lostWords from '#web/pages/not-found/texts.ts'
import carWords from '#web/purchase/calculator-car-texts.ts'
import calculatorWords from '#web/purchase/calculator-texts.ts'
import { expect, isSound, phone, test } from './screens.ts'

test.use({ viewport: phone })

test('a page that is not there takes a plate to its price, which no address tells a server', async ({
  page,
}) => {
  const t = lostWords.kz
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/nowhere')
  await isSound(page)
  await page.getByRole('button', { name: t.priced }).click()
  await expect(page.getByText(t.wrongPlate)).toBeVisible()
  await expect(page.getByLabel(t.plate)).toBeFocused()
  await page.getByLabel(t.plate).pressSequentially('123abc02')
  await page.getByRole('button', { name: t.priced }).click()
  await expect(page).toHaveURL(/\/ogpo-calculator#123ABC02$/)
  await expect(page.getByLabel(carWords.kz.plate)).toHaveValue('123 ABC 02')
  expect(asked.filter((url) => /123/.test(new URL(url).pathname + new URL(url).search))).toEqual([])
})

test('or to its policy', async ({ page }) => {
  const t = lostWords.ru
  await page.goto('/ru/nowhere')
  await page.getByLabel(t.plate).pressSequentially('909zzz02')
  await page.getByRole('button', { name: t.checked }).click()
  await expect(page).toHaveURL(/\/ru\/check\?q=909ZZZ02$/)
  // From there the car goes along.
  await page.getByRole('main').locator('a[href$="#909ZZZ02"]').click()
  await expect(page.getByLabel(carWords.ru.plate)).toHaveValue('909 ZZZ 02')
})

test('the calculator has one main button, and its estimate waits behind one line', async ({
  page,
}) => {
  await page.goto('/ogpo-calculator')
  await expect(page.getByRole('link', { name: calculatorWords.kz.buy })).toBeHidden()
  await page.getByText(calculatorWords.kz.heading).click()
  const main = page.getByRole('button', { name: carWords.kz.priced })
  const other = page.getByRole('link', { name: calculatorWords.kz.buy })
  const ground = (one: typeof main) => one.evaluate((of) => getComputedStyle(of).backgroundColor)
  expect(await ground(other)).not.toBe(await ground(main))
})
