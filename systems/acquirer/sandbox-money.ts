import type { World } from '../sandbox-kit.ts'
import { amountText, declineCodes } from './protocol.ts'
import { cards, judge } from './sandbox-card-book.ts'
import { takeManner } from './sandbox-manners.ts'
import { notifyRefund, notifyResult, type Pauses } from './sandbox-notify.ts'
import { backOf, failures, payments, type Refund, settle } from './sandbox-payments.ts'
import type { Answer, Form } from './sandbox-status.ts'

type Setting = { secret: string; pauses: Pauses }

const missing: Answer = { error: 'notFound', text: 'Payment not found' }
const wrongState: Answer = {
  failed: { pg_error_code: '120', pg_failure_description: 'Неверный статус платежа' },
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
