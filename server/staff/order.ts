import { sql } from 'kysely'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { issueErrorIn } from '../orders/issue-error.ts'
import { maskedName } from '../persons/record.ts'
import { terminationHindranceOf } from '../policies/terminations.ts'
import { declaredExperience, QuoteFacts } from '../quotes/facts.ts'
import { unclearBillsOf } from './bills.ts'
import { staffHome } from './home.ts'
import { policyWithDocuments } from './policy.ts'
import { refundsOf } from './refunds.ts'
import { timelineOf } from './timeline.ts'

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

/**
 * One order or Home subscription by its id, its number or its policy's Global ID; the look is in
 * the audit log.
 */
export const staffOrder = handle('staffOrder', async ({ order_id }, context) => {
  const { db, clock, me, locale } = context
  const order = await orderNamed(db, order_id)
  if (!order) return staffHome(order_id, context)
  const actor = actorOf(me())
  await audit(db, clock.now(), {
    actor,
    action: 'order.looked_at',
    object: { kind: 'order', id: order.id },
  })
  const [found, insurer, account] = await Promise.all([
    policyWithDocuments(db, { order: order.id }),
    db
      .selectFrom('quotes')
      .innerJoin('insurers', 'insurers.id', 'quotes.insurer_id')
      .select([...localeColumns('name'), 'quotes.facts'])
      .where('quotes.id', '=', order.calculation_id)
      .executeTakeFirst(),
    db
      .selectFrom('accounts')
      .select('accounts.id')
      .where('realm', '=', 'cabinet')
      .where(
        'iin',
        '=',
        sql<string>`coalesce((select facts -> 'policyholder' ->> 'iin' from quotes where id = ${order.calculation_id}), ${order.buyer_iin})`,
      )
      .executeTakeFirst(),
  ])
  const policy = found?.policy
  const facts = QuoteFacts.safeParse(insurer?.facts).data
  const [refunds, bills, timeline, endable] = await Promise.all([
    refundsOf(db, order.id, actor),
    unclearBillsOf(db, order.id),
    timelineOf(db, order, policy?.id ?? null),
    policy
      ? terminationHindranceOf(context, policy, true).then((hindrance) => hindrance === null)
      : false,
  ])
  const open = order.state === 'paid' || order.state === 'issuing'
  return ok({
    order_id: order.id,
    number: order.number,
    state: order.state,
    source: order.source,
    channel: order.channel,
    insurer: insurer ? columnIn(insurer, 'name', locale) : '',
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
    error: issueErrorIn(order.issue_error, locale),
    account_id: account?.id ?? null,
    policy: found?.shown ?? null,
    refunds,
    unclear_bills: bills,
    acts: [
      ...(open ? (['issue', 'refund'] as const) : []),
      ...(order.state === 'issued' && policy ? (['documents', 'notify'] as const) : []),
      ...(endable ? (['terminate'] as const) : []),
    ],
    ...timeline,
  })
})
