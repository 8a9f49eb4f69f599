import type { World } from '../sandbox-kit.ts'
import { amountText, type errorCodes } from './protocol.ts'
import { takeManner } from './sandbox-manners.ts'
import { indexOf, type Payment, payments, paymentWord, type Refund } from './sandbox-payments.ts'
import type { PgParams } from './xml.ts'

/** Fields of the acquirer's answer about a payment or a refund. */

export type Form = Record<string, string>
export type Answer =
  | { done: PgParams }
  | { error: keyof typeof errorCodes; text: string }
  | { failed: PgParams }
const dateOf = (of: Date) => of.toISOString().slice(0, 19).replace('T', ' ')
/** The bank's number of a transaction (RRN): nothing of the shop's. */
const rrn = (id: string) => String(430_000_000_000 + Number(id))

/**
 * Returns a payment's state, or a refund by its own number; by the order's number the order's last
 * event.
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
