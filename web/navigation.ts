/** What an address is to the page that wants to go there. */
export type Destination = 'own' | 'external' | 'unsafe'

const programs = new Set(['mailto:', 'tel:', 'sms:'])

/** Judges an address seen from `here`, the whole address of the page. */
export function destination(address: string, here: string): Destination {
  const base = new URL(here)
  const to = URL.parse(address, base)
  if (!to) return 'unsafe'
  if (programs.has(to.protocol)) return 'own'
  if (to.protocol !== 'https:' && to.protocol !== 'http:') return 'unsafe'
  return to.origin === base.origin ? 'own' : 'external'
}

/**
 * Leaves for an address. Throws for an unsafe protocol always, and for another site unless the
 * caller has permission for it: so a value from a reply or a query can never send a person
 * somewhere by mistake (specification, section 8).
 */
export function goTo(address: string, { external = false } = {}): void {
  const kind = destination(address, location.href)
  if (kind === 'unsafe') throw new Error(`Navigation to an unsafe address was refused: ${address}`)
  if (kind === 'external' && !external)
    throw new Error(`Navigation to another site needs permission: ${address}`)
  location.assign(address)
}
