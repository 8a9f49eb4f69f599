import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { type Locale, languageTag, locales } from '#domain/locale.ts'
import { entriesOf } from '#web/content/entries.ts'
import dialogWords from '#web/dialogs/texts.ts'
import layoutWords from '#web/layouts/texts.ts'
import { pageNames, pages } from '#web/pages.ts'
import calculatorWords from '#web/purchase/calculator-texts.ts'
import { until } from '../http.ts'
import { mails } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'

/** Every page a visitor may find, once in each language; of detail pages the first entry. */
const open = pageNames
  .filter((name) => pages[name].indexed)
  .flatMap((name) =>
    locales.map((locale) => ({
      locale,
      path: pathOf(name, locale, entriesOf(name)[0]),
      interactive: pages[name].interactive,
    })),
  )

for (const { locale, path, interactive } of open)
  test(`${path} is sound`, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.setViewportSize(phone)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(locale))
    await isSound(page)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name }) => name),
    )
    // Pages without a form carry one small script and no React.
    if (!interactive) expect(scripts).toEqual([expect.stringContaining('/assets/enhance-')])
    expect(complaints).toEqual([])
  })

// The whole matrix, when asked for: every page, three widths, both themes.
if (process.env.LONG)
  for (const { path } of open)
    for (const width of [360, 768, 1440])
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${path} at ${width} px, ${colorScheme}`, async ({ page }) => {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 900 })
          await page.goto(path)
          await isSound(page)
        })

test('the first page is light: 15 KB without the font, 2 KB of script', async ({ page }) => {
  await page.goto('/')
  const sizes = await page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming
      return { name, size: encodedBodySize }
    }),
  )
  const sum = (wanted: RegExp) =>
    sizes.filter(({ name }) => wanted.test(name)).reduce((total, { size }) => total + size, 0)
  expect(sum(/^(?!.*\.woff2)/)).toBeLessThanOrEqual(15 * 1024)
  expect(sum(/\.js$/)).toBeLessThanOrEqual(2 * 1024)
  expect(sum(/\.woff2$/)).toBeLessThanOrEqual(25 * 1024)
})

for (const locale of locales)
  test(`the script of ${pathOf('ogpo-calculator', locale)} carries the words of its own language alone`, async ({
    page,
  }) => {
    const asked: Promise<string>[] = []
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') asked.push(answer.text())
    })
    await page.goto(pathOf('ogpo-calculator', locale), { waitUntil: 'networkidle' })
    const scripts = await Promise.all(asked)
    const carried = (words: string) => scripts.some((script) => script.includes(words))
    expect(locales.filter((one) => carried(calculatorWords[one].buyWhy))).toEqual([locale])
  })

test('a page that is zoomed to 400 % needs no sideways scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/', '/ru/auto-insurance', '/documents', '/ru/docs']) {
    await page.goto(path)
    await isSound(page)
  }
  // The bar with the price keeps its button on the screen and stays in its place on the page.
  await page.goto('/ru/ogpo-calculator')
  await isSound(page)
  const buy = page.getByRole('link', { name: calculatorWords.ru.buy })
  await expect(buy).toBeVisible()
  const box = await buy.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  await expect(buy).not.toBeInViewport()
})

test.describe('addresses', () => {
  test('a detail page opens for its own id alone', async ({ page, request }) => {
    expect((await request.get('/managers/kim-olga?id=3&utm_source=x')).status()).toBe(200)
    for (const path of [
      '/managers/kim-olga?id=1',
      '/managers/kim-olga',
      '/ru/managers/nobody?id=3',
    ]) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText(`Page Not Found: ${path}`)).toBeVisible()
    }
    await isSound(page)
  })

  test('/kz leads to the bare path with its query', async ({ request }) => {
    const answer = await request.get('/kz/docs?x=1', { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([308, '/docs?x=1'])
    expect((await request.get('/kz?x=1', { maxRedirects: 0 })).headers().location).toBe('/?x=1')
  })

  test('sitemap, robots, payload and build are there', async ({ request }) => {
    expect(await (await request.get('/sitemap.xml')).text()).toContain(
      '/ru/founders/dala-kapital?id=3',
    )
    expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap: ')
    expect(await (await request.get('/ru/docs/_payload.json')).json()).toMatchObject({
      name: 'docs___ru',
      path: '/ru/docs',
    })
    expect(await (await request.get('/_payload.json')).json()).toMatchObject({ name: 'index___kz' })
    const { id } = await (await request.get('/builds/latest.json')).json()
    expect(await (await request.get(`/builds/meta/${id}.json`)).json()).toMatchObject({ id })
    expect((await request.get('/docs')).headers()['speculation-rules']).toBe(
      '"/speculation-rules.json"',
    )
  })

  test('the language switch keeps page and query and is remembered for a year', async ({
    page,
    context,
  }) => {
    await page.goto('/founders/dala-kapital?id=3&utm_source=x')
    await page.getByRole('link', { name: 'Русский' }).click()
    await expect(page).toHaveURL(/\/ru\/founders\/dala-kapital\?id=3&utm_source=x$/)
    const cookie = (await context.cookies()).find(({ name }) => name === 'lang')
    expect(cookie?.value).toBe('ru')
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365)
  })

  test('every blank paper can be downloaded', async ({ page, request }) => {
    await page.goto('/docs')
    const links = await page
      .locator('a[download]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links).toHaveLength(4)
    for (const link of links) {
      const file = await request.get(link)
      expect(file.headers()['content-type']).toBe('application/pdf')
      expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
    }
  })
})

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
    await page.setViewportSize(phone)
    await page.goto('/ru')
    await page.getByRole('button', { name: layoutWords.ru.menu }).click()
    await expect(page.locator('#menu')).toBeVisible()
    await page.setViewportSize(wide)
    await expect(page.locator('#menu')).toBeHidden()
  })

  test('says where one is', async ({ page }) => {
    await page.setViewportSize(wide)
    await page.goto('/ru/docs')
    await expect(page.locator('header a[aria-current=page]:visible')).toHaveText(
      'Шаблоны заявлений',
    )
  })
})

test.describe('the contact form', () => {
  const write = async (page: import('@playwright/test').Page, locale: Locale) => {
    await page.goto(pathOf('index', locale))
    const opener = page
      .getByRole('contentinfo')
      .getByRole('link', { name: layoutWords[locale].write })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    return { opener, dialog, t: dialogWords[locale] }
  }

  test('is sent to the office', async ({ page }) => {
    const { opener, dialog, t } = await write(page, 'kz')
    const name = `Айгүл ${crypto.randomUUID().slice(0, 8)}`
    await isSound(page)
    await dialog.getByRole('button', { name: t.contact.send }).click()
    await expect(dialog.getByRole('alert')).toBeFocused()
    await expect(dialog.getByRole('alert').getByRole('link')).toHaveCount(4)
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(4)
    await isSound(page)
    await dialog.getByRole('link', { name: t.contact.wrong.name }).click()
    await page.keyboard.type(name)
    await expect(dialog.getByLabel(t.contact.name)).not.toHaveAttribute('aria-invalid')
    await dialog.getByLabel(t.contact.phone).fill('8 701 000 00 01')
    await expect(dialog.getByLabel(t.contact.phone)).toHaveValue('+7 (701) 000 00 01')
    await dialog.getByLabel(t.contact.email).fill('aigul@example.kz')
    await dialog.getByLabel(t.contact.text).fill('Сәлеметсіз бе!')
    await dialog.getByRole('button', { name: t.contact.send }).click()
    await expect(dialog.getByText(t.contact.sent)).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await until(
      () => mails(brand.email),
      (list) => list.some(({ subject }) => subject.includes(name)),
    )
  })

  test('loses nothing when sending fails', async ({ page }) => {
    const { dialog, t } = await write(page, 'ru')
    await page.route('**/api/feedbackForm', (route) => route.abort())
    await dialog.getByLabel(t.contact.name).fill('Ольга')
    await dialog.getByLabel(t.contact.phone).fill('7010000001')
    await dialog.getByLabel(t.contact.email).fill('olga@example.kz')
    await dialog.getByLabel(t.contact.text).fill('Здравствуйте!')
    const button = dialog.getByRole('button', { name: t.contact.send })
    await button.click()
    await expect(dialog.getByRole('status').filter({ hasText: t.contact.notSent })).toHaveCount(1)
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(dialog.getByLabel(t.contact.text)).toHaveValue('Здравствуйте!')
    await page.unroute('**/api/feedbackForm')
    await button.click()
    await expect(dialog.getByText(t.contact.sent)).toBeVisible()
  })

  test('a part of the page that is gone reloads it once, then the link does what it can', async ({
    page,
  }) => {
    const mark = () => page.evaluate(() => document.body.setAttribute('data-mark', ''))
    await page.goto('/')
    await page.route('**/assets/dialogs-*.js', (route) => route.fulfill({ status: 404 }))
    const opener = page.getByRole('contentinfo').getByRole('link', { name: layoutWords.kz.write })
    await mark()
    await opener.click()
    await expect(page.locator('body[data-mark]')).toHaveCount(0)
    // Not again within ten seconds: the opener is a link to the office's mail.
    await page.waitForLoadState('load')
    await mark()
    const failed = page.waitForResponse('**/assets/dialogs-*.js')
    await opener.click()
    await failed
    await expect(opener).not.toHaveAttribute('aria-busy')
    await expect(page.locator('body[data-mark]')).toHaveCount(1)
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

test('a sign-in asked for by a guard opens over the first page', async ({ page }) => {
  await page.goto('/ru#sign-in')
  await expect(page.getByRole('dialog', { name: dialogWords.ru.logIn.title })).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: dialogWords.ru.logIn.submit, exact: true }).click()
  await expect(page.getByText(dialogWords.ru.logIn.checkIin)).toBeVisible()
  await page.getByRole('button', { name: dialogWords.ru.logIn.forgot }).click()
  await expect(page.getByRole('dialog', { name: dialogWords.ru.forgot.title })).toBeVisible()
  await page.getByLabel(dialogWords.ru.forgot.phone).fill('701')
  await page.getByRole('button', { name: dialogWords.ru.forgot.submit }).click()
  await expect(page.getByText(dialogWords.ru.forgot.checkPhone)).toBeVisible()
})

test('a wrong password marks both fields, the right one opens the cabinet', async ({
  page,
  context,
}) => {
  const t = dialogWords.kz
  await page.goto('/#sign-in')
  const dialog = page.getByRole('dialog')
  const iin = dialog.getByLabel(t.logIn.iin, { exact: true })
  await expect(iin).toBeFocused()
  // The client of the demonstration (README).
  await iin.fill('850315399904')
  await dialog.getByLabel(t.logIn.password).fill('wrong-password')
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await expect(dialog.getByText(t.logIn.wrong)).toHaveCount(2)
  await isSound(page)
  await dialog.getByLabel(t.logIn.password).fill('demo-2026')
  await expect(dialog.getByText(t.logIn.wrong)).toHaveCount(0)
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)
  const token = (await context.cookies()).find(({ name }) => name === 'laravel_auth.token')
  expect(decodeURIComponent(token?.value ?? '')).toMatch(/^Bearer .{20,}/)
  expect(token?.sameSite).toBe('Lax')
})

test('a phone nobody has is marked when a password is asked for', async ({ page }) => {
  const t = dialogWords.ru
  await page.goto('/ru#sign-in')
  await page.getByRole('button', { name: t.logIn.forgot }).click()
  await page.getByLabel(t.forgot.phone).fill('700 999 88 77')
  await page.getByRole('button', { name: t.forgot.submit }).click()
  await expect(page.getByText(t.forgot.checkPhone)).toBeVisible()
})
