import type { Selectable } from 'kysely'
import { type AttemptState, attemptBefore, before, type OrderState, type PolicyState, policyBefore } from '#domain/order.ts'
import type { Sql, Tx } from './db/connect.ts'
import type { Orders, PaymentAttempts } from './db/rows.ts'
import type { Metrics } from './metrics.ts'

/** The only writer of the states of an order, its payment attempts and its policy: the old state in the `where`, a history row beside it. */
export type By = { actor: string; reason: string; at: Date }
export type Order = Selectable<Orders>
export type Attempt = Selectable<PaymentAttempts>

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

export async function moveOrder(tx: Tx, id: string, to: OrderState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('orders')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', before(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('order', id, to)
  await tx.insertInto('order_history').values({ order_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason }).execute()
  counted?.states.inc({ state: to })
}

export async function moveAttempt(tx: Tx, id: string, to: AttemptState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('payment_attempts')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', attemptBefore(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('attempt', id, to)
  await tx
    .insertInto('payment_attempt_history')
    .values({ attempt_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason })
    .execute()
}

export async function movePolicy(tx: Tx, id: string, to: PolicyState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('policies')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', policyBefore(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('policy', id, to)
  await tx.insertInto('policy_history').values({ policy_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason }).execute()
}

/** Locks the order's row for the rest of the transaction: changes of one order happen one after the other. */
export const lockedOrder = (tx: Tx, id: string) => tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const orderById = (sql: Sql, id: string) => sql.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

export const attemptById = (sql: Sql, id: string) => sql.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()

/** The attempt a person is looking at: the live one, else the newest. */
export const currentAttempt = (sql: Sql, orderId: string) =>
  sql
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The ledger's line for an amount; the key makes a repeated line impossible. */
export async function writeLedger(
  tx: Tx,
  line: {
    key: string
    orderId: string
    attemptId?: string | null
    kind: 'payment' | 'premium' | 'commission' | 'ogpo_plus' | 'refund_due' | 'refund'
    amount: number
    at: Date
  },
): Promise<void> {
  if (line.amount === 0) return
  await tx
    .insertInto('ledger')
    .values({
      key: line.key,
      order_id: line.orderId,
      attempt_id: line.attemptId ?? null,
      kind: line.kind,
      amount: line.amount,
      at: line.at,
    })
    .execute()
}
