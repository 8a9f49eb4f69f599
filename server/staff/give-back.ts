import type { z } from 'zod'
import type { order as contract } from '#contract/staff-orders.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { SaleView } from '../products/product-desk.ts'
import { deskOf, saleOf } from '../products/products.ts'
import { heldOrGoes } from '../signatures/held.ts'
import {
  askSignature,
  closeSignature,
  newestSignature,
  signatureRow,
  waitingForOthers,
  whyNotSecond,
} from '../signatures/signatures.ts'
import { keepAct } from './client.ts'
import { masked } from './orders.ts'
import { isOwnSale } from './own-sale.ts'

type Shown = Extract<z.input<typeof contract.reply>, { success: true }>['data']['give_back']
type GiveBack = NonNullable<NonNullable<Shown>['facts']>
const kind = 'refund' as const
/** States of money received and not refunded; a hold on a card does not count. */
const paidStates = ['paid', 'refunding']

const paidFor = (db: Sql, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .select(['amount', 'system', 'phone'])
    .where('order_id', '=', orderId)
    .where('state', 'in', paidStates)
    .orderBy('created_at')
    .execute()
const sumOf = (paid: readonly { amount: number }[]) =>
  paid.reduce((sum, { amount }) => sum + amount, 0)

/** Returns the sums of a refund made now; null if it may not be made by hand. */
async function factsOf(context: Context, orderId: string): Promise<GiveBack | null> {
  const { db } = context
  const found = await saleOf(db, orderId)
  if (!found) return null
  const desk = deskOf(found.sale.product)
  const view = desk.refundUnissued ? await desk.sale(orderId, context) : null
  if (!view?.shown.acts.includes('refund')) return null
  const [paid, words] = await Promise.all([
    paidFor(db, orderId),
    found.product.words(context, orderId, 'not_issued'),
  ])
  const [first] = paid
  if (!first) return null
  return {
    amount: sumOf(paid),
    way: wayNamed(first.system),
    to: masked(first.phone ?? ''),
    // The link in it opens the client's page.
    message: (words?.sms?.text ?? '').replaceAll(/https?:\/\/[^\s.]+(\.[^\s.]+)*/g, '…'),
  }
}

/** Returns, for staff's view of a sale, the facts to sign and the newest signature. */
export async function giveBackOf(context: Context, { id, shown }: SaleView): Promise<Shown> {
  const me = actorOf(context.me())
  const [facts, signature] = await Promise.all([
    shown.acts.includes('refund') ? factsOf(context, id) : null,
    newestSignature(context.db, { kind, subject: id }, me),
  ])
  return facts || signature ? { facts, signature } : null
}

/** Gives the first signature. Moves nothing: the sale continues until another person signs. */
export const ask = handle('staffGiveBack', async ({ order_id, amount, reason }, context) => {
  const { db, clock, me, locale } = context
  const found = await saleOf(db, order_id)
  if (!found || !deskOf(found.sale.product).refundUnissued) throw notFound()
  if (await isOwnSale(db, context, order_id)) return refuse(locale, refusals.ownMatter)
  const facts = await factsOf(context, order_id)
  if (!facts) return refuse(locale, refusals.orderNotSuitable)
  if (facts.amount !== amount) return refuse(locale, refusals.refundChanged)
  return db.transaction().execute(async (tx) => {
    await lockContract(tx, found.sale.contractId)
    const made = await askSignature(tx, {
      kind,
      subject: order_id,
      facts,
      reason,
      actor: actorOf(me()),
      at: clock.now(),
    })
    if (!made) return refuse(locale, refusals.claimChanged)
    await keepAct(tx, context, order_id, 'order.give_back_asked', reason, { signature: made })
    return { success: true as const }
  })
})

/** A colleague decided, or the client paid, meanwhile: rolls the act's transaction back. */
class DecidedMeanwhile extends Error {}

/**
 * Signs second and acts in one transaction: money moves once, and only under two names. If the
 * unified database turns out to hold the policy, ends the signature too.
 */
export const sign = handle('staffSignGiveBack', async ({ signature_id, hold }, context) => {
  const { db, clock, me, locale } = context
  const row = await signatureRow(db, kind, signature_id)
  if (!row) throw notFound()
  if (await isOwnSale(db, context, row.subject)) return refuse(locale, refusals.ownMatter)
  const found = await saleOf(db, row.subject)
  const refundUnissued = found && deskOf(found.sale.product).refundUnissued
  const facts = await factsOf(context, row.subject)
  const actor = actorOf(me())
  if (row.state === 'waiting' && (!refundUnissued || !facts))
    return refuse(locale, refusals.orderNotSuitable)
  const hindered = await whyNotSecond(db, row, { actor, facts: facts ?? {} })
  if (hindered || !refundUnissued) return refuse(locale, hindered ?? refusals.orderNotSuitable)
  const press = {
    kind,
    subject: row.subject,
    call: 'staffSignGiveBack',
    hold,
    body: { signature_id },
  } as const
  if (context.heldId === undefined) {
    const held = await db.transaction().execute((tx) => heldOrGoes(tx, context, press))
    if (held === 'held') return { success: true as const }
    if (held !== null) return refuse(locale, held)
  }
  const acts: string[] = []
  const refused = await refundUnissued(context, row.subject, {
    actor,
    reason: row.reason,
    keep: async (tx, action) => {
      acts.push(action)
      // A signature does not cover money received after its facts were read.
      if (action === 'order.given_back' && sumOf(await paidFor(tx, row.subject)) !== facts?.amount)
        throw new DecidedMeanwhile()
      // A held act's row is deleted in this transaction; if it is missing, the act was withdrawn.
      if (context.heldId !== undefined && (await heldOrGoes(tx, context, press)) !== null)
        throw new DecidedMeanwhile()
      const state = action === 'order.given_back' ? 'signed' : 'refused'
      const closed = await closeSignature(tx, row.id, { state, actor, at: clock.now() })
      if (!closed) throw new DecidedMeanwhile()
      await keepAct(tx, context, row.subject, action, row.reason, { signature: row.id })
    },
  }).catch((cause: unknown) => {
    if (cause instanceof DecidedMeanwhile) return refusals.claimChanged
    throw cause
  })
  // Without a refusal the contract has changed meanwhile, and nothing was done.
  const hindrance = refused ?? (acts.length > 0 ? null : refusals.claimChanged)
  return hindrance ? refuse(locale, hindrance) : { success: true as const }
})

/** Declines the second signature; the sale's history stores the note. */
export const decline = handle('staffDeclineGiveBack', async ({ signature_id, note }, context) => {
  const { db, clock, me, locale } = context
  const row = await signatureRow(db, kind, signature_id)
  if (!row) throw notFound()
  const actor = actorOf(me())
  if (row.asked_by === actor) return refuse(locale, refusals.secondPersonNeeded)
  if (await isOwnSale(db, context, row.subject)) return refuse(locale, refusals.ownMatter)
  return db.transaction().execute(async (tx) => {
    const of = { state: 'refused' as const, actor, at: clock.now(), note }
    if (!(await closeSignature(tx, row.id, of))) return refuse(locale, refusals.claimChanged)
    await keepAct(tx, context, row.subject, 'order.give_back_declined', note, {
      signature: row.id,
    })
    return { success: true as const }
  })
})

/** Withdraws the caller's own request. */
export const withdraw = handle('staffWithdrawGiveBack', async ({ signature_id }, context) => {
  const { db, clock, me, locale } = context
  const row = await signatureRow(db, kind, signature_id)
  const actor = actorOf(me())
  if (row?.asked_by !== actor) throw notFound()
  return db.transaction().execute(async (tx) => {
    const of = { state: 'withdrawn' as const, actor, at: clock.now() }
    if (!(await closeSignature(tx, row.id, of))) return refuse(locale, refusals.claimChanged)
    await keepAct(tx, context, row.subject, 'order.give_back_withdrawn', '', {
      signature: row.id,
    })
    return { success: true as const }
  })
})

/** Lists refunds that wait for the caller's second signature, while they may still be signed. */
export async function giveBacksToSign(context: Context) {
  const rows = await waitingForOthers(context.db, [kind], actorOf(context.me()))
  const facts = await Promise.all(rows.map(({ subject }) => factsOf(context, subject)))
  return rows.flatMap(({ subject, asked_at }, at) => {
    const amount = facts[at]?.amount
    return amount === undefined ? [] : [{ orderId: subject, amount, since: asked_at }]
  })
}
