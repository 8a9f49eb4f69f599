import type { Day } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'

/**
 * Content of a wallet pass: as much as the drawn pass. No names, no IIN, no phone: people show
 * their wallet to others, and it is copied to clouds abroad.
 */
export type PassFacts = {
  locale: Locale
  globalId: string
  plates: readonly string[]
  insurer: string
  start: Day
  end: Day
  /** The public check page, with the token that proves the policy offline. */
  checkUrl: string
  /** The contract has come to its end, by its time or before: the wallet strikes the pass out. */
  ended: boolean
}
