import type { World } from '../sandbox-kit.ts'
import { amountText, declineCodes, type errorCodes } from './protocol.ts'
import { takeManner } from './sandbox-manners.ts'
import { notifyRefund, notifyResult, type Pauses } from './sandbox-notify.ts'
import {
  backOf,
  cards,
  failures,
  indexOf,
  judge,
  type Payment,
  payments,
  paymentWord,
  type Refund,
  settle,
} from './sandbox-payments.ts'
import type { PgParams } from './sign.ts'

export type Form = Record<string, string>
export type Answer =
  | { done: PgParams }
  | { error: keyof typeof errorCodes; text: string }
  | { failed: PgParams }
type Setting = { secret: string; pauses: Pauses }

const missing: Answer = { error: 'notFound', text: 'Payment not found' }
const wrongState: Answer = {
  failed: { pg_error_code: '120', pg_failure_description: 'Неверный статус платежа' },
}
const dateOf = (of: Date) => of.toISOString().slice(0, 19).replace('T', ' ')
/** The bank's number of a transaction (RRN): nothing of the shop's. */
const rrn = (id: string) => String(430_000_000_000 + Number(id))

/**
 * How a payment stands, or what went back by a refund's own number; by the order's number the last
 * of all that happened to it.
 */
export function statusOf(world: World, form: Form): Answer {
  const noPayment: Answer = { error: 'noPayment', text: 'Payment not found.' }
  const hidden = takeManner(world, 'refund_hidden')
  if (!form.pg_payment_id) {
    const last = indexOf(world)
      .byOrder.get(form.pg_order_id ?? '')
      ?.at(-1)
    const refund = hidden ? undefined : last?.refunds.at(-1)
    if (last && refund) return { done: refundStatus(world, last, refund) }
    return last ? { done: paymentStatus(world, last, hidden) } : noPayment
  }
  const payment = payments(world).get(form.pg_payment_id)
  if (payment) return { done: paymentStatus(world, payment, hidden) }
  for (const one of payments(world).values()) {
    const refund = one.refunds.find(({ id }) => id === form.pg_payment_id)
    if (refund) return { done: refundStatus(world, one, refund) }
  }
  return noPayment
}

const refundStatus = (world: World, payment: Payment, refund: Refund): PgParams => ({
  pg_payment_id: refund.id,
  pg_can_reject: '1',
  pg_payment_method: 'bankcard',
  pg_currency: payment.currency,
  pg_payment_status: refund.state,
  pg_amount: `-${amountText(refund.amount)}`,
  pg_clearing_amount: '0',
  pg_create_date: dateOf(world.now()),
  pg_reference: rrn(refund.id),
  pg_card_pan: payment.cardPan ?? '',
})

function paymentStatus(world: World, payment: Payment, hidden: boolean): PgParams {
  const taken = payment.state === 'success'
  const refunds = hidden ? [] : payment.refunds
  const lines = refunds.map(({ id, amount, state }) => ({
    pg_payment_id: id,
    pg_payment_status: state,
    pg_amount: `-${amountText(amount)}`,
    pg_payment_date: dateOf(world.now()),
    pg_reference: rrn(id),
    ...(state === 'error'
      ? { pg_failure_code: '10007', pg_failure_description: 'Declined by the issuer' }
      : {}),
  }))
  const back = refunds.reduce(
    (sum, { amount, state }) => (state === 'success' ? sum + amount : sum),
    0,
  )
  return {
    pg_payment_id: payment.id,
    pg_order_id: payment.orderId,
    pg_can_reject: '1',
    pg_payment_method: 'bankcard',
    pg_amount: amountText(payment.amount),
    pg_currency: payment.currency,
    pg_payment_status: paymentWord(payment, world.now()),
    pg_clearing_amount: taken ? amountText(payment.clearing) : '0',
    pg_captured: taken ? '1' : '0',
    pg_reference: payment.state === 'new' ? '' : rrn(payment.id),
    pg_create_date: dateOf(new Date(payment.createdAt)),
    pg_card_pan: payment.cardPan ?? '',
    ...(payment.failure
      ? { pg_failure_code: payment.failure.code, pg_failure_description: payment.failure.text }
      : {}),
    ...(lines.length > 0
      ? {
          pg_refund_payments: { pg_refund_payment: lines },
          pg_refund_amount: `-${amountText(back)}`,
        }
      : {}),
  }
}

/**
 * Gives back money that was taken, as often as asked: no key makes two of them one. Money that is
 * only held is not here to give back.
 */
export function revoked(world: World, form: Form, { secret, pauses }: Setting): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  if (!payment) return missing
  const amount =
    form.pg_refund_amount === undefined ? payment.amount : Number(form.pg_refund_amount)
  if (payment.state !== 'success' || !(amount > 0) || backOf(payment) + amount > payment.clearing)
    return { error: 'refused', text: 'The amount is more than can be refunded' }
  const state = takeManner(world, 'refund_declined')
    ? 'error'
    : takeManner(world, 'refund_pending')
      ? 'process'
      : 'success'
  const refund: Refund = {
    id: String(900_000 + world.next('acquirer.refund')),
    amount,
    by: 'shop',
    state,
  }
  payment.refunds.push(refund)
  world.saved()
  if (takeManner(world, 'refund_told')) void notifyRefund(world, payment, secret, pauses)
  return {
    done: { pg_revoke_payment_id: takeManner(world, 'refund_unnamed') ? payment.id : refund.id },
  }
}

/** Takes money that is held, or a part of it, or lets it go whole. */
export function cleared(world: World, form: Form): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  if (!payment) return missing
  if (payment.state !== 'held') return wrongState
  const amount =
    form.pg_clearing_amount === undefined ? payment.amount : Number(form.pg_clearing_amount)
  if (!(amount > 0) || amount > payment.amount)
    return { error: 'badField', text: 'Wrong clearing amount' }
  Object.assign(payment, { state: 'success', clearing: amount })
  world.saved()
  return { done: { pg_amount: amountText(payment.amount), pg_clearing_amount: amountText(amount) } }
}

export function released(world: World, form: Form): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  if (!payment) return missing
  if (payment.state !== 'held') return wrongState
  payment.state = 'cancelled'
  world.saved()
  return { done: {} }
}

/**
 * Charges a saved card, once a payment, and only holds the money. What the card's bank says no to
 * is an error with its code.
 */
export function charged(world: World, form: Form, { secret, pauses }: Setting): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  const card = cards(world).get(payment?.cardToken ?? '')
  if (!payment || !card) return missing
  if (payment.state !== 'new') return wrongState
  const verdict = judge(card.pan, `${card.month}/${card.year}`, world.now()) ?? 'no_funds'
  // The client is not here to type a code: a kept card that was once challenged is charged.
  const fine = verdict === 'approve' || verdict === 'challenge'
  if (settle(world, payment, card.pan, fine ? null : failures[verdict]))
    void notifyResult(world, payment, secret, pauses)
  if (!fine)
    return {
      failed: {
        pg_error_code: declineCodes[verdict],
        pg_failure_description: failures[verdict].text,
      },
    }
  const done = {
    pg_payment_id: payment.id,
    pg_transaction_status: 'Authorized',
    pg_payment_method: 'bankcard',
    pg_can_reject: '1',
    pg_captured: payment.clearing > 0 ? '1' : '0',
    pg_card_pan: payment.cardPan ?? '',
    pg_card_token: card.token,
    pg_amount: amountText(payment.amount),
    pg_currency: payment.currency,
  }
  return { done }
}
