import { sql } from 'kysely'
import { isRefused } from '#domain/contract/effects.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { ensureAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { act } from '../contracts/contracts.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/identity.ts'
import { inProgress } from '../http/refuse.ts'
import type { acceptance } from '../orders/acceptance.ts'
import { moveOrder, type Order } from '../orders/orders.ts'
import type { soldBy } from '../orders/sold-by.ts'
import type { Doing } from '../products/product.ts'
import type { SalePrice } from '../quotes/price.ts'
import type { Quote } from '../quotes/quotes.ts'
import { traceparent } from '../telemetry/trace.ts'
import { type Ask, newBill } from './bill.ts'

/** What an order is made of. */
type Made = {
  quote: Quote
  ask: Ask
  price: SalePrice
  sold: Awaited<ReturnType<typeof soldBy>>
  by: Awaited<ReturnType<typeof acceptance>>
  now: Date
}

/**
 * The order with its history, the buyer's account and its first attempt to pay; none where nothing
 * is to be paid.
 */
export async function storeOrder(
  tx: Tx,
  context: Context,
  { quote, ask, price, sold, by, now }: Made,
): Promise<{ order: Order; attemptId: string | null }> {
  const { me, locale } = context
  const { rows } = await sequence(tx)
  const number = `QG${String(rows[0]?.nextval ?? '0').padStart(9, '0')}`
  const id = `${number}-${randomKey().slice(0, 6)}`
  const actor = actorOf(me())
  const contractId = quote.replaces_global_id
    ? await reissued(tx, context, quote.replaces_global_id, { actor, at: now })
    : ''
  const row = await tx
    .insertInto('orders')
    .values({
      id,
      calculation_id: quote.id,
      state: 'draft',
      number,
      progress_key: randomKey(),
      buyer_iin: quote.buyer_iin,
      promoter_iin: quote.promoter_iin,
      phone: quote.facts.phone,
      email: ask.email ?? null,
      locale,
      ...sold,
      amount: price.toPay,
      insurance_premium: price.insurancePremium,
      ogpo_plus_premium: price.ogpoPlusPremium,
      commission: price.commission,
      refund_due: price.refund,
      replaces_global_id: quote.replaces_global_id,
      taken_over: price.remaining,
      contract_id: contractId,
      accepted: JSON.stringify({
        ...textsOf(price.ogpoPlusPremium > 0),
        ...by,
        ...ask.accepted,
        // Scoring refused the ordinary path and the client took this insurer's offer.
        ...(quote.facts.badScoring ? { otherOffer: quote.facts.insurer.code } : {}),
        at: now.toISOString(),
      }),
      start_date: quote.facts.term.start,
      created_at: now,
      trace: traceparent(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // Whoever buys has a cabinet; a token that may only buy proved its phone by code and
  // register.
  await ensureAccount(tx, {
    iin: quote.buyer_iin,
    phone: me().kind === 'purchase' ? me().phone : null,
    email: ask.email ?? null,
    locale,
    at: now,
  })
  await tx
    .insertInto('order_history')
    .values({ order_id: id, state: 'draft', at: now, actor, reason: 'ordered' })
    .execute()
  if (price.toPay === 0) {
    await act(tx, context, row.contract_id, { act: 'pay_nothing', orderId: id }, { actor, at: now })
    return { order: row, attemptId: null }
  }
  await moveOrder(tx, id, 'awaiting_payment', { actor, reason: 'ordered', at: now })
  return { order: row, attemptId: await newBill(tx, context, row, ask.pay, actor, 0) }
}

/**
 * Versions of the texts that paying accepts; OGPO+ has its own, and only who buys it accepts it.
 */
function textsOf(withOgpoPlus: boolean) {
  const { ogpoPlus, ...texts } = legalVersions
  return withOgpoPlus ? { ...texts, ogpoPlus } : texts
}

/**
 * The contract of the policy a reissue replaces, locked; unpaid reissues of it give way. Throws
 * when it was paid or ended in this moment.
 */
async function reissued(tx: Tx, context: Context, globalId: string, doing: Doing): Promise<string> {
  const { contract_id } = await tx
    .selectFrom('policies')
    .select('contract_id')
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
  const decision = await act(
    tx,
    context,
    contract_id,
    { act: 'ask_reissue', globalId, today: context.clock.today() },
    doing,
  )
  if (isRefused(decision)) throw inProgress()
  return contract_id
}

const sequence = (tx: Tx) => sql<{ nextval: string }>`select nextval('policy_numbers')`.execute(tx)
