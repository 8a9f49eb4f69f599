import type { SaleVerdict } from './sale-steps.ts'

/**
 * Decides when the state of selling raises an alarm. Pure. Guess: the two times are those of the
 * drawing, not of any rule.
 */
export const STOPPED_MS = 2 * 60_000
export const WAITED_MS = 10 * 60_000

export type AlarmReason = 'stopped' | 'waits'

/**
 * Returns the reason for an alarm, or null: selling has been stopped for a while, or a client who
 * has paid has waited long. `now` by the machine, as the steps; `today` by the product's clock, as
 * payments.
 */
export function alarmReason(
  { kind, tone, since, waiting }: Pick<SaleVerdict, 'kind' | 'tone' | 'since' | 'waiting'>,
  { now, today }: { now: Date; today: Date },
): AlarmReason | null {
  // No outside system can fix these soon: old lists and missing rows have no start time, a day
  // without tables begins by the product's clock.
  if (kind === 'no_tariff' || kind === 'no_insurer' || kind === 'lists_old') return 'stopped'
  if (tone === 'bad' && since && now.getTime() - since.getTime() >= STOPPED_MS) return 'stopped'
  if (waiting.since && today.getTime() - waiting.since.getTime() >= WAITED_MS) return 'waits'
  return null
}
