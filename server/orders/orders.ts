import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely'
import { before, type OrderState } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment-attempt.ts'
import { type PolicyState, policyBefore } from '#domain/policy-states.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { DB, Orders } from '../db/rows.ts'
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
/** Where changes of state are counted; set once at start. */
export const countStates = (metrics: Metrics) => {
  counted = metrics
}

/**
 * The state, by whom, and what else of the row changes with it, in one statement; throws where the
 * old state does not lead there.
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
 * An order under the lock of its contract: changes of one contract's orders, payments and policies
 * happen one after the other. The lock is taken first and the order read after it, so that it is
 * seen as the one before left it.
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
 * Wakes whoever watches the order, at the commit: what they are shown stands in other rows. A
 * change of the order's own row says so by itself (the trigger `order_changed`).
 */
export async function notifyOrderChanged(tx: Tx, id: string): Promise<void> {
  await sql`select pg_notify('order_changed', progress_key) from orders where id = ${id}`.execute(
    tx,
  )
}
