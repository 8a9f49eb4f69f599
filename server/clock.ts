import { almatyDay, type Day } from '#domain/calendar.ts'

/**
 * The one clock that rules take today from. In production the system's; beside the sandbox the
 * sandbox's.
 */
export type Clock = {
  now(): Date
  /** The day in Almaty. */
  today(): Day
  /** True if the clock is not the real one: shown on screen and at start. */
  shifted(): boolean
  close(): void
}

/**
 * Returns the day of the current instant, computed once a second: many rules of one answer need it.
 */
function dayOf(now: () => Date): () => Day {
  let second = Number.NaN
  let day: Day = ''
  return () => {
    const instant = now()
    const asked = Math.floor(instant.getTime() / 1_000)
    if (asked !== second) [second, day] = [asked, almatyDay(instant)]
    return day
  }
}

export const systemClock = (): Clock => ({
  now: () => new Date(),
  today: dayOf(() => new Date()),
  shifted: () => false,
  close: () => {},
})

const RECONNECT_MS = 500
/** Less than this is the network's delay, not another day. */
const SHIFT_MS = 60_000

/**
 * Follows another clock by its event stream (`data: {"now": …}` at once and at every change); keeps
 * the last offset while it is down.
 */
export async function followedClock(url: string): Promise<Clock> {
  let offset = 0
  const closing = new AbortController()
  let first: (() => void) | null = null
  const started = new Promise<void>((resolve) => {
    first = resolve
  })
  const follow = async () => {
    while (!closing.signal.aborted) {
      try {
        const answer = await fetch(url, {
          headers: { accept: 'text/event-stream' },
          signal: closing.signal,
        })
        let rest = ''
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          rest += chunk
          const events = rest.split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) {
            const now = /"now"\s*:\s*"([^"]+)"/.exec(event)?.[1]
            if (!now) continue
            offset = Date.parse(now) - Date.now()
            first?.()
          }
        }
      } catch {
        // The sandbox is starting or restarting: try again below.
      }
      if (!closing.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
    }
  }
  void follow()
  await started
  const now = () => new Date(Date.now() + offset)
  return {
    now,
    today: dayOf(now),
    shifted: () => Math.abs(offset) > SHIFT_MS,
    close: () => closing.abort(),
  }
}
