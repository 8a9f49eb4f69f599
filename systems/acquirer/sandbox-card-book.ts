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

/** Invented card numbers and what the issuing bank says to each. */
export const testCards = [
  { pan: '4400000000000001', expiry: '12/29', verdict: 'approve' },
  { pan: '5100000000000002', expiry: '12/29', verdict: 'approve' },
  { pan: '4400000000000028', expiry: '12/29', verdict: 'challenge' },
  { pan: '4400000000000010', expiry: '12/29', verdict: 'no_funds' },
  { pan: '4400000000000036', expiry: '01/24', verdict: 'expired' },
  { pan: '4400000000000044', expiry: '12/29', verdict: 'binds_only' },
] as const satisfies readonly { pan: string; expiry: string; verdict: string }[]
export type Verdict = (typeof testCards)[number]['verdict']

/** The code every 3-D Secure step expects. */
export const CHALLENGE_CODE = '1234'

/** What happens to a card; null for a number this gateway does not know. `expiry` is `MM/YY`. */
export function judge(pan: string, expiry: string, now: Date): Verdict | null {
  const card = testCards.find((known) => known.pan === pan)
  if (!card) return null
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  const ended = new Date(Date.UTC(2000 + year, month, 1)) <= now
  return ended ? 'expired' : card.verdict
}
