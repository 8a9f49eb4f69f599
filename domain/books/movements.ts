import type { PostingKind } from '../contract/posting.ts'

/**
 * Movements of premium, commission or insurers' returns, by the prefix of their postings' keys: a
 * sale, the part of the old policy that a reissue takes over, a policy cancelled on its first day,
 * any other end of one.
 */
export const movements = {
  sold: 'premium',
  taken_over: 'premium_taken_over',
  cancelled: 'premium_cancelled',
  ended: 'returned',
} as const
export type Movement = keyof typeof movements
export const movementNames = Object.keys(movements) as Movement[] // the keys of the table

/** The kinds of postings that begin a movement: one of each. */
export const beginning = ['premium', 'returned'] as const satisfies readonly PostingKind[]
