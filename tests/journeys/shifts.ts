import type { Page } from '@playwright/test'
import { expect } from './screens.ts'

/** What moves on a page by itself, as the browser counts it (layout shifts without a recent input). */

type Moved = { value: number; what: string }

/** Notes what moves by itself on every screen from now on. */
export const watchesShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: Moved[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name =
            node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName
          return `${name} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`
        })
        if (!hadRecentInput) moved.push({ value, what: `${location.pathname} ${what.join('; ')}` })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** All of it together is less than a line that grows by a pixel. */
export async function nothingMoved(page: Page): Promise<void> {
  const moved = await page.evaluate(() => (window as unknown as { moved: Moved[] }).moved)
  const sum = moved.reduce((all, { value }) => all + value, 0)
  expect(sum < 0.001 ? [] : moved).toEqual([])
}

/** The same screen, come to anew at each of these widths, stands still there too. */
export async function standsStillAt(
  page: Page,
  widths: readonly number[],
  there: () => Promise<void>,
): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await there()
    await nothingMoved(page)
  }
  if (before) await page.setViewportSize(before)
}

/** As far down as the page goes, and painted there. */
export const toTheEnd = (page: Page) =>
  page.evaluate(async () => {
    scrollTo(0, document.body.scrollHeight)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  })

/** Whatever the page asks the product for comes when the page was painted without it. */
export const answersAfterPaint = (page: Page) =>
  page.route('**/api/**', async (route) => {
    const painted = page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
    )
    // A page that is being left is not painted, and waits for nothing.
    await painted.catch(() => {})
    await route.continue().catch(() => {})
  })
