/** The id of the running purchase stands in the address (a reload or a copied link keeps it). */
export function rememberInAddress(applicationId: string): void {
  const query = new URLSearchParams(location.search)
  query.set('application', applicationId)
  history.replaceState(null, '', `${location.pathname}?${query}`)
}

export function orderIn(data: Record<string, unknown>): { key: string; orderId: string } | null {
  const { key, orderId } = data
  return typeof key === 'string' && typeof orderId === 'string' ? { key, orderId } : null
}
