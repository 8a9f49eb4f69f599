import { questions } from './machine.ts'

/**
 * A payment attempt: many per order, one live. Closed ones can still become paid, by money that was
 * on its way, and are then refunded.
 */
export const attempt = {
  created: ['awaiting', 'error', 'expired'],
  awaiting: ['paid', 'rejected', 'expired', 'error'],
  paid: ['refunding'],
  rejected: ['paid'],
  expired: ['paid'],
  error: ['paid'],
  refunding: ['refunded'],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

export type AttemptState = keyof typeof attempt

export const {
  states: attemptStates,
  mayBecome: attemptMayBecome,
  before: attemptBefore,
} = questions<AttemptState>(attempt)

/** An attempt that can still bring money without the client doing anything new. */
export const attemptIsLive = (state: string): boolean => state === 'created' || state === 'awaiting'
