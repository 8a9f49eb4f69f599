import { useEffect, useState } from 'react'
import type { Reply } from '../http/api.ts'
import { useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { WalletIcon } from '../ui/later-icons.tsx'
import { isWebAddress } from '../web-address.ts'
import words from './texts.ts'
import { walletsOn } from './wallets-on.ts'

type Wallets = Reply<'ogpoWallets'>['data']

/**
 * Puts an own policy into the wallet of a phone, where the wallet's keys are set: nothing stands
 * here before they are known. `ask` is the call by whoever shows the policy.
 */
export function WalletLinks({
  globalId,
  ask,
}: {
  globalId: string
  ask: (globalId: string, signal: AbortSignal) => Promise<{ data: Wallets }>
}) {
  const t = useTexts(words)
  const [wallets, setWallets] = useState<Wallets | null>(null)
  // Another `ask` is no reason to ask again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stop = new AbortController()
    ask(globalId, stop.signal).then(
      ({ data }) => setWallets(data),
      () => setWallets(null), // The pass itself is there; a wallet is offered when it can be.
    )
    return () => stop.abort()
  }, [globalId]) // oxlint-disable-line react/exhaustive-deps
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
