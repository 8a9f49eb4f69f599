/**
 * Stores the id of the running purchase in the address, so that a reload or a copied link keeps it.
 */
export function rememberInAddress(applicationId: string): void {
  const query = new URLSearchParams(location.search)
  query.set('application', applicationId)
  history.replaceState(null, '', `${location.pathname}?${query}`)
}

/**
 * Stores the resulting order in the form's history entry: Back after the purchase shows the pass,
 * not a form without its car.
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
