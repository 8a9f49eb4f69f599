import { type RefObject, useEffect } from 'react'
import { rowsAsText } from './copy-rows.ts'

/**
 * Rows of one table that a person picked are marked in the page, not drawn anew: ten thousand may
 * stand there.
 */
const PICKED = 'data-picked'
const rowsOf = (table: Element) => [...table.querySelectorAll<HTMLElement>('tbody tr[data-key]')]
const pickedOf = (table: Element) => rowsOf(table).filter((row) => row.hasAttribute(PICKED))

/** Where a stretch begins: the row that was picked last. */
const begun = new WeakMap<Element, HTMLElement>()

function pick(table: Element, row: HTMLElement, on = !row.hasAttribute(PICKED)): void {
  row.toggleAttribute(PICKED, on)
  begun.set(table, row)
  tell(table)
}

function pickTo(table: Element, row: HTMLElement): void {
  const rows = rowsOf(table)
  const [from, to] = [rows.indexOf(begun.get(table) ?? row), rows.indexOf(row)]
  for (const one of rows.slice(Math.min(from, to), Math.max(from, to) + 1))
    one.toggleAttribute(PICKED, true)
  begun.set(table, row)
  tell(table)
}

/** How many are picked, said beside the table by its own words. */
function tell(table: Element): void {
  const said = table.nextElementSibling
  if (!(said instanceof HTMLElement) || said.dataset['picked'] === undefined) return
  const count = pickedOf(table).length
  said.textContent = count ? said.dataset['picked'].replace('{n}', String(count)) : ''
}

function clear(table: Element): boolean {
  const rows = pickedOf(table)
  for (const row of rows) row.removeAttribute(PICKED)
  tell(table)
  return rows.length > 0
}

/**
 * Keys that pick: Space the row of the focus, Shift with an arrow the stretch the focus walks over,
 * Escape none. True where the key was meant.
 */
export function pickedByKey(event: {
  key: string
  shiftKey: boolean
  currentTarget: Element
  target: EventTarget
}): boolean {
  const table = event.currentTarget
  const row = event.target instanceof Element ? event.target.closest('tr[data-key]') : null
  if (!(row instanceof HTMLElement)) return false
  if (event.key === 'Escape') return clear(table)
  if (event.key === ' ') {
    pick(table, row)
    return true
  }
  const step = event.shiftKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined
  if (!step) return false
  if (!row.hasAttribute(PICKED)) pick(table, row, true)
  const next = rowsOf(table)[rowsOf(table).indexOf(row) + step]
  if (next) {
    pickTo(table, next)
    next.querySelector<HTMLElement>('a[data-row]')?.focus({ preventScroll: true })
    next.scrollIntoView({ block: 'nearest' })
  }
  return true
}

/** A press with Ctrl or ⌘ picks a row, with Shift the stretch up to it. True where it did. */
export function pickedByPress(
  row: HTMLElement,
  { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
): boolean {
  const table = row.closest('table')
  if (!table || !(shiftKey || ctrlKey || metaKey)) return false
  if (shiftKey) {
    pickTo(table, row)
    getSelection()?.removeAllRanges()
  } else pick(table, row)
  return true
}

/**
 * What the browser copies while rows are picked and no text is: the heads and those rows, cells by
 * tabs, as they are seen.
 */
export function useCopiedRows(of: RefObject<HTMLTableElement | null>): void {
  // Outside React: the clipboard.
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const table = of.current
      const typed = event.target instanceof Element && event.target.matches('input, textarea')
      if (!table || typed || getSelection()?.toString() || pickedOf(table).length === 0) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', rowsAsText(table, `[${PICKED}]`))
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [of])
}
