import { type RawBuilder, sql } from 'kysely'
import type { RefusalCode } from '#domain/finding.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { cancellation } from '#domain/ogpo/early-end.ts'
import * as refusals from '#domain/refusals.ts'
import type { Db, Sql } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Context } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'
import { issueJob } from '../jobs/definitions.ts'
import { giveUp, secondsUnsettled } from '../orders/give-up.ts'
import { type Order, obstacleIn, orderById } from '../orders/orders.ts'
import { maskedName } from '../persons/people.ts'
import { policyWithDocuments } from '../policies/documents.ts'
import { orderInsurer, type Policy } from '../policies/policies.ts'
import { cancelHindranceOf, datesOf, terminationHindranceOf } from '../policies/terminations.ts'
import type {
  Desk,
  Found,
  FoundSale,
  HistoryRow,
  SaleView,
  UnissuedRefund,
} from '../products/product-desk.ts'
import { linesOfKind } from '../products/sale-lists.ts'
import { declaredExperience, QuoteFacts } from '../quotes/quotes.ts'

const orderNamed = (db: Db, name: string) =>
  db
    .selectFrom('orders')
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .selectAll('orders')
    .where((expression) =>
      expression.or([
        expression('orders.id', '=', name),
        expression('orders.number', '=', name.toUpperCase()),
        expression('policies.global_id', '=', name.toUpperCase()),
      ]),
    )
    .executeTakeFirst()

/** One order as staff look at it. */
export async function sale(wanted: string, context: Context): Promise<SaleView | null> {
  const { db, locale } = context
  const order = await orderNamed(db, wanted)
  if (!order) return null
  const [found, quote, account, reports] = await Promise.all([
    policyWithDocuments(db, { order: order.id }),
    quoteOf(db, order),
    accountOf(db, order),
    db.selectFrom('partner_events').select('id').where('order_id', '=', order.id).execute(),
  ])
  const policy = found?.policy
  const facts = QuoteFacts.safeParse(quote?.facts).data
  const [history, endable, cancelRefund] = await Promise.all([
    historyOf(db, order, policy?.id ?? null),
    policy
      ? terminationHindranceOf(context, policy, true).then((hindrance) => hindrance === null)
      : false,
    policy ? cancelRefundOf(context, policy) : null,
  ])
  const open = order.state === 'paid' || order.state === 'issuing'
  return {
    id: order.id,
    shown: {
      number: order.number,
      state: order.state,
      source: order.source,
      channel: order.channel,
      insurer: quote ? columnIn(quote, 'name', locale) : '',
      amount: order.amount,
      commission: order.commission,
      created_at: order.created_at.toISOString(),
      paid_at: order.paid_at?.toISOString() ?? null,
      start_date: order.start_date,
      declared_experience: facts
        ? declaredExperience(facts).map(({ person, long }) => ({
            name: maskedName(person),
            over_two_years: long,
          }))
        : [],
      attempts: order.issue_attempts,
      next_attempt_at: order.next_attempt_at?.toISOString() ?? null,
      obstacle: obstacleIn(order.issue_error),
      account_id: account?.id ?? null,
      policy: found?.shown ?? null,
      cancel_refund: cancelRefund,
      acts: [
        ...(open ? (['issue', 'refund'] as const) : []),
        ...(order.state === 'issued' && policy ? (['notify', 'documents'] as const) : []),
        ...(cancelRefund === null ? [] : (['cancel'] as const)),
        ...(endable ? (['terminate'] as const) : []),
      ],
    },
    history,
    keys: [
      order.id,
      order.number,
      order.calculation_id,
      quote?.application_id,
      quote?.draft_number,
      policy?.esbd_policy_id,
      policy?.global_id,
    ],
    reports: reports.map(({ id }) => id),
    contact: { phone: order.phone, email: order.email },
  }
}

/** The whole sum, on the day of issue before the start; null when it is too late. */
async function cancelRefundOf(context: Context, policy: Policy): Promise<number | null> {
  const whole = cancellation(datesOf(policy), context.clock.today())
  if (!whole || (await cancelHindranceOf(context, policy))) return null
  return whole.refund
}

const quoteOf = (db: Db, order: Order) =>
  db
    .selectFrom('quotes')
    .innerJoin('insurers', 'insurers.id', 'quotes.insurer_id')
    .select(localeColumns('name'))
    .select(['quotes.facts', 'quotes.application_id', 'quotes.draft_number'])
    .where('quotes.id', '=', order.calculation_id)
    .executeTakeFirst()

/** Account of the policyholder. */
const accountOf = (db: Db, order: Order) =>
  db
    .selectFrom('accounts')
    .select('accounts.id')
    .where('realm', '=', 'cabinet')
    .where(
      'iin',
      '=',
      sql<string>`coalesce((select facts -> 'policyholder' ->> 'iin' from quotes
        where id = ${order.calculation_id}), ${order.buyer_iin})`,
    )
    .executeTakeFirst()

async function historyOf(db: Db, order: Order, policyId: string | null): Promise<HistoryRow[]> {
  const [states, policy] = await Promise.all([
    db
      .selectFrom('order_history')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('id')
      .limit(linesOfKind)
      .execute(),
    policyId
      ? db
          .selectFrom('policy_history')
          .selectAll()
          .where('policy_id', '=', policyId)
          .orderBy('id')
          .execute()
      : [],
  ])
  return [
    ...states.map((row) => ({ kind: 'order' as const, ...row })),
    ...policy.map((row) => ({ kind: 'policy' as const, ...row })),
  ]
}

const policyholder = sql<string | null>`quotes.facts -> 'policyholder' ->> 'iin'`

/** A client's own purchases, and what a promoter sold them, by its policy. */
async function iin(db: Sql, wanted: string, atMost: number): Promise<Found> {
  const [orders, policies] = await Promise.all([
    db
      .selectFrom('orders')
      .select('id')
      .where('buyer_iin', '=', wanted)
      .where('promoter_iin', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(atMost)
      .execute(),
    db
      .selectFrom('policies')
      .select('order_id')
      .where('policyholder_iin', '=', wanted)
      .orderBy('end_date', 'desc')
      .limit(atMost)
      .execute(),
  ])
  return {
    iins: [],
    sales: [...orders.map(({ id }) => id), ...policies.flatMap(({ order_id }) => order_id ?? [])],
  }
}

/** Orders with this phone, and their policyholders: a promoter who sold one is nobody's client. */
const phone = (db: Sql, wanted: string, atMost: number): Promise<Found> =>
  ofPolicyholders(db, sql<boolean>`orders.phone = ${wanted}`, atMost)
const email = (db: Sql, wanted: string, atMost: number): Promise<Found> =>
  ofPolicyholders(db, sql<boolean>`lower(orders.email) = ${wanted}`, atMost)

async function ofPolicyholders(
  db: Sql,
  condition: RawBuilder<boolean>,
  atMost: number,
): Promise<Found> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select(['orders.id', policyholder.as('iin')])
    .where(condition)
    .orderBy('orders.created_at', 'desc')
    .limit(atMost)
    .execute()
  return {
    iins: orders.flatMap(({ iin }) => iin ?? []),
    sales: orders.map(({ id }) => id),
  }
}

/** Their own purchases, and by the policy what a promoter sold them. */
async function newest(db: Sql, iins: string[]): Promise<{ iin: string; id: string }[]> {
  const { rows } = await sql<{ iin: string; id: string }>`
    select distinct on (iin) iin, id from (
      select buyer_iin as iin, id, created_at from orders
        where buyer_iin = any(${iins}) and promoter_iin is null
      union all
      select policyholder_iin, order_id, issued_at from policies
        where policyholder_iin = any(${iins}) and order_id is not null
    ) as theirs order by iin, created_at desc`.execute(db)
  return rows
}

async function plate(db: Sql, wanted: string, atMost: number): Promise<Found> {
  const vehicles = JSON.stringify([{ plate: wanted }])
  const has = (column: string) =>
    sql<boolean>`(${sql.ref(column)} -> 'vehicles') @> ${vehicles}::jsonb`
  const [policies, orders] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['policyholder_iin', 'order_id'])
      .where(has('facts'))
      .orderBy('issued_at', 'desc')
      .limit(atMost)
      .execute(),
    db
      .selectFrom('quotes')
      .innerJoin('orders', 'orders.calculation_id', 'quotes.id')
      .select(['orders.id', policyholder.as('iin')])
      .where(has('quotes.facts'))
      .orderBy('orders.created_at', 'desc')
      .limit(atMost)
      .execute(),
  ])
  return {
    iins: policies
      .map(({ policyholder_iin }) => policyholder_iin)
      .concat(orders.flatMap(({ iin }) => iin ?? [])),
    sales: [...policies.flatMap(({ order_id }) => order_id ?? []), ...orders.map(({ id }) => id)],
  }
}

async function number(db: Sql, text: string): Promise<Found> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select(['orders.id', policyholder.as('iin')])
    .where('orders.number', '=', text)
    .execute()
  return {
    iins: orders.flatMap(({ iin }) => iin ?? []),
    sales: orders.map(({ id }) => id),
  }
}

export const find: Desk['find'] = { iin, phone, plate, number, email, newest }

/** Orders of these ids, the newest first. */
export const found = (db: Sql, ids: string[]): Promise<FoundSale[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'created_at', 'paid_at'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()

/** Takes the order's lock; refuses with `beingIssued` if another process works on it. */
export const refundUnissued: Exclude<Desk['refundUnissued'], null> = async (
  context,
  orderId,
  of,
) => {
  const answer = await withLock(context.locks, `issue:${orderId}`, async () => ({
    refused: await refundLocked(context, orderId, of),
  }))
  return answer ? answer.refused : refusals.beingIssued
}

/**
 * Never refunds beside a policy: no call about the order may be under way, and the unified database
 * must have just replied that it holds no policy.
 */
async function refundLocked(
  context: Context,
  orderId: string,
  { actor, reason, keep }: UnissuedRefund,
): Promise<RefusalCode | null> {
  const { db, clock, queue, systems } = context
  const order = await orderById(db, orderId)
  if (!order) throw notFound()
  if (order.state !== 'paid' && order.state !== 'issuing') return refusals.orderNotSuitable
  if ((await secondsUnsettled(context, orderId)) > 0) return refusals.beingIssued
  const insurerSystemId = await orderInsurer(db, order.calculation_id)
  if (await systems.esbd.findByNumber(order.number, { insurerSystemId })) {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('orders')
        .set({ next_attempt_at: clock.now() })
        .where('id', '=', orderId)
        .execute()
      await queue.enqueue(tx, issueJob, { orderId })
      await keep(tx, 'order.found_issued')
    })
    return refusals.policyExists
  }
  await giveUp(context, order, { actor, reason }, (tx) => keep(tx, 'order.given_back'))
  return null
}
