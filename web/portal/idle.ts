import { promoterIdleLogoutMinutes } from '#domain/constants.ts'

const idleMs = promoterIdleLogoutMinutes * 60_000
/** Events that count as activity (specification, section 4, "Promoter session"). */
const signs = ['mousemove', 'keydown', 'scroll', 'click', 'touchstart'] as const
const key = 'qorgan.promoter.active'
/** Interval of writing and of checking the activity, ms. */
const writeMs = 5_000
const lookMs = 30_000

export const isIdle = (lastMs: number, nowMs: number): boolean => nowMs - lastMs >= idleMs

/** Returns the last activity in any tab, ms; null if none is stored. */
function lastSign(): number | null {
  try {
    return Number(localStorage.getItem(key)) || null
  } catch {
    return null
  }
}

export function markActive(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    return
  }
}

/**
 * Calls `onIdle` after 1440 minutes without activity in any tab of the portal. Returns a function
 * that stops watching.
 */
export function watchIdle(onIdle: () => void): () => void {
  let written = 0
  let own = Date.now()
  const look = (): boolean => {
    const over = isIdle(lastSign() ?? own, Date.now())
    if (over) {
      stop()
      onIdle()
    }
    return over
  }
  const alive = (): void => {
    // A laptop that was asleep for two days is idle, whatever wakes it.
    if (look()) return
    own = Date.now()
    if (own - written < writeMs) return
    written = own
    markActive()
  }
  const timer = setInterval(look, lookMs)
  const shown = (): void => void (document.visibilityState === 'visible' && look())
  const stop = (): void => {
    clearInterval(timer)
    for (const sign of signs) removeEventListener(sign, alive, true)
    document.removeEventListener('visibilitychange', shown)
  }
  if (lastSign() === null) markActive()
  for (const sign of signs) addEventListener(sign, alive, { capture: true, passive: true })
  document.addEventListener('visibilitychange', shown)
  look()
  return stop
}
