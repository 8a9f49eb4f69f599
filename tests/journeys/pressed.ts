import type { Page } from '@playwright/test'

/** What only opens and closes something beside it: nothing is sent by it. */
const openers =
  'summary, button[aria-expanded], button[aria-haspopup], [role="button"][aria-expanded]'
/** So many of one screen are pressed: rows of a list are alike. */
const MOST = 8

/**
 * Presses whatever opens or closes a part of the screen, by the mouse, twice. A line for each press
 * after which nothing is open that was not, or closed that was open. The screen is left as it was.
 */
export async function deadOpeners(page: Page): Promise<string[]> {
  const found: string[] = []
  const count = await mark(page)
  for (let n = 0; n < count; n += 1) {
    const before = await stateOf(page, n)
    // A press before took it away, with what it stood in.
    if (!before) continue
    await press(page, n)
    if (!(await changes(page, n, before.state))) found.push(`${before.name}: nothing opens`)
    else if (await page.evaluate(() => document.querySelector('dialog:modal') !== null))
      await page.keyboard.press('Escape')
    else {
      const open = await stateOf(page, n)
      if (!open) continue
      await press(page, n)
      if (!(await changes(page, n, open.state))) found.push(`${before.name}: stays open`)
    }
  }
  return found
}

/** By the mouse, once what still comes or grows around it stands still; what is covered stays as it is. */
const press = (page: Page, n: number): Promise<void> =>
  page
    .locator(`[data-opener="${n}"]`)
    .click({ timeout: 15_000 })
    .catch(() => {})

/** Names what is to be pressed by its place; how many there are. */
const mark = (page: Page): Promise<number> =>
  page.evaluate(
    ({ openers, most }) => {
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
      const all = [...(modal ?? document).querySelectorAll(openers)]
        .filter(
          (at) =>
            at.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            at.closest('[inert], [aria-hidden="true"]') === null &&
            !at.matches(':disabled'),
        )
        .slice(0, most)
      for (const at of document.querySelectorAll('[data-opener]')) at.removeAttribute('data-opener')
      all.forEach((at, n) => {
        at.setAttribute('data-opener', String(n))
      })
      return all.length
    },
    { openers, most: MOST },
  )

type State = { name: string; state: string }
/** Drawn into sight: its name, and what is open by it. */
const stateOf = (page: Page, n: number): Promise<State | null> =>
  page.evaluate((place) => {
    const at = document.querySelector(`[data-opener="${place}"]`)
    if (!at?.checkVisibility()) return null
    at.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    return {
      name: `${at.getAttribute('aria-label') ?? at.textContent ?? ''}`.trim().slice(0, 60),
      state: JSON.stringify([
        at.getAttribute('aria-expanded'),
        at.closest('details')?.open,
        document.querySelectorAll('dialog[open], [popover]:popover-open').length,
      ]),
    }
  }, n)

/** Whether it is open otherwise than before, once what comes by itself has come. */
const changes = (page: Page, n: number, before: string): Promise<boolean> =>
  page
    .waitForFunction(
      ({ place, was }) => {
        const at = document.querySelector(`[data-opener="${place}"]`)
        const now = JSON.stringify([
          at?.getAttribute('aria-expanded') ?? null,
          at?.closest('details')?.open,
          document.querySelectorAll('dialog[open], [popover]:popover-open').length,
        ])
        return !at || now !== was
      },
      { place: n, was: before },
      { timeout: 5_000 },
    )
    .then(
      () => true,
      () => false,
    )

/**
 * What changes its value while a word is composed in it, as keyboards of phones compose: a line
 * each. The composition is called off, so that the screen is left as it was.
 */
export async function rewritten(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const found: string[] = []
  const texts =
    'input:not([type]), input[type="text"], input[type="tel"], input[type="email"], input[type="search"], input[type="password"], textarea'
  const count = await page.evaluate((fields) => {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
    const all = [...(modal ?? document).querySelectorAll<HTMLInputElement>(fields)].filter(
      (at) => at.checkVisibility() && !at.disabled && !at.readOnly && !at.closest('[inert]'),
    )
    for (const at of document.querySelectorAll('[data-composed]'))
      at.removeAttribute('data-composed')
    all.forEach((at, n) => {
      at.setAttribute('data-composed', String(n))
    })
    return all.length
  }, texts)
  // Twice where it changed: a mask that comes late may come in the middle of a word.
  const asked = Array.from({ length: count }, (_, n) => ({ n, again: false }))
  for (const { n, again } of asked) {
    const before = await page.evaluate((place) => {
      const at = document.querySelector<HTMLInputElement>(`[data-composed="${place}"]`)
      at?.focus()
      // An address has no caret that a script may set.
      if (at?.selectionStart != null) at.setSelectionRange(at.value.length, at.value.length)
      return at && document.activeElement === at
        ? { value: at.value, name: at.id || at.name }
        : null
    }, n)
    if (!before) continue
    // Digits that masks group, letters that they translate, and what no mask lets through.
    const word = '1ф2'
    for (let length = 1; length <= word.length; length += 1) {
      const text = word.slice(0, length)
      const place = { selectionStart: length, selectionEnd: length }
      await session.send('Input.imeSetComposition', { text, ...place })
      const now = await page.evaluate((at) => {
        const field = document.querySelector<HTMLInputElement>(`[data-composed="${at}"]`)
        return field?.value
      }, n)
      if (now === before.value + text) continue
      if (again) found.push(`${before.name}: «${before.value + text}» became «${now}»`)
      else asked.push({ n, again: true })
      break
    }
    await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
  }
  await session.detach()
  return found
}
