import { type Insertable, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Effect } from '#domain/contract/effects.ts'
import { priceHoldsUntil } from '#domain/lifetimes.ts'
import { parseLocale } from '#domain/locale.ts'
import { payTexts } from '#texts/pay.ts'
import { byOf } from '../contracts/carry.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Policies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { documentsJob, issueJob, terminationJob } from '../jobs/definitions.ts'
import { blockedReason } from '../kyc/frozen.ts'
import { moveOrder, notifyOrderChanged, orderById } from '../orders/orders.ts'
import { orderPage } from '../orders/sold-by.ts'
import { reportToPartner } from '../partners/partner-reports.ts'
import type { Doing, Part, Product } from '../products/product.ts'
import { lastDayOfPrice } from '../quotes/price.ts'
import { everybodyOf, QuoteFacts } from '../quotes/quotes.ts'
import { terminationLimits } from '../settings/time-limits.ts'
import { kindsOf, notified, wordsOf } from './notify.ts'
import { registered } from './registered.ts'

/** OGPO as the core of contracts, payments and messages sees it. */
export const ogpo: Product = {
  facts: async (tx, id) => ({ product: 'ogpo', orders: await ordersOf(tx, id) }),
  carry,
  sale: async (db, id) => {
    const order = await db
      .selectFrom('orders')
      .select(['id', 'contract_id', 'buyer_iin', 'number', 'locale', 'phone', 'email', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!order) return undefined
    const {
      contract_id: contractId,
      buyer_iin: buyerIin,
      number,
      locale,
      phone,
      email,
      state,
    } = order
    return {
      product: 'ogpo',
      id,
      contractId,
      buyerIin,
      number,
      locale: parseLocale(locale),
      phone,
      email,
      waits: state === 'awaiting_payment',
    }
  },
  people: async (db, id) => {
    const quote = await db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .select('quotes.facts')
      .where('orders.id', '=', id)
      .executeTakeFirst()
    return quote ? everybodyOf(QuoteFacts.parse(quote.facts)) : []
  },
  unpaid: async (db, iins) => {
    const rows = await db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .select(['orders.id', 'orders.contract_id'])
      .where('orders.state', '=', 'awaiting_payment')
      .where(
        sql<boolean>`(quotes.buyer_iin = any(${[...iins]}::text[])
          or quotes.facts -> 'policyholder' ->> 'iin' = any(${[...iins]}::text[])
          or exists (select from jsonb_array_elements(quotes.facts -> 'insured') as one
            where one ->> 'iin' = any(${[...iins]}::text[])))`,
      )
      .orderBy('orders.id')
      .execute()
    return rows.map(({ id, contract_id }) => ({
      contractId: contract_id,
      closes: { act: 'drop_order', orderId: id, to: 'cancelled', reason: blockedReason },
    }))
  },
  purpose: ({ number, locale }) => payTexts.purpose(number)[locale],
  receipt: ({ number, locale }) => payTexts.purpose(number)[locale],
  page: async ({ db, config }, { id }) => {
    const order = await db
      .selectFrom('orders')
      .select(['locale', 'channel', 'partner', 'progress_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { backUrl: orderPage(config.publicUrl, order) }
  },
  script: 'result',
  wake: (tx, { id }) => notifyOrderChanged(tx, id),
  kinds: async (tx, id, purpose) => {
    const kinds = kindsOf(purpose)
    if (!kinds.includes('mail')) return kinds
    const order = await tx
      .selectFrom('orders')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirst()
    return kinds.filter((kind) => kind === 'sms' || order?.email)
  },
  words: wordsOf,
  notified,
  registered,
}

type Orders = Extract<Part, { product: 'ogpo' }>['orders']
type Read = Omit<Orders[number], 'holdsUntil'> & {
  orderedAt: Date
  start: Day
  lastDay: Day | null
}
async function ordersOf(tx: Sql, id: string): Promise<Orders> {
  const { rows } = await sql<Read>`
    select id, state, created_at as "orderedAt", start_date as start,
      (select ${lastDayOfPrice} from quotes where quotes.id = orders.calculation_id) as "lastDay",
      amount, insurance_premium as premium, ogpo_plus_premium as "ogpoPlus", commission, replaces_global_id as replaces,
      taken_over as "takenOver", refund_due as "refundDue",
      -- By the insurer's contract of the day of the order; without one as most contracts say.
      coalesce((select returned_on_cancel from commissions
        where commissions.insurer_code = orders.insurer_code and commissions.product = 'ogpo'
          and commissions.effective_from <= ((orders.created_at at time zone 'UTC') + interval '5 hours')::date
        order by commissions.effective_from desc limit 1), true) as "commissionReturned"
    from orders where contract_id = ${id} order by created_at, id`.execute(tx)
  return rows.map(({ orderedAt, start, lastDay, ...order }) => ({
    ...order,
    holdsUntil: priceHoldsUntil({ orderedAt, start, lastDay }),
  }))
}

/** Other columns of an order that change with its state. */
const alsoAt = (to: string, { at, asks }: Doing) => {
  if (to === 'paid') return { paid_at: at }
  if (to === 'issuing' && asks) return { set_asked_at: sql<Date>`now()` }
  if (to === 'issued') return { next_attempt_at: null, issue_error: null, set_asked_at: null }
  return to === 'issue_failed' ? { next_attempt_at: null, set_asked_at: null } : {}
}

async function carry(tx: Tx, deps: Deps, effect: Effect, doing: Doing): Promise<void> {
  if (effect.do === 'order')
    await moveOrder(tx, effect.id, effect.to, byOf(effect, doing), alsoAt(effect.to, doing))
  else if (effect.do === 'policy_made') await newPolicy(tx, doing.policy, doing)
  else if (effect.do === 'termination') await moveTermination(tx, effect.id, effect.to, doing.at)
  else if (effect.do === 'report') await report(tx, deps, effect, doing)
  else if (effect.do === 'job' && effect.job === 'issue')
    await deps.queue.enqueue(tx, issueJob, { orderId: effect.id })
  else if (effect.do === 'job' && effect.job === 'documents')
    await deps.queue.enqueue(tx, documentsJob, { orderId: effect.id })
  else if (effect.do === 'job' && effect.job === 'termination')
    await deps.queue.enqueue(
      tx,
      terminationJob,
      { endingId: effect.id },
      { inSeconds: terminationLimits.jobAfterSeconds },
    )
  else throw new Error(`OGPO knows no effect ${effect.do}`)
}

async function newPolicy(tx: Tx, policy: Insertable<Policies> | undefined, { at, actor }: Doing) {
  if (!policy) throw new Error('a policy is written down by whoever registered it')
  await tx
    .with('made', (query) => query.insertInto('policies').values(policy).returning('id'))
    .insertInto('policy_history')
    .values(({ selectFrom }) => ({
      policy_id: selectFrom('made').select('made.id'),
      state: 'pending',
      at,
      actor,
      reason: 'issued',
    }))
    .execute()
}

async function moveTermination(tx: Tx, id: string, to: 'accepted' | 'done' | 'dropped', at: Date) {
  await tx
    .updateTable('policy_endings')
    .set({ state: to, ...(to === 'accepted' ? { accepted_at: at } : { done_at: at }) })
    .where('id', '=', id)
    .execute()
}

async function report(
  tx: Tx,
  deps: Deps,
  { orderId, event, refundId }: Extract<Effect, { do: 'report' }>,
  { policy, order: known }: Doing,
) {
  const order = known?.id === orderId ? known : await orderById(tx, orderId)
  if (!order?.partner) return
  if (event === 'issued') {
    if (policy)
      await reportToPartner(tx, deps, order, {
        event,
        policy: { globalId: policy.global_id, start: policy.start_date, end: policy.end_date },
      })
  } else if (event === 'refunded') {
    const refund = await tx
      .selectFrom('refunds')
      .select(['id', 'amount'])
      .where('id', '=', refundId ?? '')
      .executeTakeFirst()
    if (refund) await reportToPartner(tx, deps, order, { event, refund })
  } else await reportToPartner(tx, deps, order, { event: 'failed', reason: event })
}
