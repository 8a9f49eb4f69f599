import type { ReactElement } from 'react'
import type { ProductName } from '#domain/products.ts'
import type { Policy } from '../cabinet/state.ts'
import type { Wallets } from '../wallet/wallet.tsx'
import { OneHome } from './one-home.tsx'
import { OnePolicy } from './policy.tsx'

/**
 * What its QR code leads to and the wallets it may be put into: null where there are none,
 * undefined while they are asked for.
 */
type Shown = {
  policy: Policy
  checkUrl: string | null | undefined
  wallets: Wallets | null | undefined
  onChanged: () => void
}

/** How a policy of each product is drawn among the client's own. */
const cards: Readonly<Record<ProductName, (shown: Shown) => ReactElement | null>> = {
  ogpo: (shown) => <OnePolicy {...shown} />,
  home: ({ policy, onChanged }) =>
    policy.home ? <OneHome policy={policy} home={policy.home} onChanged={onChanged} /> : null,
}

/** Products whose policies a phone's wallet takes. */
export const inWallets: Readonly<Record<ProductName, boolean>> = { ogpo: true, home: false }

/** A policy of the client, drawn as its product's. */
export const PolicyCard = (shown: Shown): ReactElement | null =>
  cards[shown.policy.policy_type](shown)
