import type { SaleVerdict } from './sale-steps.ts'

/**
 * When the state of selling wakes somebody. Pure. Guess: the two times are those of the drawing, not
 * a rule of anybody.
 */
export const STOPPED_MS = 2 * 60_000
export const WAITED_MS = 10 * 60_000

export type AlarmReason = 'stopped' | 'waits'

/**
 * What to be woken by, null if nothing: selling that has stood for a while, or who has paid and has
 * waited long. `now` by the machine, as the steps; `today` by the product's clock, as payments.
 */
export function alarmReason(
  { kind, tone, since, waiting }: Pick<SaleVerdict, 'kind' | 'tone' | 'since' | 'waiting'>,
  { now, today }: { now: Date; today: Date },
): AlarmReason | null {
  // Nothing outside can mend these in a moment: old lists and missing rows have no beginning, a day
  // without tables begins by the product's clock.
  if (kind === 'no_tariff' || kind === 'no_insurer' || kind === 'lists_old') return 'stopped'
  if (tone === 'bad' && since && now.getTime() - since.getTime() >= STOPPED_MS) return 'stopped'
  if (waiting.since && today.getTime() - waiting.since.getTime() >= WAITED_MS) return 'waits'
  return null
}
