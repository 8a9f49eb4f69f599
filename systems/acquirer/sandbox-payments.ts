import { randomUUID } from 'node:crypto'
import type { Locale } from '#domain/locale.ts'
import type { World } from '../sandbox-kit.ts'
import { takeManner } from './sandbox-manners.ts'

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
type Verdict = (typeof testCards)[number]['verdict']

/** The code every 3-D Secure step expects. */
export const CHALLENGE_CODE = '1234'

/**
 * Returns the verdict on a card; null for a number this gateway does not know. `expiry` is `MM/YY`.
 */
export function judge(pan: string, expiry: string, now: Date): Verdict | null {
  const card = testCards.find((known) => known.pan === pan)
  if (!card) return null
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  const ended = new Date(Date.UTC(2000 + year, month, 1)) <= now
  return ended ? 'expired' : card.verdict
}

/** A payment in the acquirer's sandbox. */
export type Payment = {
  id: string
  orderId: string
  amount: number
  currency: string
  description: string
  locale: Locale
  /**
   * `held`: on the card, not taken; `success`: taken, whatever went back since; `cancelled`: let
   * go.
   */
  state: 'new' | 'held' | 'success' | 'rejected' | 'cancelled'
  /** One step, as the shop requested: the money is captured at once. */
  autoClearing: boolean
  idempotencyKey: string
  /** Captured part of a hold. */
  clearing: number
  resultUrl: string
  refundUrl: string
  successUrl: string
  failureUrl: string
  phone: string
  email: string
  createdAt: string
  lifetimeS: number
  /** A saved card that pays, else the client types one on the page. */
  cardToken: string | null
  /**
   * The shop's id of the client under whom the paying card is saved; null if it is not to be saved.
   */
  bindFor: string | null
  /** A card that waits for its 3-D Secure code. */
  challenged: string | null
  cardPan: string | null
  failure: { code: string; text: string } | null
  refunds: Refund[]
}
/**
 * `by`: the shop by `revoke.php`, or the card's bank past it. An `error` stays in the list,
 * `process` is on its way.
 */
export type Refund = {
  id: string
  amount: number
  by: 'shop' | 'bank'
  state: 'success' | 'error' | 'process'
}

export const payments = (world: World) => world.store<Payment>('acquirer.payments')

export const failures = {
  no_funds: { code: '51', text: 'Insufficient funds' },
  expired: { code: '54', text: 'Expired card' },
  binds_only: { code: '05', text: 'Do not honour' },
  challenge: { code: '65', text: '3-D Secure failed' },
  cancelled: { code: '17', text: 'Cancelled by the client' },
} as const

type Index = { byOrder: Map<string, Payment[]>; byKey: Map<string, Payment> }
const indexes = new WeakMap<World, Index>()
/** The payments of an order, the newest last, and the one of an idempotency key. */
export function indexOf(world: World): Index {
  const known = indexes.get(world)
  if (known) return known
  const made: Index = { byOrder: new Map(), byKey: new Map() }
  indexes.set(world, made)
  for (const payment of payments(world).values()) indexed(made, payment)
  return made
}
function indexed({ byOrder, byKey }: Index, payment: Payment) {
  byOrder.set(payment.orderId, [...(byOrder.get(payment.orderId) ?? []), payment])
  if (payment.idempotencyKey) byKey.set(payment.idempotencyKey, payment)
}
export function keepPayment(world: World, payment: Payment): Payment {
  indexed(indexOf(world), payment)
  payments(world).set(payment.id, payment)
  world.saved()
  return payment
}

/** The client has paid, as far as the client can see. */
export const cameBy = ({ state }: Payment): boolean => state === 'success' || state === 'held'

/** Returns what was refunded, or is on its way. */
export const backOf = (payment: Payment): number =>
  payment.refunds.reduce((sum, { amount, state }) => (state === 'error' ? sum : sum + amount), 0)

/**
 * Their word for the state: an unpaid page dies after its lifetime, a payment that went back stays
 * one that succeeded.
 */
export function paymentWord(payment: Payment, now: Date): string {
  if (payment.state === 'rejected') return 'failed'
  if (payment.state === 'cancelled') return 'revoked'
  if (cameBy(payment)) return 'success'
  return now.getTime() - new Date(payment.createdAt).getTime() >= payment.lifetimeS * 1_000
    ? 'incomplete'
    : 'new'
}

/** Ends a payment for good; a second end changes nothing. */
export function settle(
  world: World,
  payment: Payment,
  pan: string | null,
  failure: Payment['failure'],
): boolean {
  if (payment.state !== 'new') return false
  const whole = payment.autoClearing && !takeManner(world, 'two_step')
  payment.state = failure ? 'rejected' : whole ? 'success' : 'held'
  payment.clearing = payment.state === 'success' ? payment.amount : 0
  payment.failure = failure
  payment.challenged = null
  if (pan) payment.cardPan = maskPan(pan)
  world.saved()
  return true
}
