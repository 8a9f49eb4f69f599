import type { Tenge } from '../money.ts'

/**
 * Whether two people decide that a claim is paid (decision 226): from the sum of the day's row on.
 * A sum nobody has said may be any, and without a row every sum is one for two.
 */
export const takesTwoPeople = (sum: Tenge | null, from: Tenge | null): boolean =>
  sum === null || from === null || sum >= from
