/** The id of the running purchase stands in the address (a reload or a copied link keeps it). */
export function rememberInAddress(applicationId: string): void {
  const query = new URLSearchParams(location.search)
  query.set('application', applicationId)
  history.replaceState(null, '', `${location.pathname}?${query}`)
}

/**
 * The form's place in the history knows the order it led to: whoever comes back to it with the
 * policy bought comes to the pass, not to a form without its car.
 */
export const rememberOrder = (result: string): void => history.replaceState({ order: result }, '')

/** The order this place in the history led to, or null. */
export function orderFromHere(): string | null {
  const state: unknown = history.state
  return typeof state === 'object' &&
    state !== null &&
    'order' in state &&
    typeof state.order === 'string'
    ? state.order
    : null
}
