import { keyWords } from '#web/portal/texts.ts'
import { languagesOf } from './languages.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  opens,
  sends,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'

/** The portal's sheet at the thumb, and its lists by the keyboard. */
test.use({ geolocation: street, permissions: ['geolocation'] })

for (const locale of languagesOf('price and act of a sheet'))
  test(`the price and its act are one line on a phone, what is agreed to is asked, ${locale}`, async ({
    page,
  }) => {
    const w = wordsOf(locale)
    await page.setViewportSize(phone)
    await opens(page, w)
    await fillPeople(page, w, await newHuman())
    await fillCar(page, w, await newCar())
    await expect(billButton(page)).toBeVisible()
    const bar = await page.getByRole('complementary').boundingBox()
    expect(bar?.height).toBeLessThanOrEqual(84)
    expect(bar?.width).toBe(phone.width)
    await isSound(page)

    await billButton(page).click()
    const asked = page.getByRole('dialog', { name: w.accept.title })
    await expect(asked.getByText(w.sell.accepted)).toBeVisible()
    await isSound(page)
    // Closed, nothing is sent.
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(billButton(page)).toBeVisible()
    await sends(page, w)
    await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
  })

test('J and K walk the lists of the portal, until they are switched off', async ({ page }) => {
  const w = wordsOf('kz')
  await page.setViewportSize(wide)
  await opens(page, w)
  await page.goto('/promoter/sales?view=sales&period=month')
  const rows = page.locator('tbody tr[data-key]')
  await expect(rows.first()).toBeVisible()
  const keys = page.getByRole('checkbox', { name: keyWords.kz.on })
  await expect(keys).toBeChecked()
  await isSound(page)
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.dataset.key)
  const key = (row: number) => rows.nth(row).getAttribute('data-key')
  await page.keyboard.press('KeyJ')
  expect(await focused()).toBe(await key(0))
  if ((await rows.count()) > 1) {
    await page.keyboard.press('KeyJ')
    expect(await focused()).toBe(await key(1))
    await page.keyboard.press('KeyK')
    expect(await focused()).toBe(await key(0))
  }
  await keys.uncheck()
  await keys.blur()
  await page.keyboard.press('KeyJ')
  expect(await focused()).toBeUndefined()
})

test('what a promoter types is recognised by its look, and the day stands in the head of every screen', async ({
  page,
}) => {
  const w = wordsOf('ru')
  await page.setViewportSize(wide)
  await opens(page, w)
  await page.goto('/ru/promoter/search')
  await expect(page.getByText(/^сегодня \d+/)).toBeVisible()
  // A plate as people write it; the second is an IIN with a wrong digit.
  await page.getByLabel(w.search.by).fill('777 ast 01')
  await button(page, w.search.search).click()
  await expect(page.getByText('777AST01').first()).toBeVisible()
  await page.getByLabel(w.search.by).fill('850315399905')
  await button(page, w.search.search).click()
  await expect(page.getByLabel(w.search.by)).toHaveAccessibleDescription(/ИИН/)
  await expect(page.getByLabel(w.search.by)).toHaveAttribute('aria-invalid', 'true')
  await isSound(page)
  const menu = page.getByRole('navigation', { name: w.frame.menu })
  await menu.getByRole('link', { name: w.frame.sales, exact: true }).click()
  await expect(menu.getByRole('link', { name: w.frame.sales, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await isSound(page)
})

for (const locale of languagesOf('sums of many sales'))
  test(`on a phone the sums of many sales stand whole below their columns, in ${locale}`, async ({
    page,
  }) => {
    const w = wordsOf(locale)
    await page.setViewportSize(phone)
    await opens(page, w)
    // A good month, as the server tells it: what is summed up is wider than each of its rows, and
    // one of the clients has a long name.
    await page.route('**/api/promoter/sale/list', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const totals = { orders: 134, issued: 110, awaiting: 12, premium: 1_348_072 }
      Object.assign(body.data.totals, totals)
      body.data.sales[0].policyholder = 'Гүлбаршын-Айнагүл Қ.'
      await route.fulfill({ response: answer, json: body })
    })
    await page.goto(w.at('/promoter/sales?view=sales&period=month'))
    const sum = page.locator('tfoot').getByText(/1\s348\s072/)
    await expect(sum).toBeVisible()
    const over = await page.locator('table').evaluate((table) => {
      const sheet = table.closest('section')?.getBoundingClientRect().right ?? 0
      return [...table.querySelectorAll('th, td')]
        .filter((cell) => cell.getBoundingClientRect().right > sheet + 0.5)
        .map(({ textContent }) => textContent)
    })
    expect(over).toEqual([])
    const count = page.locator('tfoot').getByText('110')
    const [left, right] = [await count.boundingBox(), await sum.boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
    await isSound(page)
  })

test('axe has nothing to say of the portal in the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(wide)
  await opens(page, wordsOf('kz'))
  await isSound(page)
  for (const path of ['/sales', '/sales?view=sales&period=month', '/search', '/block']) {
    await page.goto(`/promoter${path}`)
    await expect(page.locator('main h2, main table, main input').first()).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await isSound(page)
  }
})
