/**
 * How long the card messages stay before the next thing happens, ms (specification, section 9,
 * "Card confirmation / warning / redirect messages").
 */
export const cardConfirmationMs = 1500
export const cardWarningMs = 3000
export const cardRedirectMs = 3500
/** The failure of adding a card stays as long as a warning (section 4, "Cards"). */
export const cardFailureMs = 3000
