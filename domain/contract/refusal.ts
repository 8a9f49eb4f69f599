import type { RefusalCode } from '../finding.ts'
import type { Effect } from './effects.ts'

/** Why an act is refused: the code of the wire, and the other act under way. */
export type Refused = { refused: { code: RefusalCode; reason?: Hindrance } }
export type Decision = Refused | { effects: Effect[] }

/** What prevents an act; each has its sentence in `texts/refusals.ts`. */
export const hindrances = [
  'being_reissued',
  'being_ended',
  'refunded_outside',
  'claim_accepted',
  'took_over',
  'ends_before',
  'not_in_force',
] as const
export type Hindrance = (typeof hindrances)[number]

export const refuse = (code: RefusalCode, reason?: Hindrance): Refused => ({
  refused: { code, ...(reason ? { reason } : {}) },
})
export const isRefused = (decision: Decision): decision is Refused => 'refused' in decision
export const nothing: { effects: Effect[] } = { effects: [] }
