import type { ReactElement } from 'react'
import type { ProductName } from '#domain/products.ts'
import type { Policy } from '../cabinet/state.ts'
import { OneHome } from './one-home.tsx'
import { OnePolicy } from './policy.tsx'

type Shown = { policy: Policy; onChanged: () => void }

/** How a policy of each product is drawn among the client's own. */
const cards: Readonly<Record<ProductName, (shown: Shown) => ReactElement | null>> = {
  ogpo: (shown) => <OnePolicy {...shown} />,
  home: ({ policy, onChanged }) =>
    policy.home ? <OneHome policy={policy} home={policy.home} onChanged={onChanged} /> : null,
}

/** A policy of the client, drawn as its product's. */
export const PolicyCard = (shown: Shown): ReactElement | null =>
  cards[shown.policy.policy_type](shown)
