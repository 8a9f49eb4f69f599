import type { Page } from '@playwright/test'

/**
 * What is shown as something to press and whose middle another element takes, a line each. Every
 * control is drawn into the middle of the screen; what stands over the page is asked at the page's
 * beginning and at its end too. The page is left as it was.
 */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // What moves while this walk scrolls does not move by itself (shifts.ts).
    const { moved } = window as unknown as { moved?: unknown[] }
    const movedBefore = moved?.length ?? 0
    const controls =
      'a[href], button, summary, input, select, textarea, [role="button"], [role="tab"], [role="option"], [role="menuitem"], [tabindex="0"]'
    const top = [...document.querySelectorAll('dialog[open]')]
      .filter((dialog) => dialog.matches(':modal'))
      .at(-1)
    const shown = (at: Element) =>
      at.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      at.closest('[inert], [aria-hidden="true"]') === null &&
      !at.matches(':disabled, [type="hidden"]')
    /** What a finger meets: of a field that is drawn away, its label. */
    const metOf = (at: Element): Element => {
      const label = at instanceof HTMLInputElement ? at.labels?.[0] : undefined
      const { width, height } = at.getBoundingClientRect()
      const away = width < 4 || height < 4 || getComputedStyle(at).clipPath !== 'none'
      return label && (away || !shown(at)) ? label : at
    }
    /** The largest of the lines that it stands on. */
    const placeOf = (at: Element): DOMRect | undefined =>
      [...at.getClientRects()]
        .filter(({ width, height }) => width > 0 && height > 0)
        .sort((one, other) => other.width * other.height - one.width * one.height)[0]
    const isItself = (at: Element, hit: Element | null): boolean => {
      if (!hit) return false
      if (at === hit || at.contains(hit)) return true
      const label = hit.closest('label')
      return label !== null && (label === at || label.control === at || label.contains(at))
    }
    const named = (at: Element | null) =>
      at
        ? `<${at.tagName.toLowerCase()} class="${at.getAttribute('class') ?? ''}"> ${(at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50)}`
        : 'nothing'
    /** Does not move with the page, nor within a part that is drawn by itself. */
    const stays = (at: Element | null): boolean => {
      if (!at || at === document.documentElement) return false
      const { position, overflowY } = getComputedStyle(at)
      if (/auto|scroll/.test(overflowY)) return false
      return position === 'fixed' || stays(at.parentElement)
    }
    const found = new Set<string>()
    const ask = (at: Element, when: string) => {
      const place = placeOf(at)
      if (!place) return
      const x = place.left + place.width / 2
      const y = place.top + place.height / 2
      const inSight = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
      if (!inSight && when !== 'drawn into sight') return
      const hit = document.elementFromPoint(x, y)
      // A message that goes by itself in seconds.
      if (hit?.closest('section[aria-live]')) return
      if (!isItself(at, hit))
        found.add(
          `${named(at)} ${when}: ${inSight ? named(hit) : `outside, ${Math.round(x)} ${Math.round(y)}`}`,
        )
    }
    const all = [
      ...new Set(
        [...(top ?? document).querySelectorAll(controls)]
          .map(metOf)
          .filter(shown)
          // The way past the head comes into sight for whoever comes to it by the keyboard.
          .filter(
            (at) => !at.matches('a[href^="#"]') || at.getBoundingClientRect().bottom + scrollY > 0,
          ),
      ),
    ]
    const standing = all.filter(stays)
    const drawn = [document.documentElement, ...document.querySelectorAll('*')]
      .filter((at) => at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth)
      .map((at) => ({ at, top: at.scrollTop, left: at.scrollLeft }))
    // What does not scroll for a person does for a script.
    const fixed = drawn.filter(({ at }) => {
      const { overflowX, overflowY } = getComputedStyle(at)
      const root = at === document.documentElement || at === document.body
      return !root && [overflowX, overflowY].every((one) => one === 'hidden' || one === 'clip')
    })
    for (const at of all) {
      at.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      for (const { at: part, ...before } of fixed) part.scrollTo({ ...before, behavior: 'instant' })
      ask(at, 'drawn into sight')
    }
    const page = document.documentElement
    page.scrollTo({ top: page.scrollHeight, behavior: 'instant' })
    for (const at of standing) ask(at, 'at the end')
    page.scrollTo({ top: 0, behavior: 'instant' })
    for (const at of standing) ask(at, 'at the beginning')
    for (const { at, ...to } of drawn) at.scrollTo({ ...to, behavior: 'instant' })
    if (moved) {
      for (const _frame of [1, 2, 3]) await new Promise((next) => requestAnimationFrame(next))
      moved.length = movedBefore
    }
    return [...found]
  })
