import type { FastifyInstance } from 'fastify'
import { type WayName, wayNamed, wayNames } from '#domain/payment-ways.ts'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../settings/config.ts'
import type { Attempt } from '../attempts.ts'
import { bankBill } from './bank-bill.ts'
import { cardPage } from './card-page.ts'
import { epayLink } from './epay-link.ts'
import type { Way } from './way.ts'

const ways: { readonly [Name in WayName]: Way<Name> } = {
  mobile_bank: bankBill,
  card: cardPage,
  epay: epayLink,
}

export const wayOf = ({ system }: Pick<Attempt, 'system'>): Way => ways[wayNamed(system)]

/** The ways a buyer may choose from. */
export const offeredWays = (config: Config): WayName[] =>
  wayNames.filter((name) => ways[name].isOffered(config))

export function mountNotices(app: FastifyInstance, deps: Deps): void {
  for (const name of wayNames) ways[name].notices?.(app, deps)
}
