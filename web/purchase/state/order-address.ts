/** The id of the running purchase stands in the address (a reload or a copied link keeps it). */
export function rememberInAddress(applicationId: string): void {
  const query = new URLSearchParams(location.search)
  query.set('application', applicationId)
  history.replaceState(null, '', `${location.pathname}?${query}`)
}
