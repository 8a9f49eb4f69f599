/** Notification stays this long, ms (specification section 7, technical calls). */
export const notificationMs = 3000
/** Closing animation of a notification, ms. */
export const notificationCloseMs = 800
/** Snackbar stays this long, ms. */
export const snackbarMs = 5000
/** A wrong code shows its error this long and is then emptied, ms. */
export const codeResetMs = 1000
/** A bottom sheet dragged further down than this closes, px. */
export const sheetCloseDrag = 50
/** Width below which notifications take the whole row, px. */
export const notificationMobileWidth = 568
/** Width steps, px; the mobile layout ends at `lg`. */
export const breakpoints = { sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } as const
export const mobileBreakpoint = 'lg'
/** Pause after the last resize event before the layout is measured again, ms. */
export const resizeRefreshMs = 50
export const layers = { overlay: 2000, dialog: 2400 } as const
/** Longest wait for an answer of our own server, ms. */
export const apiTimeoutMs = 10_000
/** Life of the language cookie, seconds (365 days). */
export const languageCookieSeconds = 365 * 24 * 60 * 60
