import { type RawBuilder, sql as raw, type Selectable, type UpdateObject } from 'kysely'
import { type AttemptState, attemptBefore } from '#domain/payment-attempt.ts'
import { type WayName, waysOf } from '#domain/payment-ways.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { DB, PaymentAttempts } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Given } from '../jobs/queue.ts'
import { type By, countAttempt, historyOf, WrongState } from '../orders/orders.ts'

/**
 * The only writer of the state of a payment attempt, of any product: the old state in the `where`,
 * a history row beside it.
 */
export type Attempt = Selectable<PaymentAttempts>
type Also = Omit<UpdateObject<DB, 'payment_attempts'>, 'state'>

export async function moveAttempt(
  tx: Tx,
  product: string,
  id: string,
  to: AttemptState,
  by: By,
  also: Also = {},
): Promise<void> {
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
  countAttempt(product, to)
}

export const attemptById = (sql: Sql, id: string) =>
  sql.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()

/** Records when we last queried the other side about an attempt. */
export const recordChecked = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id }: Attempt) =>
  db.updateTable('payment_attempts').set({ checked_at: clock.now() }).where('id', '=', id).execute()

/**
 * Records since when a bank has been charging a payment back without a result, or that there is
 * one: the sweep queries those without.
 */
export async function markUndecided(
  sql: Sql,
  id: string,
  isUndecided: boolean,
  at: Date,
): Promise<void> {
  await sql
    .updateTable('payment_attempts')
    .set({ undecided_since: isUndecided ? at : null })
    .where('id', '=', id)
    .where('undecided_since', isUndecided ? 'is' : 'is not', null)
    .execute()
}

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

/**
 * The attempts to pay a period of a subscription, the oldest first; period 0 of an order are all of
 * its.
 */
export const attemptsOf = (sql: Sql, orderId: string, period = 0) =>
  sql
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('period', '=', period)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** `Id`: if the same statement makes the order, the SQL that names it there. */
export type NewAttempt<Id extends Given = string> = {
  contractId: Id
  orderId: Id
  period?: number
  system: WayName
  /**
   * `saved_card` is not derivable from the card: an erased client's attempts name none (erase.ts).
   */
  way: 'bill' | 'page' | 'saved_card'
  phone?: string | null
  cardId?: string | null
  amount: number
  madeOn?: string
  expiresAt: Date
  /** Set if the caller requests the bill from the bank itself, and at once. */
  askedAt?: Date
  by: By
}

/**
 * Makes an attempt, in the caller's transaction under the contract's lock. Its id is its number at
 * the bank and the acquirer. `earlier`: the number of attempts before, if known.
 */
export async function newAttempt(tx: Tx, of: NewAttempt, earlier?: number): Promise<string> {
  const id = await nextAttemptId(tx, of, earlier)
  await raw`with ${attemptRows(tx, id, of)} select`.execute(tx)
  return id
}

/** The number that an attempt made now would have. */
export async function nextAttemptId(
  tx: Tx,
  { orderId, period }: Pick<NewAttempt, 'orderId' | 'period'>,
  earlier?: number,
): Promise<string> {
  const count = earlier ?? (await attemptsOf(tx, orderId, period)).length
  return `${orderId}${period === undefined ? '' : `-${period}`}-${count + 1}`
}

/** The same as parts of the statement that makes the order or the job, too. */
export const attemptRows = (sql: Sql, id: Given, of: NewAttempt<Given>): RawBuilder<unknown> => {
  const attempt = sql.insertInto('payment_attempts').values({
    id,
    contract_id: of.contractId,
    order_id: of.orderId,
    period: of.period ?? 0,
    system: of.system,
    way: of.way,
    phone: of.phone ?? null,
    card_id: of.cardId ?? null,
    amount: of.amount,
    state: 'created',
    made_on: of.madeOn ?? null,
    created_at: of.by.at,
    expires_at: of.expiresAt,
    asked_at: of.askedAt ?? null,
    invoice: waysOf[of.system].numbered ? raw<string>`nextval('payment_invoices')::text` : null,
  })
  const history = sql
    .insertInto('payment_attempt_history')
    .values({ attempt_id: id, state: 'created', ...of.by })
  return raw`attempt as (${attempt}), attempt_history as (${history})`
}
