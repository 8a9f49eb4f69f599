export type WalletName = 'apple' | 'google'

/**
 * The wallets a device is offered, by what its browser calls itself: an iPhone has Apple's, an
 * Android phone Google's. From anything else both can be sent on to a phone.
 */
export function walletsOn(userAgent: string): readonly WalletName[] {
  if (/iPhone|iPod/.test(userAgent)) return ['apple']
  return /Android/.test(userAgent) ? ['google'] : ['apple', 'google']
}
