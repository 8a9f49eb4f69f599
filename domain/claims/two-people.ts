import type { Tenge } from '../money.ts'

/** How many letters a reason of a decision has at least. */
export const reasonLength = 5

/**
 * Whether two people decide that a claim is paid: where what is to be paid reaches the
 * sum of the day's row, together with what the same person was granted under the same policy before
 * (`granted`), so that one accident told in parts is one sum. A sum that nobody says may be any, an
 * estimate says nothing of it, and without a row every sum is one for two. Tenge.
 */
export const takesTwoPeople = (
  payable: Tenge | null,
  from: Tenge | null,
  granted: Tenge = 0,
): boolean => payable === null || from === null || payable + granted >= from
