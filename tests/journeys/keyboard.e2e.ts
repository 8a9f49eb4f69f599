import type { Locator, Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import homeWords from '#web/pages/index/texts.ts'
import { codeOn, newCar, newHuman } from './sandbox.ts'
import { agrees, expect, heading, isSound, payButton, test, wide, wordsOf } from './screens.ts'

/** The purchase without a mouse, and every page at 400 % of a screen 1280 × 1024 wide. */
const zoomed = { width: 320, height: 256 }

/** What takes the focus and cannot be seen then: something else lies over its middle. */
const covered = (page: Page) =>
  page.evaluate(async () => {
    document.documentElement.style.scrollBehavior = 'auto'
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const before = document.activeElement
    const taking = root.querySelectorAll<HTMLElement>(
      ':is(a[href], button, input, select, textarea, summary):not(:disabled, [tabindex="-1"])',
    )
    const isSeen = (one: HTMLElement): boolean => {
      // A box that is drawn by its label is as large as the label.
      const shown = one.offsetWidth > 2 ? one : (one.closest('label') ?? one)
      const { left, right, top, bottom } = shown.getBoundingClientRect()
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const hit = document.elementFromPoint(x, y)
      return (
        hit !== null &&
        (shown.contains(hit) || hit.contains(shown) || hit.closest('label')?.contains(one) === true)
      )
    }
    const lost: string[] = []
    for (const one of taking) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert]')) continue
      one.focus()
      if (isSeen(one)) continue
      // What the focus scrolled may be drawn a frame later.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      if (!isSeen(one)) lost.push(one.outerHTML.slice(0, 160))
    }
    if (before instanceof HTMLElement) before.focus()
    return lost
  })

/** Axe has nothing to say, nothing is cut off sideways, and every act comes into sight. */
async function isReached(page: Page): Promise<void> {
  await isSound(page)
  // A sheet may still be on its way up.
  await expect.poll(() => covered(page)).toEqual([])
}

/** By the tabulator to this place, which shows that it has the focus. */
async function tabsTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeEnabled()
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await place.evaluate((one) => one === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(place).toBeFocused()
  await expect(place).toBeInViewport()
  const seen = await place.evaluate((one) => {
    // A plate shows it by its frame, some steps further out.
    for (let at: Element | null = one, step = 0; at && step < 4; at = at.parentElement, step += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
    }
    return one.matches(':focus-visible') && getComputedStyle(one).boxShadow !== 'none'
  })
  expect(seen, await place.evaluate((one) => one.outerHTML)).toBe(true)
}
async function presses(page: Page, place: Locator): Promise<void> {
  await tabsTo(page, place)
  await page.keyboard.press('Enter')
}
async function types(page: Page, field: Locator, text: string): Promise<void> {
  await tabsTo(page, field)
  await page.keyboard.type(text)
}

/** From the plate on the first page to the review with its price. */
async function toReview(page: Page, locale: Locale, look: (page: Page) => Promise<void>) {
  const w = wordsOf(locale)
  const t = homeWords[locale]
  const [who, car] = [await newHuman(), await newCar()]
  await page.goto(pathOf('index', locale))
  await look(page)
  await types(page, page.getByLabel(t.plate), car.plate)
  await types(page, page.getByLabel(t.passport), car.techPassport)
  await presses(page, page.getByRole('button', { name: t.priced, exact: true }))
  await expect(page.getByLabel(w.login.iin, { exact: true })).toBeFocused()
  await look(page)
  await types(page, page.getByLabel(w.login.iin, { exact: true }), who.iin)
  await types(page, page.getByLabel(w.login.phone), who.phone.slice(1))
  await presses(page, page.getByRole('button', { name: w.login.send }))
  await expect(page.getByLabel(w.login.code)).toBeFocused()
  await look(page)
  await page.keyboard.type(await codeOn(who.phone))
  await expect(payButton(page)).toBeVisible()
  await look(page)
  return w
}

test('by keyboard alone to the bank’s page of a card, in Russian', async ({ page }) => {
  await page.setViewportSize(wide)
  const w = await toReview(page, 'ru', isSound)
  const side = page.getByRole('complementary', { name: w.buy.summary })
  const card = side.getByLabel(w.ways.card.name)
  // Of a group the chosen one takes the focus; the arrows choose another.
  await tabsTo(page, side.locator('input[type=radio]:checked').first())
  for (let pressed = 0; pressed < 4 && !(await card.isChecked()); pressed += 1)
    await page.keyboard.press('ArrowDown')
  await expect(card).toBeChecked()
  await isSound(page)
  await presses(page, agrees(side, w))
  await expect(page.getByRole('link', { name: /4400 0000 0000 0001/ })).toBeVisible()
})

test('by keyboard alone to the bill at 400 %, in Kazakh', async ({ page }) => {
  await page.setViewportSize(zoomed)
  const w = await toReview(page, 'kz', isReached)
  await presses(page, payButton(page))
  const pay = page.getByRole('dialog', { name: w.review.payTitle })
  await expect(pay).toBeVisible()
  await isReached(page)
  await presses(page, agrees(pay, w))
  await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
  await isReached(page)
})

for (const path of [
  '/check',
  '/organisations',
  '/claim',
  '/ogpo-calculator',
  '/egov/policy/qorgan-home/calculator',
])
  test(`at 400 % every act of ${path} is reached`, async ({ page }) => {
    await page.setViewportSize(zoomed)
    await page.goto(`/ru${path}`)
    await expect(page.locator('h1').first()).toBeVisible()
    await isReached(page)
  })
