import type { Tenge } from '../money.ts'
import type { WayName } from '../payment-ways.ts'
import type { Effect } from './effects.ts'
import { type Contract, heldBy, moneyCame, type Payment, type Refund } from './facts.ts'
import type { Account, Posting } from './posting.ts'

/**
 * A refund's own id is the key the bank and the acquirer know it by: one payment gives back once
 * for one order and reason.
 */
const refundId = (payment: Payment, orderId: string, reason: string): string =>
  `R-${payment.id}${payment.orderId === orderId ? '' : `-${orderId}`}-${reason}`

export const post = (posting: Posting): Effect[] =>
  posting.amount > 0 ? [{ do: 'post', ...posting }] : []

type Commission = Omit<Posting, 'kind' | 'debit' | 'credit'>
/** Posts the broker's commission of a sale, out of the insurer's money. */
export const commissionEarned = (of: Commission): Effect[] =>
  post({ ...of, kind: 'commission', debit: 'insurer', credit: 'commission' })
/** Commission that the broker does not keep. */
export const commissionGivenUp = (of: Commission): Effect[] =>
  post({ ...of, kind: 'commission', debit: 'commission', credit: 'insurer' })

/** Owes a part of a payment to its client: the refund, its posting and the job that sends it. */
export function owe(
  payment: Payment,
  of: { orderId: string; amount: Tenge; reason: string; id?: string },
): Effect[] {
  const id = of.id ?? refundId(payment, of.orderId, of.reason)
  return [
    {
      do: 'refund',
      id,
      orderId: of.orderId,
      paymentId: payment.id,
      amount: of.amount,
      reason: of.reason,
      state: 'due',
    },
    ...post({
      key: `refund_due:${id}`,
      kind: 'refund_due',
      debit: 'client',
      credit: 'refunds',
      amount: of.amount,
      orderId: of.orderId,
      paymentId: payment.id,
    }),
    ...(payment.state === 'paid' && of.amount === payment.amount
      ? [{ do: 'payment' as const, id: payment.id, to: 'refunding' as const, reason: of.reason }]
      : []),
    { do: 'job', job: 'refund', id },
  ]
}

/**
 * Refunds `amount` over the payments that paid the contract: those of the order itself first, then
 * the newest of the others, none for more than it still holds (settled.md, "Prices": refunds go
 * back to the payment that paid). Never more than was paid in.
 */
export function refund(
  contract: Contract,
  of: { orderId: string; amount: Tenge; reason: string },
): Effect[] {
  const effects: Effect[] = []
  let rest = of.amount
  for (const payment of [
    ...contract.payments.filter(({ orderId }) => orderId === of.orderId).toReversed(),
    ...contract.payments.filter(({ orderId }) => orderId !== of.orderId).toReversed(),
  ]) {
    const part = Math.min(rest, heldBy(contract, payment))
    if (part <= 0) continue
    effects.push(...owe(payment, { ...of, amount: part }))
    rest -= part
  }
  return effects
}

/** Refunds every payment of an order whole, as far as it is still held. */
export const giveAllBack = (contract: Contract, orderId: string, reason: string): Effect[] =>
  contract.payments
    .filter(
      (payment) =>
        payment.orderId === orderId && moneyCame(payment) && heldBy(contract, payment) > 0,
    )
    .flatMap((payment) => owe(payment, { orderId, amount: heldBy(contract, payment), reason }))

/**
 * The money has gone by `way` (`client`: they had it already, it is set off against their debt):
 * the refund, its posting and receipt, the payment and the word to the client.
 */
export function refundGone(
  contract: Contract,
  refund: Refund,
  way: Exclude<Account, 'insurer' | 'commission' | 'refunds'>,
): Effect[] {
  const payment = contract.payments.find(({ id }) => id === refund.paymentId)
  return [
    { do: 'refund_moves', id: refund.id, to: 'done', reason: refund.reason },
    ...post({
      key: `${way === 'client' ? 'set_off' : 'refund'}:${refund.id}`,
      kind: way === 'client' ? 'set_off' : 'refund',
      debit: 'refunds',
      credit: way,
      amount: refund.amount,
      orderId: refund.orderId,
      paymentId: refund.paymentId,
    }),
    ...(payment
      ? [
          {
            do: 'receipt' as const,
            key: `refund:${refund.id}`,
            operation: 'return' as const,
            orderId: refund.orderId,
            way: payment.system,
            amount: refund.amount,
          },
        ]
      : []),
    ...(payment?.state === 'refunding'
      ? [{ do: 'payment' as const, id: payment.id, to: 'refunded' as const, reason: refund.reason }]
      : []),
    { do: 'notify', orderId: refund.orderId, purpose: `refunded:${refund.id}` },
    { do: 'report', orderId: refund.orderId, event: 'refunded', refundId: refund.id },
  ]
}

/** Refunds of an order that have not gone yet, but for one. */
export const stillOwed = (contract: Contract, orderId: string, but: string): boolean =>
  contract.refunds.some(
    (refund) => refund.orderId === orderId && refund.id !== but && refund.state !== 'done',
  )

/**
 * Records a return made without us beside the payment, so that no part of it is paid back twice.
 */
export function past(
  payment: Payment,
  of: { id: string; orderId: string; amount: number; reason: string; way: WayName | 'partner' },
): Effect[] {
  const { id, orderId, amount, reason, way } = of
  const at = { amount, orderId, paymentId: payment.id }
  return [
    { do: 'refund', id, orderId, paymentId: payment.id, amount, reason, state: 'done' },
    ...post({
      key: `refund_due:${id}`,
      kind: 'refund_due',
      debit: 'client',
      credit: 'refunds',
      ...at,
    }),
    ...post({ key: `refund:${id}`, kind: 'refund', debit: 'refunds', credit: way, ...at }),
  ]
}
