/** Codes of the bank's refusals, by what we make of them. */

/**
 * Our own device, trade point or certificate is not in order: nothing was done, and people have to
 * mend it. A, B, C.
 */
export const setupCodes = [
  -10_000, // no certificate of the client
  -1501, // no such device
  -1502, // the device is off or deleted
  -1503, // the device is at another trade point
  -14_000_002, // no trade points
  -99_000_002, // no such trade point
  990_000_018, // the trade point is off
  990_000_026, // the trade point takes no payment by QR
  990_000_033, // no way of payment is open
]
/** The bank will not take this sum. A, B, C. */
export const wrongAmountCodes = [990_000_028]
/**
 * "No such purchase": the only refusal that says something about the bill and not about the bank's
 * day. A, B, C.
 */
export const notFoundCodes = [-1601, -99_000_001]
/** A final no to giving money back. A, B, C. */
export const refundRefusedCodes = [
  -99_000_005, // more than the purchase
  -99_000_011, // the purchase's state does not allow it
  -99_000_020, // no part of it can go back
  -99_000_003, // the purchase is of another trade point
]
// −99000006 ("an error of the refund, try again, then call the bank") and −999 ("temporarily
// unavailable"; A, B, C) are in no list: whether something was done is asked.

/** A and C write some codes as 990000018, B as -99000018: both are read. */
export const isOneOf = (codes: readonly number[], code: number): boolean =>
  codes.includes(code) || (code < -99_000_000 && codes.includes(990_000_000 + (-code - 99_000_000)))
/**
 * Guess [A]: the document's code for a phone without the application is not public. Only A's tests
 * name one, −1404.
 */
export const unknownPhoneCodes: readonly number[] = [-1404]
