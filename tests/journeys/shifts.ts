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
          sources: { node: Node | null }[]
        }
        const what = sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName,
        )
        if (!hadRecentInput) moved.push({ value, what: what.join() })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** All of it together is less than anybody sees. */
export async function nothingMoved(page: Page): Promise<void> {
  const moved = await page.evaluate(() => (window as unknown as { moved: Moved[] }).moved)
  const sum = moved.reduce((all, { value }) => all + value, 0)
  expect(sum < 0.01 ? [] : moved).toEqual([])
}

/** As far down as the page goes, and painted there. */
export const toTheEnd = (page: Page) =>
  page.evaluate(async () => {
    scrollTo(0, document.body.scrollHeight)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  })
