import type { Selectable } from 'kysely'
import { type ChargeState, chargeBefore, type SubscriptionState, subscriptionBefore } from '#domain/home/subscription.ts'
import { type AttemptState, attemptBefore } from '#domain/order.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { HomeAttempts, HomeCharges, HomeSubscriptions } from '../db/rows.ts'
import { type By, countAttempt, WrongState } from '../orders.ts'

/** The only writer of the states of a subscription, its charges and the tries: the old state in the `where`, a history row beside it. */
export type Subscription = Selectable<HomeSubscriptions>
export type Charge = Selectable<HomeCharges>
export type HomeAttempt = Selectable<HomeAttempts>

export async function moveSubscription(tx: Tx, id: string, to: SubscriptionState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('home_subscriptions')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', subscriptionBefore(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('subscription', id, to)
  await tx
    .insertInto('home_subscription_history')
    .values({ subscription_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason })
    .execute()
}

export async function moveCharge(tx: Tx, id: string, to: ChargeState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('home_charges')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', chargeBefore(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('charge', id, to)
  await tx.insertInto('home_charge_history').values({ charge_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason }).execute()
}

export async function moveHomeAttempt(tx: Tx, id: string, to: AttemptState, by: By): Promise<void> {
  const moved = await tx
    .updateTable('home_attempts')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', attemptBefore(to))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new WrongState('home attempt', id, to)
  await tx.insertInto('home_attempt_history').values({ attempt_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason }).execute()
  countAttempt('home', to)
}

export const chargeId = (subscriptionId: string, period: number) => `${subscriptionId}-${period}`

/** The charge of a period, made when it is not there yet; one row per subscription and period. */
export async function chargeOf(tx: Tx, subscription: Subscription, period: number, by: By): Promise<Charge> {
  const id = chargeId(subscription.id, period)
  const made = await tx
    .insertInto('home_charges')
    .values({
      id,
      subscription_id: subscription.id,
      period,
      state: 'due',
      amount: subscription.monthly_payment,
      created_at: by.at,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'period']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) return tx.selectFrom('home_charges').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await tx
    .insertInto('home_charge_history')
    .values({ charge_id: id, state: 'due', at: by.at, actor: by.actor, reason: by.reason })
    .execute()
  return made
}

/** A new try of a charge. Its id is the acquirer's order number, so it is never made twice for one number. */
export async function newHomeAttempt(
  tx: Tx,
  charge: Charge,
  of: { way: 'page' | 'card'; cardId: string | null; madeOn: string; expiresAt: Date; by: By },
): Promise<string> {
  const { count } = await tx
    .selectFrom('home_attempts')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('charge_id', '=', charge.id)
    .executeTakeFirstOrThrow()
  const id = `${charge.id}-${Number(count) + 1}`
  await tx
    .insertInto('home_attempts')
    .values({
      id,
      charge_id: charge.id,
      way: of.way,
      card_id: of.cardId,
      amount: charge.amount,
      state: 'created',
      made_on: of.madeOn,
      created_at: of.by.at,
      expires_at: of.expiresAt,
    })
    .execute()
  await tx
    .insertInto('home_attempt_history')
    .values({ attempt_id: id, state: 'created', at: of.by.at, actor: of.by.actor, reason: of.way })
    .execute()
  return id
}

export const subscriptionById = (sql: Sql, id: string) =>
  sql.selectFrom('home_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the subscription's row: changes of one subscription happen one after the other. */
export const lockedSubscription = (tx: Tx, id: string) =>
  tx.selectFrom('home_subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const chargeById = (sql: Sql, id: string) => sql.selectFrom('home_charges').selectAll().where('id', '=', id).executeTakeFirst()
export const homeAttemptById = (sql: Sql, id: string) => sql.selectFrom('home_attempts').selectAll().where('id', '=', id).executeTakeFirst()

/** An attempt with its charge and subscription. */
export async function aboutAttempt(sql: Sql, attemptId: string) {
  const attempt = await homeAttemptById(sql, attemptId)
  const charge = attempt ? await chargeById(sql, attempt.charge_id) : undefined
  const subscription = charge ? await subscriptionById(sql, charge.subscription_id) : undefined
  return attempt && charge && subscription ? { attempt, charge, subscription } : null
}

/** The tries of a charge, the oldest first. */
export const attemptsOf = (sql: Sql, chargeIdentity: string) =>
  sql.selectFrom('home_attempts').selectAll().where('charge_id', '=', chargeIdentity).orderBy('created_at').orderBy('id').execute()

/** A line of the one ledger; the key makes a repeated line impossible. */
export async function writeHomeLedger(
  tx: Tx,
  line: { key: string; homeId: string; kind: 'payment' | 'premium' | 'commission' | 'refund'; amount: number; at: Date },
): Promise<void> {
  if (line.amount === 0) return
  await tx.insertInto('ledger').values({ key: line.key, home_id: line.homeId, kind: line.kind, amount: line.amount, at: line.at }).execute()
}
