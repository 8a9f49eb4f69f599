import { useState, useSyncExternalStore } from 'react'

/**
 * What a screen filters or opens stands in the query of its address: read here,
 * changed by `setQuery`.
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
 * How often the browser went back or forth: the key of fields that are read from the address, and
 * hold what they held before.
 */
export function useReturns(): number {
  return useSyncExternalStore(
    listen,
    () => returns,
    () => 0,
  )
}

/**
 * The key of fields that are read from the address and typed into: what is being typed stays, what
 * the address says since, by a jump or by another control, is shown. `typed` tells what it will say
 * by the fields themselves.
 */
export function useShown(now: string): { key: number; typed: (value: string) => void } {
  const [seen, setSeen] = useState({ now, round: 0 })
  if (seen.now !== now) setSeen({ now, round: seen.round + 1 })
  return { key: seen.round, typed: (value) => setSeen({ now: value, round: seen.round }) }
}

/** The address with these parameters changed; null or an empty text takes one away. */
export function queryWith(changes: Record<string, string | null>): string {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const text = query.toString()
  return text ? `${location.pathname}?${text}` : location.pathname
}

/** Goes to the address without loading the page anew; the browser's back comes back from it. */
export function setQuery(changes: Record<string, string | null>): void {
  const to = queryWith(changes)
  if (to === location.pathname + location.search) return
  history.pushState(null, '', to)
  for (const listener of listeners) listener()
}
