import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { comes, opens, type Role, screens } from './desk-screens.ts'
import { languagesOf } from './languages.ts'
import { expect, phone, test } from './screens.ts'

/** A finger's breadth. */
const FINGER = 44

/**
 * What one presses and that is lower than a finger's breadth, counted with all that takes its press:
 * its row, its label, an area drawn around it. A word within a sentence is as high as its line.
 */
const small = (page: Page): Promise<string[]> =>
  page.evaluate((finger) => {
    const controls =
      'a[href], button, summary, select, textarea, input:not([type="hidden"], [tabindex="-1"]), [role="tab"]'
    const isInSentence = (at: Element) => {
      const around = at.parentElement
      if (!around || getComputedStyle(at).display !== 'inline') return false
      if (at.closest('nav, th, td')) return false
      const said = [...around.childNodes].filter((one) => one !== at)
      return said.some((one) => one.nodeType === 3 && /[\p{L}]{2}/u.test(one.textContent ?? ''))
    }
    const takes = (at: Element): Element => {
      const row = at.matches('a[data-row]') ? at.closest('tr[data-key]') : null
      const label = 'labels' in at && at.labels instanceof NodeList ? at.labels[0] : null
      const fits = (one: unknown): one is Element =>
        one instanceof Element && one.getBoundingClientRect().height >= finger
      return fits(row) ? row : fits(label) && label.contains(at) ? label : at
    }
    const isHit = (at: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (at.contains(hit) || hit.closest('label')?.contains(at) === true)
    }
    const found = new Set<string>()
    for (const at of document.querySelectorAll<HTMLElement>(controls)) {
      if (!at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (
        at.closest('[inert], [aria-hidden="true"], section[aria-live], [role="status"]') ||
        isInSentence(at)
      )
        continue
      const box = takes(at).getBoundingClientRect()
      if (box.height === 0 || box.width < 4 || box.height >= finger - 0.5) continue
      at.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = at.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const half = finger / 2 - 1
      if (isHit(at, x, y - half) && isHit(at, x, y + half)) continue
      const name = (at.ariaLabel ?? at.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
      found.add(`${at.tagName.toLowerCase()}.${at.className} ${Math.round(height)} ${name}`)
    }
    return [...found]
  }, FINGER)

test.use({ hasTouch: true, isMobile: true, viewport: phone })

for (const role of (Object.keys(screens) as Role[]).filter((one) => one !== 'promoter'))
  for (const locale of languagesOf('touch at a desk'))
    test(`${locale}: everything the ${role} presses by a finger is as wide as one`, async ({
      page,
    }) => {
      for (const path of await comes(page, role)) {
        await opens(page, prefixOf(locale) + path)
        for (const width of { kz: [360, 768], ru: [360] }[locale]) {
          await page.setViewportSize({ width, height: 740 })
          await page.locator('main details:not([open])').evaluateAll((folds) => {
            for (const fold of folds) fold.setAttribute('open', '')
          })
          expect.soft({ path, width, small: await small(page) }).toEqual({ path, width, small: [] })
        }
      }
    })
