import type { Page, Response } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import { languageTag, locales } from '#domain/locale.ts'
import { readIn } from '#texts/read-in.ts'
import { entriesOf } from '#web/content/entries.ts'
import { pageNames, pages } from '#web/pages.ts'
import calculatorWords from '#web/purchase/calculator-texts.ts'
import { languagesOf } from './languages.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { nothingMoved, watchesShifts } from './shifts.ts'
import { spec } from './spec.ts'

/** Every page a visitor may find; of detail pages the first entry. */
const open = pageNames
  .filter((name) => pages[name].indexed)
  .flatMap((name) =>
    languagesOf(`${name} is sound`).map((locale) => ({
      locale,
      path: pathOf(name, locale, entriesOf(name)[0]),
      interactive: pages[name].interactive,
    })),
  )

for (const { locale, path, interactive } of open)
  test(`${path} is sound`, async ({ page }) => {
    spec(
      '1.visitors-public-pages-documents',
      '2.2.documents',
      '2.2.founders',
      '2.2.managers',
      '2.2.types-activity',
    )

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
    expect(await foreignShapes(page)).toEqual([])
    if (path === pathOf('founders', locale)) await labelsItsShares(page)
    // The narrowest head that names the ways, before it knows who looks.
    await page.setViewportSize({ width: 960, height: 740 })
    expect(await brokenInHead(page)).toEqual([])
    // Pages without a form carry one small script and no React.
    if (!interactive) expect(scripts).toEqual([expect.stringContaining('/assets/enhance-')])
    expect(complaints).toEqual([])
  })

/**
 * What the browser would draw in its own way: the triangle of a summary beside our chevrons, a date
 * or a time in the order of its own language.
 */
const foreignShapes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('summary, input')]
      .filter((one) =>
        one instanceof HTMLInputElement
          ? /date|time|month/.test(one.type) && getComputedStyle(one).opacity !== '0'
          : getComputedStyle(one).display === 'list-item' &&
            getComputedStyle(one).listStyleType !== 'none',
      )
      .map(({ outerHTML }) => outerHTML),
  )

/** Each part of the capital that has the room says its share below itself. */
async function labelsItsShares(page: Page): Promise<void> {
  const bar = page.getByRole('main').locator('svg:has(rect)')
  await expect(bar.locator('text')).toHaveText([/^60.?%$/, /^25.?%$/, /^15.?%$/])
  const starts = (part: string) =>
    bar.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left | 0))
  expect(await starts('text')).toEqual(await starts('rect'))
}

/** Words of the head that stand on more than one line. */
const brokenInHead = (page: Page) =>
  page.evaluate(() => {
    const words = document.createTreeWalker(
      document.querySelector('header') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    const broken: string[] = []
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = new Set([...range.getClientRects()].map(({ top }) => top))
      if (lines.size > 1) broken.push(text.textContent ?? '')
    }
    return broken
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
  // Whole kilobytes, as every page is weighed.
  expect(Math.round(sum(/^(?!.*\.woff2)/) / 1024)).toBeLessThanOrEqual(15)
  expect(sum(/\.js$/)).toBeLessThanOrEqual(2 * 1024)
  expect(sum(/\.woff2$/)).toBeLessThanOrEqual(25 * 1024)
})

for (const locale of locales)
  test(`the script of ${pathOf('ogpo-calculator', locale)} carries the words of its own language alone`, async ({
    page,
  }) => {
    const answers: Response[] = []
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') answers.push(answer)
    })
    await page.goto(pathOf('ogpo-calculator', locale), { waitUntil: 'networkidle' })
    const scripts = await Promise.all(answers.map((answer) => answer.text()))
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
  await page.getByText(calculatorWords.ru.heading).click()
  const buy = page.getByRole('link', { name: calculatorWords.ru.buy })
  await expect(buy).toBeVisible()
  const box = await buy.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  await expect(buy).not.toBeInViewport()
})

test('the foot of a phone is no taller than half of its screen, and its lists open', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  for (const path of ['/', '/founders', '/ru/managers', '/ru/check', '/ogpo-calculator']) {
    await page.goto(path)
    const foot = page.getByRole('contentinfo')
    expect((await foot.boundingBox())?.height, path).toBeLessThanOrEqual(420)
  }
  await page.goto('/ru/managers')
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'Учредители' })).toBeHidden()
  await foot.getByText('Компания', { exact: true }).first().click()
  await foot.getByRole('link', { name: 'Учредители' }).click()
  await expect(page).toHaveURL(/\/ru\/founders$/)
})

test('the arrows of rows that lead on stand under one another, whatever stands before them', async ({
  page,
}) => {
  for (const viewport of [phone, wide]) {
    await page.setViewportSize(viewport)
    await page.goto('/documents')
    const ends = await page
      .getByRole('main')
      .locator('li > svg:last-child')
      .evaluateAll((arrows) => arrows.map((arrow) => arrow.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(1)
    expect(new Set(ends).size).toBe(1)
  }
})

test.describe('addresses', () => {
  test('a detail page opens for its own id alone', async ({ page, request }) => {
    spec('2.2.managers-code', '5.failed-route-rule-404')

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
    spec('7.4.builds-latest-json', '7.4.builds-meta-buildid-json', '7.4.route-_payload-json')

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
    spec('1.language-cookie-one-year', '2.2.founders-code', '9.locale-cookie-lifetime')

    await page.goto('/founders/dala-kapital?id=3&utm_source=x')
    await page.getByRole('link', { name: 'Русский' }).click()
    await expect(page).toHaveURL(/\/ru\/founders\/dala-kapital\?id=3&utm_source=x$/)
    const cookie = (await context.cookies()).find(({ name }) => name === 'lang')
    expect(cookie?.value).toBe('ru')
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365)
  })

  test('an address without a language offers the other one to whom it belongs, and moves nobody', async ({
    page,
    browser,
  }) => {
    const line = (of: Page) => of.getByRole('link', { name: readIn.ru, exact: true })
    await page.goto('/docs')
    await expect(page.locator('main')).toBeVisible()
    await expect(line(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Русский' }).click()
    await expect(page).toHaveURL(/\/ru\/docs$/)
    await page.goto('/docs?utm_source=x')
    await expect(page).toHaveURL(/\/docs\?utm_source=x$/)
    await line(page).click()
    await expect(page).toHaveURL(/\/ru\/docs\?utm_source=x$/)
    await expect(line(page)).toHaveCount(0)
    // In a Russian browser, it comes with the page: nothing is moved by it.
    const other = await browser.newContext({ locale: 'ru-RU', viewport: phone })
    const theirs = await other.newPage()
    await watchesShifts(theirs)
    for (const name of ['index', 'docs', 'auto-insurance', 'call-back', 'check'] as const) {
      await theirs.goto(pathOf(name, 'kz'))
      await expect(line(theirs)).toBeVisible()
      await isSound(theirs)
      await nothingMoved(theirs)
    }
    await theirs.goto('/no-such-page')
    await expect(line(theirs)).toBeVisible()
    // Who chose Kazakh there is asked no more.
    await other.addCookies([{ name: 'lang', value: 'kz', url: theirs.url() }])
    await theirs.goto('/docs')
    await expect(theirs.locator('main')).toBeVisible()
    await expect(line(theirs)).toHaveCount(0)
    await other.close()
  })

  test('every blank paper can be downloaded', async ({ page, request }) => {
    spec('2.2.docs', '5.templates-both-applications-can')

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

test('no text becomes HTML or a script by a script of the page', async ({ page }) => {
  for (const path of ['/', '/ogpo-calculator/login', '/call-back']) {
    await page.goto(path)
    const refused = await page.evaluate(() => {
      const tries = [
        () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' }),
        () => Object.assign(document.createElement('script'), { src: '/x.js' }),
        () =>
          (
            globalThis as unknown as { trustedTypes: { createPolicy(...of: unknown[]): unknown } }
          ).trustedTypes.createPolicy('other', {}),
      ]
      return tries.filter((one) => {
        try {
          one()
          return false
        } catch {
          return true
        }
      }).length
    })
    expect({ path, refused }).toEqual({ path, refused: 3 })
  }
})
