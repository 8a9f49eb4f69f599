import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { rowsAsText } from './copy-rows.ts'
import { type KeptRows, rowIn, rowsOf } from './kept-rows.ts'

export const linkOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLAnchorElement>('a[data-row]') ?? null

/** Arrows walk as `J` and `K` do, from the row that has the focus; others pick rows. */
export function walks(event: KeyboardEvent<HTMLTableElement>): void {
  if (!(event.target instanceof Element)) return
  if (!event.target.matches('a[data-row]')) return
  if (pickedByKey(event)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  toRow(event.key === 'ArrowDown' ? 1 : -1)
}

/**
 * Focuses the next or previous row shown, from the focused or the chosen one; returns its link,
 * null at an end.
 */
export function toRow(step: 1 | -1): HTMLAnchorElement | null {
  const { activeElement } = document
  const row = activeElement?.matches('a[data-row]')
    ? activeElement
    : document.querySelector('[data-key][aria-current="true"]')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const at = links.findIndex((one) => row?.contains(one))
  const link = links[at < 0 ? 0 : at + step]
  if (!link) return null
  link.focus({ preventScroll: true })
  ;(link.closest('tr, li') ?? link).scrollIntoView({ block: 'nearest' })
  return link
}

/** Returns the focus to a row whose link was drawn anew, unless it moved elsewhere meanwhile. */
export function backToRow(key: string): void {
  if (document.activeElement !== document.body) return
  linkOf(document.querySelector(`tr[data-key="${CSS.escape(key)}"]`))?.focus()
}

/** Picked rows of a table are stored by key and marked in the page, without a redraw. */
const PICKED = 'data-picked'

/** Returns the picked keys in the order of the table; a removed row no longer counts. */
const pickedOf = ({ keys, picked }: KeptRows) => keys().filter((key) => picked.has(key))

/** Marks picked rows in the page and reports their number. */
function shows(table: Element, rows: KeptRows): void {
  for (const row of table.querySelectorAll<HTMLElement>('tr[data-key]'))
    row.toggleAttribute(PICKED, rows.picked.has(row.dataset['key'] ?? ''))
  tell(table, rows)
}

function pick(table: Element, rows: KeptRows, key: string, on = !rows.picked.has(key)): void {
  if (on) rows.picked.add(key)
  else rows.picked.delete(key)
  rows.begun = key
  shows(table, rows)
}

function pickTo(table: Element, rows: KeptRows, key: string): void {
  const keys = rows.keys()
  const to = keys.indexOf(key)
  const from = rows.begun === null ? to : keys.indexOf(rows.begun)
  const begun = from < 0 ? to : from
  for (const one of keys.slice(Math.min(begun, to), Math.max(begun, to) + 1)) rows.picked.add(one)
  rows.begun = key
  shows(table, rows)
}

/** Shows the number of picked rows beside the table, in its own words. */
function tell(table: Element, rows: KeptRows): void {
  const said = table.nextElementSibling
  if (!(said instanceof HTMLElement) || said.dataset['picked'] === undefined) return
  const count = pickedOf(rows).length
  said.textContent = count ? said.dataset['picked'].replace('{n}', String(count)) : ''
}

function clear(table: Element, rows: KeptRows): boolean {
  const any = pickedOf(rows).length > 0
  rows.picked.clear()
  shows(table, rows)
  return any
}

/**
 * Handles keys that pick: Space the focused row, Shift with an arrow the range that the focus
 * passes, Escape none. Returns true if the key was handled.
 */
function pickedByKey(event: {
  key: string
  shiftKey: boolean
  currentTarget: Element
  target: EventTarget
}): boolean {
  const table = event.currentTarget
  const rows = rowsOf(table)
  const row = event.target instanceof Element ? event.target.closest('tr[data-key]') : null
  if (!(row instanceof HTMLElement) || !rows || !row.dataset['key']) return false
  const key = row.dataset['key']
  if (event.key === 'Escape') return clear(table, rows)
  if (event.key === ' ') {
    pick(table, rows, key)
    return true
  }
  const step = event.shiftKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined
  if (!step) return false
  if (!rows.picked.has(key)) pick(table, rows, key, true)
  const keys = rows.keys()
  const to = keys[keys.indexOf(key) + step]
  if (to !== undefined) {
    pickTo(table, rows, to)
    const next = rowIn(table, to)
    next?.querySelector<HTMLElement>('a[data-row]')?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
  return true
}

/** Picks a row by a press with Ctrl or ⌘, a range with Shift. Returns true if it did. */
export function pickedByPress(
  row: HTMLElement,
  { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
): boolean {
  const table = row.closest('table')
  const rows = rowsOf(table)
  const key = row.dataset['key']
  if (!table || !rows || !key || !(shiftKey || ctrlKey || metaKey)) return false
  if (shiftKey) {
    pickTo(table, rows, key)
    getSelection()?.removeAllRanges()
  } else pick(table, rows, key)
  return true
}

/**
 * Sets what the browser copies while rows are picked and no text is selected: the heads and those
 * rows, cells by tabs, as shown.
 */
export function useCopiedRows(of: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const rows = rowsOf(of.current)
      const typed = event.target instanceof Element && event.target.matches('input, textarea')
      if (!of.current || !rows || typed || getSelection()?.toString()) return
      const keys = pickedOf(rows)
      if (keys.length === 0) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', rowsAsText(of.current, keys))
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [of])
}
