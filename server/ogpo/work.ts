import { sql } from 'kysely'
import { almatyDay } from '#domain/calendar.ts'
import { addMs, billMs } from '#domain/lifetimes.ts'
import { act } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import { documentsJob, issueJob, notifyJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery, type SweepTimes } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { lockedOrder } from '../orders/orders.ts'
import { currentAttempt } from '../payments/attempts.ts'
import { makeDocuments } from '../policies/documents.ts'
import { lastDayOfPrice } from '../quotes/price.ts'
import { messageLimits } from '../settings/time-limits.ts'
import { issue } from './issue.ts'

/** OGPO's lost or due work. */
export const ogpoRecoveries: readonly Recovery[] = [
  asksFor('paid orders to issue', issueJob, async ({ db }, { now, forgotten }) => {
    const due = await db
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', ['paid', 'issuing'])
      .where((expression) =>
        expression.or([
          expression('next_attempt_at', '<=', now),
          expression.and([
            expression('next_attempt_at', 'is', null),
            expression('paid_at', '<', forgotten),
          ]),
        ]),
      )
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return due.map(({ id }) => ({ orderId: id }))
  }),
  asksFor('policies without papers', documentsJob, async (deps, times) => {
    const unprinted = await papersNotSent(deps, times)
      .where((expression) => expression.not(expression.exists(policyDocumentsOf(deps))))
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unprinted.map(({ id }) => ({ orderId: id }))
  }),
  asksFor('papers not sent', notifyJob, async (deps, times) => {
    const unsent = await papersNotSent(deps, times)
      .where('policies.issued_at', '>', times.ago(messageLimits.givenUpMs))
      .where((expression) => expression.exists(policyDocumentsOf(deps)))
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unsent.map(({ id }) => ({ orderId: id, purpose: 'issued' }))
  }),
  { name: 'orders nobody paid', recover: expireOrders },
  { name: 'policies that begin or end', recover: turnPolicies },
]

/**
 * The jobs of OGPO. A session of the unified database serves one call at a time: more issued at
 * once would only wait for one, within their time limit.
 */
export const ogpoWork = [
  works(issueJob, (deps, { orderId }) => issue(deps, orderId), {
    concurrency: ({ config }) =>
      Math.max(
        2,
        Math.min(8, Math.max(...config.systems.esbd.insurers.map(({ users }) => users.length))),
      ),
  }),
  works(documentsJob, (deps, { orderId }) => makeDocuments(deps, orderId)),
]

/**
 * Documents are sent after they are made: the few orders without this mark are the only candidates.
 */
const papersNotSent = ({ db }: Deps, { forgotten }: SweepTimes) =>
  db
    .selectFrom('orders')
    .innerJoin('policies', 'policies.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.state', '=', 'issued')
    .where('orders.papers_sent_at', 'is', null)
    .where('policies.issued_at', '<', forgotten)

const policyDocumentsOf = ({ db }: Deps) =>
  db.selectFrom('documents').select('uuid').where(sql<boolean>`documents.policy_id = policies.id`)

/** Expires orders past the price's end, for every payer: `priceHoldsUntil` in SQL. */
async function expireOrders(deps: Deps, { now }: SweepTimes) {
  const over = await deps.db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select('orders.id')
    .where('orders.state', '=', 'awaiting_payment')
    .where((expression) =>
      expression.or([
        expression('orders.created_at', '<=', addMs(now, -billMs)),
        expression('orders.start_date', '<=', almatyDay(now)),
        expression(lastDayOfPrice, '<', almatyDay(now)),
      ]),
    )
    .limit(RECOVERED_AT_ONCE)
    .execute()
  for (const { id } of over)
    await deps.db.transaction().execute(async (tx) => {
      const order = await lockedOrder(tx, id)
      if (order?.state !== 'awaiting_payment') return
      const last = await currentAttempt(tx, id)
      const to = last?.state === 'rejected' ? 'rejected' : 'expired'
      const drop = { act: 'drop_order', orderId: id, to, reason: 'nobody paid in time' } as const
      await act(tx, deps, order.contract_id, drop, { actor: 'job', at: now })
    })
}

/** Policies begin and end by the Almaty day. */
async function turnPolicies({ db, clock }: Deps) {
  const today = clock.today()
  for (const [from, to, column] of [
    ['pending', 'active', 'start_date'],
    ['active', 'ended', 'end_date'],
  ] as const) {
    const due =
      column === 'start_date'
        ? sql<boolean>`start_date <= ${today}`
        : sql<boolean>`end_date < ${today}`
    await db.transaction().execute(async (tx) => {
      const turned = await tx
        .updateTable('policies')
        .set({ state: to })
        .where('kind', '=', 'ogpo')
        .where('state', '=', from)
        .where(due)
        .returning('id')
        .execute()
      if (turned.length === 0) return
      await tx
        .insertInto('policy_history')
        .values(
          turned.map(({ id }) => ({
            policy_id: id,
            state: to,
            at: clock.now(),
            actor: 'job',
            reason: `day ${today}`,
          })),
        )
        .execute()
    })
  }
}
