import { sql } from 'kysely'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { cancellation } from '#domain/ogpo/early-end.ts'
import type { Db } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import { obstacleIn } from '../../orders/issue-error.ts'
import type { Order } from '../../orders/orders.ts'
import { maskedName } from '../../persons/record.ts'
import type { Policy } from '../../policies/policy.ts'
import { datesOf, terminationHindranceOf } from '../../policies/terminations.ts'
import { policyWithDocuments } from '../../policies/with-documents.ts'
import type { HistoryRow, SaleView } from '../../products/product-desk.ts'
import { linesOfKind } from '../../products/sale-lists.ts'
import { QuoteFacts } from '../../quotes/facts.ts'
import { declaredExperience } from '../../quotes/people.ts'

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
  if (!whole || (await terminationHindranceOf(context, policy, false))) return null
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

/** The account of whoever the policy is for. */
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
