import type { Tenge } from '../money.ts'

/** Least letters in a decision's reason. */
export const reasonLength = 5

/**
 * Returns whether two people must decide a payout: if the sum, together with what the same person
 * was granted under the same policy before (`granted`), reaches that of the day's row, so that one
 * accident claimed in parts counts as one sum. An unknown sum may be any, an estimate does not
 * count as one, and without a row every sum needs two. Tenge.
 */
export const takesTwoPeople = (
  payable: Tenge | null,
  from: Tenge | null,
  granted: Tenge = 0,
): boolean => payable === null || from === null || payable + granted >= from
