import type { Selectable } from 'kysely'
import {
  type ChargeState,
  chargeBefore,
  type SubscriptionState,
  subscriptionBefore,
} from '#domain/home/subscription.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { HomeCharges, HomeSubscriptions } from '../db/rows.ts'
import { type By, WrongState } from '../orders/orders.ts'
import { attemptById } from '../payments/attempts.ts'

/**
 * The only writer of the states of a subscription and its charges: the old state in the `where`, a
 * history row beside it.
 */
export type Subscription = Selectable<HomeSubscriptions>
export type Charge = Selectable<HomeCharges>

export async function moveSubscription(
  tx: Tx,
  id: string,
  to: SubscriptionState,
  by: By,
): Promise<void> {
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
  await tx
    .insertInto('home_charge_history')
    .values({ charge_id: id, state: to, at: by.at, actor: by.actor, reason: by.reason })
    .execute()
}

export const chargeId = (subscriptionId: string, period: number) => `${subscriptionId}-${period}`

/** The charge of a period, made when it is not there yet; one row per subscription and period. */
export async function chargeOf(
  tx: Tx,
  subscription: Subscription,
  period: number,
  by: By,
): Promise<Charge> {
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
  if (!made)
    return tx.selectFrom('home_charges').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await tx
    .insertInto('home_charge_history')
    .values({ charge_id: id, state: 'due', at: by.at, actor: by.actor, reason: by.reason })
    .execute()
  return made
}

export const subscriptionById = (sql: Sql, id: string) =>
  sql.selectFrom('home_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * A subscription under the lock of its contract, which has its id: changes of one subscription
 * happen one after the other.
 */
export async function lockedSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  await lockContract(tx, id)
  return subscriptionById(tx, id)
}

export const chargeById = (sql: Sql, id: string) =>
  sql.selectFrom('home_charges').selectAll().where('id', '=', id).executeTakeFirst()

/** A try to charge a period, with the period's charge and the subscription. */
export async function aboutAttempt(sql: Sql, attemptId: string) {
  const attempt = await attemptById(sql, attemptId)
  const subscription = attempt ? await subscriptionById(sql, attempt.order_id) : undefined
  const charge =
    attempt && subscription
      ? await chargeById(sql, chargeId(subscription.id, attempt.period))
      : undefined
  return attempt && charge && subscription ? { attempt, charge, subscription } : null
}
