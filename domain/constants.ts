/**
 * Constants of spec section 9 that rules use, one place, each under the item's name in the spec.
 * Screens' own timings live with the screens.
 */

/** "Password minimum length", characters. */
export const passwordMinLength = 6
/** "Login block", minutes. */
export const loginBlockMinutes = 5
/** "New-password SMS resend wait", minutes. */
export const newPasswordResendMinutes = 2
/**
 * "Resend-code countdown (cabinet OTP)", seconds; the purchase flow keeps the same (settled.md,
 * "Identity").
 */
export const codeResendSeconds = 30
/** "Duplicate request wait", seconds. */
export const duplicateRequestWaitSeconds = 5
/** "Contract start": tomorrow up to this many days ahead. */
export const maxStartDaysAhead = 90
/** "Minimum insurer age", full years on the start date. */
export const policyholderMinAge = 18
/**
 * Full years nobody has lived: an IIN that says more is mistyped or made up. Neither the law nor the
 * specification sets a greatest age, but seventh digits 1 and 2 are of the 19th century, so such an
 * IIN has right digits and got the price of an experienced driver. No door insures that person, as
 * policyholder or driver; `iin.ts` takes the number, because a register may hold it.
 */
export const oldestYears = 120
/** "Driver: experience over 2 years flag", full years. */
export const experiencedYears = 2
/** Full years from which any licence is given, A1 (Road Traffic Law 194-V, art. 74). */
export const youngestLicence = 16
/** "Promoter limits": cars and drivers. */
export const promoterLimitForCars = 15
export const promoterLimitForDrivers = 15
/** "Minimum distance from service centre", metres: at or under it nothing may be issued. */
export const controlPointRadiusMetres = 200
/**
 * "OGPO+ extra payout", tenge: the amount of the first dated row (payout constants: exactly 300 MRP
 * of 2024).
 */
export const ogpoPlusPayout = 1_107_600
/** "Home protection start", hours after registration. */
export const homeProtectionStartHours = 2
/** "Claim file size", bytes. */
export const claimFileMaxBytes = 10 * 1024 * 1024
/** Bytes of a claim's papers that one PDF of its whole file may contain. */
export const caseFileMaxBytes = 40 * 1024 * 1024
/** "Promoter login length", digits. */
export const promoterLoginLength = 12
/** "Phone mask". */
export const phoneMask = '7 (###) ### ## ##'
/**
 * Characters of the mask that a filled-in phone has at least (spec section 5, "Forgot password"),
 * without the plus that our fields show before it (decision 207).
 */
export const phoneMaskMinLength = 17
/** "Inactive policies page size". */
export const inactivePoliciesPageSize = 6
/** "Default policy period", months. */
export const defaultMonths = 12
/** "Promoter idle logout", minutes. */
export const promoterIdleLogoutMinutes = 1440
/** "Geolocation": timeout in ms; high accuracy, no cache. */
export const geolocationTimeoutMs = 10_000
/** "Auth token cookie", "Saved-path cookie", "Promoter token cookie". */
export const authTokenCookie = 'laravel_auth.token'
export const savedPathCookie = 'laravel_auth.unauthorized_requested_path'
export const promoterTokenCookie = 'authPromoterToken'
/** "Card hash display": last digits shown. */
export const cardHashShownDigits = 4
/** "Call centre". */
export const callCentre = '1414'
/** "24/7 working hours" of the call centre (spec section 1): hours of a day in Almaty. */
export const callCentreHours = { from: 0, until: 24 } as const
/** Hours within which we call back on request. */
export const callBackHours = 2
/** Cars of one kind in a price for an organisation, at most. */
export const fleetMost = 999

/** Files of reports that one person may have unfinished, and ask for in 24 hours. Guesses. */
export const exportsAtOnce = 3
export const exportsPerDay = 50

/** Pages of one PDF that a client adds to a claim: bounds the reading of strangers' files. */
export const paperPagesMax = 50
