import { reloadGuardMs } from './constants.ts'

const key = 'qorgan.reloaded'

/**
 * Whether a failed part may reload the page: once, and not again within ten seconds. `last` is the
 * time of the last such reload, ms.
 */
export const mayReload = (last: number, now: number): boolean =>
  !(now - last < reloadGuardMs && now >= last)

/**
 * A part of the page could not be loaded, most likely because a new build has replaced it. Answers
 * whether the page reloads.
 */
export function reloadOnce(): boolean {
  try {
    if (!mayReload(Number(sessionStorage.getItem(key)), Date.now())) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false // without storage nothing would stop the next reload
  }
  location.reload()
  return true
}
