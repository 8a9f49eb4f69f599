import { useEffect, useState } from 'react'
import type { Reply } from '../http/api.ts'
import { useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { WalletIcon } from '../ui/later-icons.tsx'
import { isWebAddress } from '../web-address.ts'
import words from './texts.ts'

type WalletName = 'apple' | 'google'

/**
 * The wallets a device is offered, by what its browser calls itself: an iPhone has Apple's, an
 * Android phone Google's. From anything else both can be sent on to a phone.
 */
export function walletsOn(userAgent: string): readonly WalletName[] {
  if (/iPhone|iPod/.test(userAgent)) return ['apple']
  return /Android/.test(userAgent) ? ['google'] : ['apple', 'google']
}

export type Wallets = Reply<'ogpoWallets'>['data']

type Ask = (globalId: string, signal: AbortSignal) => Promise<{ data: Wallets }>

/**
 * The addresses by which an own policy comes into the wallet of a phone, where the wallets' keys
 * are set: undefined while they are asked for, null where there is none. `ask` is the call by
 * whoever shows the policy.
 */
export function useWallets(globalId: string | undefined, ask: Ask): Wallets | null | undefined {
  const [wallets, setWallets] = useState<Wallets | null>()
  // Another `ask` is no reason to ask again.
  useEffect(() => {
    if (!globalId) return
    const stop = new AbortController()
    ask(globalId, stop.signal).then(
      ({ data }) => setWallets(data),
      () => setWallets(null), // The pass itself is there; a wallet is offered when it can be.
    )
    return () => stop.abort()
  }, [globalId]) // oxlint-disable-line react/exhaustive-deps
  return wallets
}

/** A button for each wallet of this device that there is. */
export function WalletButtons({ wallets }: { wallets: Wallets | null }) {
  const t = useTexts(words)
  if (!wallets) return null
  return walletsOn(navigator.userAgent).map((name) => {
    const href = wallets[name]
    return href && (name === 'apple' || isWebAddress(href)) ? (
      <LinkButton key={name} variant="secondary" size="small" icon={<WalletIcon />} href={href}>
        {t[name]}
      </LinkButton>
    ) : null
  })
}
