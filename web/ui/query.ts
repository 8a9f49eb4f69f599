import { useState, useSyncExternalStore } from 'react'

/**
 * A screen's filters and open row are in the query of its address: read here, changed by
 * `setQuery`.
 */
const listeners = new Set<() => void>()

let returns = 0
const returned = () => {
  returns += 1
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('popstate', returned)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', returned)
  }
}

/** The query now, and after every change; empty in the HTML made at build. */
export function useQuery(): URLSearchParams {
  const search = useSyncExternalStore(
    listen,
    () => location.search,
    () => '',
  )
  return new URLSearchParams(search)
}

/**
 * Returns how often the browser went back or forward: the key of fields read from the address, to
 * remount them.
 */
export function useReturns(): number {
  return useSyncExternalStore(
    listen,
    () => returns,
    () => 0,
  )
}

/**
 * Returns the key of typed fields read from the address: text being typed stays, a later change of
 * the address, by a jump or another control, is shown. Call `typed` with the value that the fields
 * themselves will put there.
 */
export function useShown(now: string): { key: number; typed: (value: string) => void } {
  const [seen, setSeen] = useState({ now, round: 0 })
  if (seen.now !== now) setSeen({ now, round: seen.round + 1 })
  return { key: seen.round, typed: (value) => setSeen({ now: value, round: seen.round }) }
}

/** Returns the address with these parameters changed; null or an empty text removes one. */
export function queryWith(changes: Record<string, string | null>): string {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const text = query.toString()
  return text ? `${location.pathname}?${text}` : location.pathname
}

/** Pushes the address without a reload; the browser's back button returns from it. */
export function setQuery(changes: Record<string, string | null>): void {
  const to = queryWith(changes)
  if (to === location.pathname + location.search) return
  history.pushState(null, '', to)
  for (const listener of listeners) listener()
}
