import { type Selectable, sql, type UpdateObject } from 'kysely'
import { type AttemptState, attemptBefore, before, type OrderState, type PolicyState, policyBefore } from '#domain/order.ts'
import type { Sql, Tx } from './db/connect.ts'
import type { DB, Orders, PaymentAttempts } from './db/rows.ts'
import type { Metrics } from './metrics.ts'

/** The only writer of the states of an order, its payment attempts and its policy: the old state in the `where`, a history row beside it. */
export type By = { actor: string; reason: string; at: Date }
export type Order = Selectable<Orders>
export type Attempt = Selectable<PaymentAttempts>
type Also<Table extends 'orders' | 'payment_attempts'> = Omit<UpdateObject<DB, Table>, 'state'>

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

/** The state, by whom, and what else of the row changes with it, in one statement; throws where the old state does not lead there. */
export async function moveOrder(tx: Tx, id: string, to: OrderState, by: By, also: Also<'orders'> = {}): Promise<void> {
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
  counted?.states.inc({ state: to })
}

const historyOf = (to: string, { at, actor, reason }: By) =>
  [
    sql<string>`${to}::text`.as('state'),
    sql<Date>`${at}::timestamptz`.as('at'),
    sql<string>`${actor}::text`.as('actor'),
    sql<string>`${reason}::text`.as('reason'),
  ] as const

/** An attempt to pay enters a state; Home counts its own by this too. */
export const countAttempt = (product: 'ogpo' | 'home', state: AttemptState): void => counted?.attempts.inc({ product, state })

export async function moveAttempt(tx: Tx, id: string, to: AttemptState, by: By, also: Also<'payment_attempts'> = {}): Promise<void> {
  const written = await tx
    .with('moved', (query) =>
      query
        .updateTable('payment_attempts')
        .set({ ...also, state: to })
        .where('id', '=', id)
        .where('state', 'in', attemptBefore(to))
        .returning('id'),
    )
    .insertInto('payment_attempt_history')
    .columns(['attempt_id', 'state', 'at', 'actor', 'reason'])
    .expression((query) => query.selectFrom('moved').select(['id', ...historyOf(to, by)]))
    .executeTakeFirst()
  if (!written.numInsertedOrUpdatedRows) throw new WrongState('attempt', id, to)
  countAttempt('ogpo', to)
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

type LedgerLine = {
  key: string
  orderId: string
  attemptId?: string | null
  kind: 'payment' | 'premium' | 'commission' | 'ogpo_plus' | 'refund_due' | 'refund'
  amount: number
  at: Date
}

/** The ledger's lines for amounts; the key makes a repeated line impossible. */
export async function writeLedger(tx: Tx, ...lines: readonly LedgerLine[]): Promise<void> {
  const values = lines
    .filter(({ amount }) => amount !== 0)
    .map(({ key, orderId, attemptId, kind, amount, at }) => ({ key, order_id: orderId, attempt_id: attemptId ?? null, kind, amount, at }))
  if (values.length > 0) await tx.insertInto('ledger').values(values).execute()
}
