import {
  billButton,
  button,
  fillCar,
  fillPeople,
  issued,
  opens,
  policyholderField,
  row,
  sends,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { bill, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/** What the client gets of a promoter's sale: papers by link, a sheet for the ribbon. */
test.use({ geolocation: street, permissions: ['geolocation', 'clipboard-read', 'clipboard-write'] })

const kz = wordsOf('kz')
/** A register or the insurer's side may take its time on a slow machine. */

test('the papers go to the client by link, and a sheet for the ribbon of 58 and of 80 mm is readable', async ({
  page,
  browser,
}) => {
  spec('7.3.ours-papers-link-a4')

  await page.addInitScript(() => {
    Object.assign(window, {
      print: () => document.documentElement.setAttribute('data-printed', 'yes'),
    })
    Object.assign(navigator, {
      share: async ({ url }: ShareData) =>
        document.documentElement.setAttribute('data-shared', url ?? ''),
    })
  })
  const [buyer, second] = [
    await newHuman({ surname: 'Қожахметова-Сүлейменова', name: 'Гүлбаршын' }),
    await newHuman({ name: 'Айбарша' }),
  ]
  await opens(page, kz)
  await fillPeople(page, kz, buyer)
  await button(page, kz.sell.addDriver).click()
  await row(page, kz.sell.driver(1)).getByLabel(kz.sell.iin).pressSequentially(second.iin)
  const car = await newCar()
  await fillCar(page, kz, car)
  await button(page, kz.sell.calculate).click()
  await expect(billButton(page)).toBeVisible()
  await sends(page, kz)
  await bill(buyer.phone, 'pay')
  await issued(page, kz)
  await expect(page.getByRole('link', { name: kz.order.files.policy, exact: true })).toBeVisible()
  await isSound(page)

  await button(page, kz.order.share).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-shared', /download-policy/)
  const client = await browser.newContext()
  const paper = await client.request.get((await html.getAttribute('data-shared')) ?? '')
  expect(paper.headers()['content-type']).toBe('application/pdf')
  await client.close()

  await button(page, kz.order.printThermal).click()
  await expect(html).toHaveAttribute('data-printed', 'yes')
  const number =
    (await page.getByText(kz.order.policy).locator('strong').first().textContent()) ?? ''
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('[data-paper="thermal"]')
  for (const millimetres of [58, 80]) {
    await page.setViewportSize({ width: Math.floor((millimetres / 25.4) * 96), height: 800 })
    await expect(sheet).toBeVisible()
    for (const text of [number, car.plate, second.name]) await expect(sheet).toContainText(text)
    const seen = await sheet.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      const lines = [...element.querySelectorAll('h1, p, strong')]
      return {
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: lines.filter((line) => line.scrollWidth > line.clientWidth && line.clientWidth > 0)
          .length,
        fits: left >= 0 && right <= document.documentElement.clientWidth,
        points: Math.min(
          ...lines.map((line) => (Number.parseFloat(getComputedStyle(line).fontSize) * 72) / 96),
        ),
        code: element.querySelector('svg[role="img"]')?.getBoundingClientRect().width ?? 0,
      }
    })
    expect(seen).toMatchObject({ wider: 0, cut: 0, fits: true })
    expect(seen.points).toBeGreaterThanOrEqual(8)
    expect(seen.code).toBeGreaterThanOrEqual((30 / 25.4) * 96)
    await expect(page.getByRole('button')).toHaveCount(0)
  }

  // The next sale has begun; looking at the documents once more neither mixes the two nor loses the
  // new one.
  await page.emulateMedia({ media: null })
  await page.setViewportSize(wide)
  const address = page.url()
  await page.getByRole('complementary').getByRole('button', { name: kz.order.newSale }).click()
  const next = await newHuman({ name: 'Темірлан' })
  await fillPeople(page, kz, next)
  await expect(
    page.getByRole('region', { name: kz.sell.policyholder }).getByText(/Темірлан/),
  ).toBeVisible()
  await page.goto(address)
  await issued(page, kz)
  for (const text of [number, car.plate, buyer.name, second.name])
    await expect(page.locator('[data-paper]')).toContainText(text)
  await expect(page.locator('[data-paper]')).not.toContainText('Темірлан')
  await page.getByRole('complementary').getByRole('button', { name: kz.order.newSale }).click()
  await expect(policyholderField(page, kz, kz.sell.iin)).toHaveValue(next.iin)
})
