import type { z } from 'zod'
import type { order as orderCall } from '#contract/ogpo-order.ts'
import { Pay } from '#contract/pay.ts'
import { waysOf } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import type { Order } from '../orders/orders.ts'
import type { Attempt } from '../payments/attempts.ts'
import { newPayment } from '../payments/open.ts'
import type { Opened } from '../payments/record.ts'

/** What to order, and how to pay for it. */
export type Ask = z.output<typeof orderCall.body> & {
  /** Another bill to the same phone. */
  sendAgain?: boolean | undefined
}

/**
 * «Send again» goes to the phone of the last bill, even a third person's, unless the request names
 * another.
 */
export const asBefore = (
  pay: Ask['pay'],
  last: { phone: string | null } | undefined,
): Ask['pay'] =>
  waysOf[pay.system].asksPhone && !phoneIn(pay) && last?.phone
    ? Pay.parse({ ...pay, phone: last.phone })
    : pay

type Named = Pick<Order, 'id' | 'progress_key'>

/** Answers an order; opens its bill or page first, unless `open` is null. */
export async function answerFor(
  order: Named,
  open: (() => Promise<Opened>) | null,
  context: Context,
) {
  const at = { orderId: order.id, key: order.progress_key }
  if (!open)
    return ok({
      ...at,
      state: (
        await context.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', order.id)
          .executeTakeFirstOrThrow()
      ).state,
    })
  try {
    const opened = await open()
    if (!opened.opened) return notOpened(opened, order, context)
    return ok({
      ...at,
      state: 'awaiting_payment',
      ...(opened.redirectUrl ? { redirect_url: opened.redirectUrl } : {}),
    })
  } catch (cause) {
    // The order remains and the job retries; the client reads to wait, try again or pay another
    // way.
    if (cause instanceof Unavailable) return refuse(context.locale, refusals.apiUnavailable, at)
    throw cause
  }
}

export const notOpened = (
  { code, reason }: Extract<Opened, { opened: false }>,
  { id, progress_key }: Named,
  { locale }: Context,
) => refuse(locale, code, { orderId: id, key: progress_key, ...(reason ? { reason } : {}) }, reason)

export const sameWay = (attempt: Attempt, pay: Ask['pay'], policyholderPhone: string): boolean =>
  attempt.system === pay.system &&
  (!waysOf[pay.system].asksPhone || attempt.phone === (phoneIn(pay) ?? policyholderPhone))

export const phoneIn = (pay: Ask['pay']): string | undefined =>
  'phone' in pay ? pay.phone : undefined

type Opens = { actor: string; at: Date; expiresAt: Date }

/** A bill or a page for an order, as long as its price holds. */
export const newBill = (tx: Tx, order: Order, pay: Ask['pay'], of: Opens): Promise<string> =>
  newPayment(tx, { contractId: order.contract_id, orderId: order.id, ...billOf(order, pay, of) })

/** Returns the bill or page of such an order, before it belongs to an attempt. */
export function billOf(
  order: Pick<Order, 'phone' | 'amount'>,
  pay: Ask['pay'],
  { actor, at, expiresAt }: Opens,
) {
  const { asksPhone } = waysOf[pay.system]
  return {
    system: pay.system,
    way: asksPhone ? ('bill' as const) : ('page' as const),
    phone: asksPhone ? (phoneIn(pay) ?? order.phone) : null,
    amount: order.amount,
    expiresAt,
    by: { actor, reason: pay.system, at },
  }
}
