import { AcceptedTexts } from '#contract/ogpo-order.ts'
import { addMs, orderTokenMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { boundCode } from '#texts/bound-code.ts'
import { orderCode } from '#texts/messages.ts'
import { isOwnOrder } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { masked } from '../codes/client-proof.ts'
import {
  atPhone,
  attemptFrom,
  countCodeTo,
  countsFrom,
  guessesSpent,
  newCode,
  restoreCode,
  sendCode,
  wrongCode,
} from '../codes/codes.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import { withIdempotencyKey } from '../http/going-on.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Order } from '../orders/orders.ts'

/**
 * The link of an order on another device (decision 187). Its random key, of 160 bits, names the
 * order; the code, sent to the phone the order was bought with, proves its owner. The token that
 * follows opens this one order. A guessed key gets 404, as everywhere.
 */

async function orderWith({ db }: Context, key: string): Promise<Order> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('progress_key', '=', key)
    .executeTakeFirst()
  if (!order) throw notFound()
  return order
}

/** Null once the client has been erased. */
const phoneOf = ({ phone }: Order): string | null => phone || null

/** Wrong codes count against the phone, together with those of a purchase and of a sign-in. */
const aboutCode = ({ browser }: Context, order: Order, phone: string) => ({
  purpose: 'order' as const,
  subject: order.id,
  accountId: null,
  guesser: atPhone(phone, browser),
  browser,
})

/** The audit log names no person here: the actor is known only to hold the link and the phone. */
const actor = 'client:order'
const objectOf = ({ id }: Order) => ({ kind: 'order', id }) as const

export const orderLink = handle('ogpoOrderLink', async ({ key }, context) => {
  const phone = phoneOf(await orderWith(context, key))
  return ok({ phone: phone && masked(phone) })
})

export const orderSendCode = handle('ogpoOrderSendCode', async ({ key }, context) => {
  const order = await orderWith(context, key)
  // Two requests at one moment would both find no earlier code: one waits for the other's answer.
  return withIdempotencyKey(context, `order-link:${order.id}:${context.browser.counted}`, () =>
    send(order, context),
  )
})

async function send(order: Order, context: Context) {
  const { db, clock, limits, systems, config, locale, browser } = context
  const phone = phoneOf(order)
  if (!phone) return refuse(locale, refusals.policyNotSuitable)
  if (await guessesSpent(context, atPhone(phone, browser)))
    return refuse(locale, refusals.wrongCode, undefined, 'spent')
  const { id, code, sent } = await newCode(context, aboutCode(context, order, phone), () =>
    limits.counted(countsFrom(phone, context), () =>
      countCodeTo(phone, context, [['codesPerOrder', order.id]]),
    ),
  )
  const text = boundCode(orderCode(code)[locale], new URL(config.publicUrl).hostname, code)
  await sendCode(context, id, () => systems.sms.send({ to: phone, text, key: id }))
  await audit(db, clock.now(), { actor, action: 'order.code_sent', object: objectOf(order) })
  return ok({ ...sent, phone: masked(phone) })
}

export const orderOpen = handle('ogpoOrderOpen', async ({ key, code }, context) => {
  const order = await orderWith(context, key)
  return attemptFrom(context, 'wrongCodesPerAddress', phoneOf(order), () =>
    open(order, code, context),
  )
})

async function open(order: Order, code: string, context: Context) {
  const { db, clock, locale, browser } = context
  const phone = phoneOf(order)
  if (!phone) return refuse(locale, refusals.wrongCode)
  const wrong = await wrongCode(context, locale, aboutCode(context, order, phone), code)
  if (wrong) return wrong
  await restoreCode(phone, context, [['codesPerOrder', order.id]])
  const now = clock.now()
  const expiresAt = addMs(now, orderTokenMs)
  const token = await db.transaction().execute(async (tx) => {
    await audit(tx, now, { actor, action: 'order.opened', object: objectOf(order) })
    const of = { kind: 'order', iin: order.buyer_iin, phone, orderId: order.id } as const
    return createToken(tx, of, now, expiresAt)
  })
  browser.remember(phone)
  return ok({ token, expiresAt: expiresAt.toISOString() })
}

export const ownOrder = handle('ogpoOwnOrder', async ({ key }, context) => {
  const order = await orderWith(context, key)
  if (!isOwnOrder(context.me(), order)) throw notFound()
  return ok({
    orderId: order.id,
    calculationId: order.calculation_id,
    accepted: AcceptedTexts.strip().parse(order.accepted),
    email: order.email,
    phone: order.phone,
    reissue: order.replaces_global_id,
  })
})
