/** Orders whose issue this device has shown, the newest last. */
const seenKey = 'qorgan.ogpo.issued'
const kept = 20

/**
 * Whether the issue of this order is shown for the first time on this device; asked once, it is
 * not.
 */
export function isFirstView(orderId: string): boolean {
  try {
    const seen = listed()
    if (seen.includes(orderId)) return false
    localStorage.setItem(seenKey, JSON.stringify([...seen, orderId].slice(-kept)))
    return true
  } catch {
    return false // nothing is kept here, so nothing can be shown once
  }
}

/** Whether it was shown, without asking for it. */
export function wasSeen(orderId: string): boolean {
  try {
    return listed().includes(orderId)
  } catch {
    return true
  }
}

function listed(): string[] {
  const value: unknown = JSON.parse(localStorage.getItem(seenKey) ?? '[]')
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const offerKey = 'qorgan.home.offer'
const refused = 'no'

/** Home is offered on this device with the first policy, until it is refused or followed. */
export function mayOfferHome(orderId: string): boolean {
  try {
    const offered = localStorage.getItem(offerKey)
    if (offered === null) localStorage.setItem(offerKey, orderId)
    return offered === null || offered === orderId
  } catch {
    return false
  }
}

export function endHomeOffer(): void {
  try {
    localStorage.setItem(offerKey, refused)
  } catch {
    return
  }
}
