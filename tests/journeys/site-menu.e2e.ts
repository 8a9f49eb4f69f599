import dialogWords from '#web/dialogs/texts.ts'
import layoutWords from '#web/layouts/texts.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { spec } from './spec.ts'

test.describe('the menu', () => {
  test('works with the keyboard alone on a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    const button = page.getByRole('button', { name: layoutWords.kz.menu })
    await button.focus()
    await page.keyboard.press('Enter')
    const menu = page.locator('#menu')
    await expect(menu).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Құрылтайшылар' }).click()
    await expect(page).toHaveURL(/\/founders$/)
  })

  test('a screen that grows wide closes it', async ({ page }) => {
    spec('9.device-detection-resize-refresh')

    await page.setViewportSize(phone)
    await page.goto('/ru')
    await page.getByRole('button', { name: layoutWords.ru.menu }).click()
    await expect(page.locator('#menu')).toBeVisible()
    await page.setViewportSize(wide)
    await expect(page.locator('#menu')).toBeHidden()
  })

  test('says where one is', async ({ page }) => {
    await page.setViewportSize(wide)
    await page.goto('/ru/auto-insurance')
    await expect(page.locator('header a[aria-current=page]:visible')).toHaveText('Автомобиль')
  })

  test('opens whole on one screen of a phone, and under the head of a wide one', async ({
    page,
  }) => {
    for (const viewport of [{ width: 360, height: 740 }, wide]) {
      await page.setViewportSize(viewport)
      await page.goto('/')
      await page.getByRole('button', { name: layoutWords.kz.menu }).click()
      const menu = page.locator('#menu')
      for (const link of await menu.getByRole('link').all())
        await expect(link).toBeInViewport({ ratio: 1 })
      await isSound(page)
    }
  })

  test('every page begins at the edge where head and foot do', async ({ page }) => {
    for (const viewport of [phone, wide]) {
      await page.setViewportSize(viewport)
      // The product stands in the middle of its land on a wide screen, as the first page does.
      const pages = ['/founders', '/check', '/contact', '/call-back', '/remind']
      for (const path of viewport === phone ? ['/auto-insurance', ...pages] : pages) {
        await page.goto(path)
        const lefts = await page
          .locator('header a:visible, h1, footer svg')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
        expect(Math.min(...lefts), path).toBe(lefts[0])
        const [h1] = await page
          .locator('h1')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
        expect(h1, path).toBe(lefts[0])
      }
    }
  })
})

test.describe('a new build', () => {
  const renewed = async (page: import('@playwright/test').Page) => {
    const seen = page.waitForResponse('**/builds/meta/new.json')
    await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'new' } }))
    await page.route('**/builds/meta/new.json', (route) => route.fulfill({ json: { id: 'new' } }))
    await page.goto('/')
    await (await seen).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  }
  const hide = (page: import('@playwright/test').Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
      document.dispatchEvent(new Event('visibilitychange'))
    })

  test('is loaded when the tab is hidden', async ({ page }) => {
    spec('7.4.differing-id-reloads-page')

    await renewed(page)
    const loaded = page.waitForEvent('load')
    await hide(page)
    await loaded
  })

  test('never under a form that is being filled in', async ({ page }) => {
    await renewed(page)
    await page.getByRole('contentinfo').getByRole('link', { name: layoutWords.kz.write }).click()
    await page.getByLabel(dialogWords.kz.contact.name).fill('Айгүл')
    await hide(page)
    await expect(page.getByLabel(dialogWords.kz.contact.name)).toHaveValue('Айгүл')
  })
})

test('a link to another site is followed only with permission, an unsafe one never', async ({
  page,
}) => {
  spec('8.1.external-url-without-permission')

  await page.goto('/docs')
  await page.evaluate(() => {
    const links = {
      bare: 'https://elsewhere.example/',
      unsafe: 'javascript:document.title="run"',
      own: '/docs?own',
    }
    for (const [id, href] of Object.entries(links)) {
      const link = Object.assign(document.createElement('a'), { id, href, textContent: id })
      document.querySelector('main')?.prepend(link)
    }
  })
  await page.click('#bare')
  await page.click('#unsafe')
  await expect(page).toHaveURL(/\/docs$/)
  await expect(page).not.toHaveTitle('run')
  await page.click('#own')
  await expect(page).toHaveURL(/\/docs\?own$/)
})
