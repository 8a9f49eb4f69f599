import type { KeyboardEvent } from 'react'
import { pickedByKey } from './picked-rows.ts'

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
 * The focus goes to the next or the last row of what is shown, from the focused or the chosen one;
 * the link it came to, null at an end.
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

/** The focus comes back to a row whose link was drawn anew, unless it went elsewhere meanwhile. */
export function backToRow(key: string): void {
  if (document.activeElement !== document.body) return
  linkOf(document.querySelector(`tr[data-key="${CSS.escape(key)}"]`))?.focus()
}
