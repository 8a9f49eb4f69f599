/** Notification stays this long, ms (specification section 7, technical calls). */
export const notificationMs = 3000
/** Closing animation of a notification, ms. */
export const notificationCloseMs = 800
/** Snackbar stays this long, ms. */
export const snackbarMs = 5000
/** One that undoes what was just saved stays longer: it has to be read and thought about, ms. */
export const undoMs = 8000
/** A wrong code shows its error this long and is then emptied, ms. */
export const codeResetMs = 1000
/** A bottom sheet dragged further down than this closes, px. */
export const sheetCloseDrag = 50
/** Width below which notifications take the whole row, px. */
export const notificationMobileWidth = 568
/**
 * Width steps, px; the site's mobile layout ends at `lg` (specification, section 9). The style sheets
 * of desks and portal change at 1100 and 820 instead, as drawn: a desk on a laptop of 1280 px stands
 * beside another window, and below 1100 a decision and its papers have no room next to each other.
 */
export const breakpoints = { sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } as const
export const mobileBreakpoint = 'lg'
/** Widths below which the header of a small phone drops what it can do without, px. */
export const smallPhones = [360, 400] as const
/** Pause after the last resize event before the layout is measured again, ms. */
export const resizeRefreshMs = 50
export const layers = { overlay: 2000, dialog: 2400 } as const
/** Longest wait for an answer of our own server, ms. */
export const apiTimeoutMs = 10_000
/** Life of the language cookie, seconds (365 days). */
export const languageCookieSeconds = 365 * 24 * 60 * 60
/** First look at `builds/latest.json` after a page has loaded, ms (specification, section 7). */
export const firstBuildCheckMs = 1000
/**
 * Pause between the looks after it, ms. The specification leaves the value open; five minutes is
 * far below a working day's release.
 */
export const buildPollMs = 5 * 60_000
/** A page that could not load a part of itself reloads once and not again within this time, ms. */
export const reloadGuardMs = 10_000
/** Whether the address asked for before sign-in is kept and honoured after it. */
export const rememberPath = true
/** Countdown before a code may be sent again, s. */
export const codeResendSeconds = 30

/** The oldest browsers that the scripts are built for; a page that does not start names them. */
export const oldestBrowsers = { Chrome: '111', Safari: '16.4', Firefox: '115' } as const
