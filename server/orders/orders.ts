import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely'
import { z } from 'zod'
import type { Obstacle } from '#contract/staff-orders.ts'
import type { Locale } from '#domain/locale.ts'
import { before, type OrderState } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment-attempt.ts'
import { type PolicyState, policyBefore } from '#domain/policy-states.ts'
import type { OgpoKind } from '#domain/products.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import type { Unavailable } from '#systems/http.ts'
import { refusalText } from '#texts/refusals.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { DB, Orders } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { Policy } from '../policies/policies.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/**
 * The only writer of the states of an order and its policy: the old state in the `where`, a history
 * row beside it.
 */
export type By = { actor: string; reason: string; at: Date }
export type Order = Selectable<Orders>
type Also = Omit<UpdateObject<DB, 'orders'>, 'state'>

export class WrongState extends Error {
  constructor(what: string, id: string, to: string) {
    super(`${what} ${id} may not become ${to} now`)
    this.name = 'WrongState'
  }
}

let counted: Metrics | null = null
/** Registers the counter of state changes; set once at start. */
export const countStates = (metrics: Metrics) => {
  counted = metrics
}

/**
 * Sets the state, the actor and the other changed columns in one statement; throws if the old state
 * does not allow the new one.
 */
export async function moveOrder(
  tx: Tx,
  id: string,
  to: OrderState,
  by: By,
  also: Also = {},
): Promise<void> {
  const written = await tx
    .with('moved', (query) =>
      query
        .updateTable('orders')
        .set({ ...also, state: to })
        .where('id', '=', id)
        .where('state', 'in', before(to))
        .returning('id'),
    )
    .insertInto('order_history')
    .columns(['order_id', 'state', 'at', 'actor', 'reason'])
    .expression((query) => query.selectFrom('moved').select(['id', ...historyOf(to, by)]))
    .executeTakeFirst()
  if (!written.numInsertedOrUpdatedRows) throw new WrongState('order', id, to)
  countState(to)
}

export const historyOf = (to: string, { at, actor, reason }: By) =>
  [
    sql<string>`${to}::text`.as('state'),
    sql<Date>`${at}::timestamptz`.as('at'),
    sql<string>`${actor}::text`.as('actor'),
    sql<string>`${reason}::text`.as('reason'),
  ] as const

/** The history of an order that is made by the same statement, oldest first. */
export const firstHistory = (
  sql: Sql,
  id: RawBuilder<string>,
  states: readonly OrderState[],
  by: By,
) => sql.insertInto('order_history').values(states.map((state) => ({ order_id: id, state, ...by })))

/** An order enters a state. */
export const countState = (state: OrderState): void => counted?.states.inc({ state })

/** An attempt to pay enters a state. */
export const countAttempt = (product: string, state: AttemptState): void =>
  counted?.attempts.inc({ product, state })

export async function movePolicy(tx: Tx, id: string, to: PolicyState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('policies')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', policyBefore(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('policy', id, to)
  await tx
    .insertInto('policy_history')
    .values({ policy_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason })
    .execute()
}

/**
 * Returns an order under its contract's lock, which serialises changes of its orders, payments and
 * policies. Takes the lock first and reads the order after it, so that it sees the previous change.
 */
export async function lockedOrder(tx: Tx, id: string): Promise<Order | undefined> {
  await sql`select from contracts where id = (select contract_id from orders where id = ${id}) for update`.execute(
    tx,
  )
  return orderById(tx, id)
}

export const orderById = (sql: Sql, id: string) =>
  sql.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Wakes the order's watchers at the commit, for changes in other rows. A change of the order's own
 * row notifies by itself (the trigger `order_changed`).
 */
export async function notifyOrderChanged(tx: Tx, id: string): Promise<void> {
  await sql`select pg_notify('order_changed', progress_key) from orders where id = ${id}`.execute(
    tx,
  )
}

const Kept = z.object({
  code: z.int(),
  reason: z.string().optional(),
  ours: z.int().optional(),
  theirs: z.int().optional(),
  system: z.string().optional(),
  operation: z.string().optional(),
  since: z.string().optional(),
})

/**
 * Returns the failed try's reason as an order or a subscription stores it: the system, its
 * operation, and since when it is the same. `before`: the stored reason of the try before.
 */
export function failureOf(cause: Unavailable | EsbdRefused, before: unknown, now: Date) {
  const last = Kept.safeParse(before).data
  const { system, operation } = cause
  const isSame = last?.system === system && last.operation === operation
  return {
    code: cause instanceof EsbdRefused ? refusals.setClientFailed : refusals.apiUnavailable,
    system,
    operation,
    since: (isSame && last.since) || now.toISOString(),
  }
}

/** Returns the last failed try's reason for the client, code and text; null if none failed. */
export function issueErrorIn(
  kept: unknown,
  locale: Locale,
): { code: number; message: string } | null {
  const error = Kept.safeParse(kept)
  if (!error.success) return null
  const { code, reason, ours, theirs } = error.data
  // Both sums follow the text: people have to see which is right.
  const sums = ours !== undefined && theirs !== undefined ? ` ${ours} ₸ / ${theirs} ₸` : ''
  return { code, message: `${refusalText(code, locale, reason)}${sums}` }
}

/** The same for a desk: the system, its operation, and since when; null if no try failed. */
export function obstacleIn(kept: unknown): Obstacle | null {
  const error = Kept.safeParse(kept)
  if (!error.success) return null
  const { code, reason, ours, theirs, system, operation, since } = error.data
  const what =
    reason === 'issue_price_differs'
      ? 'price'
      : system === 'aml'
        ? 'lists'
        : code === refusals.setClientFailed
          ? 'refused'
          : 'silent'
  return {
    what,
    code,
    system: system ?? null,
    operation: operation ?? null,
    since: since ?? null,
    ours: ours ?? null,
    theirs: theirs ?? null,
  }
}

/**
 * Filters the promoter's own sales: policies they sold and, if such a policy reissues another one,
 * that one and all before it as well. A reissue of a policy somebody else sold does not become
 * theirs.
 */
export async function ownSales(
  db: Sql,
  promoter: string,
  policies: readonly string[],
): Promise<Set<string>> {
  if (policies.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive chain (id, order_id, promoter_iin) as (
      select id, order_id, promoter_iin from policies where id = any(${policies}::uuid[])
      union
      select chain.id, replaced.order_id, replaced.promoter_iin
      from chain
      join orders on orders.id = chain.order_id
      join policies replaced on replaced.global_id = orders.replaces_global_id
    )
    select id from chain group by id having bool_and(promoter_iin is not distinct from ${promoter})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The same for one policy and the signed-in caller. */
export async function isOwnSale(
  { db, me }: Context,
  policy: Pick<Policy, 'id' | 'promoter_iin'>,
): Promise<boolean> {
  return (
    policy.promoter_iin === me().iin && (await ownSales(db, me().iin, [policy.id])).has(policy.id)
  )
}

/** Returns the kind of a quote and its order. */
export const kindOf = (kind: string): OgpoKind =>
  kind === 'prolong' || kind === 'reissue' ? kind : 'new'
