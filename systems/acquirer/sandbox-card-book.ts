import { randomUUID } from 'node:crypto'
import type { Locale } from '#domain/locale.ts'
import type { World } from '../sandbox-kit.ts'

/** The gateway's book of cards: the test numbers, and those that clients keep. */

export type Card = {
  id: string
  userId: string
  token: string
  pan: string
  month: string
  year: string
  addedAt: string
  removed: boolean
}
export type Binding = {
  id: string
  userId: string
  noticeUrl: string
  backUrl: string
  locale: Locale
  state: 'open' | 'done'
}

/** The same card of the same client keeps its id and token. */
export function keepCard(
  world: World,
  of: { userId: string; pan: string; month: string; year: string },
): Card {
  const kept = [...cards(world).values()].find(
    (card) => card.userId === of.userId && card.pan === of.pan,
  )
  const card: Card = {
    id: kept?.id ?? String(300_000 + world.next('acquirer.card')),
    token: kept?.token ?? randomUUID(),
    ...of,
    addedAt: world.now().toISOString(),
    removed: false,
  }
  cards(world).set(card.token, card)
  world.saved()
  return card
}
export const cards = (world: World) => world.store<Card>('acquirer.cards')
export const bindings = (world: World) => world.store<Binding>('acquirer.bindings')

/** `4400-00XX-XXXX-0001`. */
export const maskPan = (pan: string) =>
  `${pan.slice(0, 4)}-${pan.slice(4, 6)}XX-XXXX-${pan.slice(-4)}`
