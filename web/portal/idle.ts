import { promoterIdleLogoutMinutes } from '#domain/constants.ts'

const idleMs = promoterIdleLogoutMinutes * 60_000
/** What counts as being there (specification, section 4, "Promoter session"). */
const signs = ['mousemove', 'keydown', 'scroll', 'click', 'touchstart'] as const
const key = 'qorgan.promoter.active'
/** A sign of life is written at most this often, and looked at this often, ms. */
const writeMs = 5_000
const lookMs = 30_000

export const isIdle = (lastMs: number, nowMs: number): boolean => nowMs - lastMs >= idleMs

/** The last sign of life in any tab, ms; null when none is kept. */
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
 * Calls `onIdle` once 1440 minutes have passed without a sign of life in any tab of the portal.
 * Answers how to stop watching.
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
