import { useEffect, useSyncExternalStore } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'

export type Today = Reply<'staffToday'>['data']

const EVERY_MS = 60_000

let last: Today | null = null
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks what waits, for the counts of the rail and the page of today alike. */
export async function askWaiting(signal?: AbortSignal): Promise<Today> {
  last = (await ask('staffToday', {}, { signal })).data
  for (const listener of listeners) listener()
  return last
}

/** What waits, as last heard; null until then. */
export const useWaiting = (): Today | null =>
  useSyncExternalStore(
    listen,
    () => last,
    () => null,
  )

/** Keeps what waits fresh while the page is looked at. */
export function useFreshWaiting(on: boolean): void {
  // Outside React: the server, and whether the page is seen.
  useEffect(() => {
    if (!on) return
    const again = () => {
      // What could not be asked is asked again later; the counts stay.
      if (!document.hidden) void askWaiting().catch(() => {})
    }
    if (!last) again()
    const timer = setInterval(again, EVERY_MS)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [on])
}
