import { randomUUID } from 'node:crypto'
import type { World } from '../sandbox-kit.ts'

/** What the acquirer's sandbox keeps. */
export type Payment = {
  id: string
  orderId: string
  amount: number
  currency: string
  description: string
  locale: 'kz' | 'ru'
  state: 'new' | 'success' | 'rejected'
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
  /** The shop's id of the client whose card is kept when it pays; null when it is not to be kept. */
  bindFor: string | null
  /** A card that waits for its 3-D Secure code. */
  challenged: string | null
  cardPan: string | null
  failure: { code: string; text: string } | null
  refunds: { id: string; amount: number; key: string }[]
}
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
export type Binding = { id: string; userId: string; noticeUrl: string; backUrl: string; locale: 'kz' | 'ru'; state: 'open' | 'done' }

/** The same card of the same client keeps its id and token. */
export function keepCard(world: World, of: { userId: string; pan: string; month: string; year: string }): Card {
  const kept = [...cards(world).values()].find((card) => card.userId === of.userId && card.pan === of.pan)
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

export const payments = (world: World) => world.store<Payment>('acquirer.payments')
export const cards = (world: World) => world.store<Card>('acquirer.cards')
export const bindings = (world: World) => world.store<Binding>('acquirer.bindings')

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

export const failures = {
  no_funds: { code: '51', text: 'Insufficient funds' },
  expired: { code: '54', text: 'Expired card' },
  binds_only: { code: '05', text: 'Do not honour' },
  challenge: { code: '65', text: '3-D Secure failed' },
  cancelled: { code: '17', text: 'Cancelled by the client' },
} as const

/** `4400-00XX-XXXX-0001`. */
export const maskPan = (pan: string) => `${pan.slice(0, 4)}-${pan.slice(4, 6)}XX-XXXX-${pan.slice(-4)}`

/** Their word for the state: an unpaid page dies after its lifetime. */
export function paymentWord(payment: Payment, now: Date): string {
  if (payment.state === 'rejected') return 'error'
  if (payment.state === 'success') {
    const back = payment.refunds.reduce((sum, { amount }) => sum + amount, 0)
    return back > 0 && back >= payment.amount ? 'refunded' : 'success'
  }
  return now.getTime() - new Date(payment.createdAt).getTime() >= payment.lifetimeS * 1_000 ? 'incomplete' : 'pending'
}

/** Ends a payment for good; the first end stands. */
export function settle(world: World, payment: Payment, pan: string | null, failure: Payment['failure']): boolean {
  if (payment.state !== 'new') return false
  payment.state = failure ? 'rejected' : 'success'
  payment.failure = failure
  payment.challenged = null
  if (pan) payment.cardPan = maskPan(pan)
  world.saved()
  return true
}
