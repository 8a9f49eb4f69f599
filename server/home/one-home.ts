import { sql } from 'kysely'
import pg from 'pg'
import { addDays, type Day, numericDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Doing } from '../products/product.ts'

/** A person subscribes to one home once (decision 301). */

type Home = { iin: string; code: string }

const of = (db: Sql, { iin, code }: Home) =>
  db
    .selectFrom('home_subscriptions')
    .where('buyer_iin', '=', iin)
    .where(sql<boolean>`facts -> 'address' ->> 'code' = ${code}`)

/**
 * Returns the refusal for a home with a subscription, or with an ended one still covered to the end
 * of its paid time; names that day.
 */
export async function coveredRefusal(db: Sql, home: Home, today: Day, locale: Locale) {
  const found = await of(db, home)
    .select(['state', 'paid_until'])
    .where(({ or, eb }) =>
      or([eb('state', 'in', ['paid', 'active']), eb('paid_until', '>=', today)]),
    )
    .orderBy(sql`state in ('paid', 'active')`, 'desc')
    .orderBy('paid_until', 'desc')
    .executeTakeFirst()
  if (!found) return null
  if (found.state === 'paid' || found.state === 'active' || !found.paid_until)
    return refuse(locale, refusals.homeCovered)
  const from = addDays(found.paid_until, 1)
  const refused = refuse(locale, refusals.homeCovered, { from }, 'paid_until')
  return { ...refused, message: refused.message.replace('{day}', numericDay(from)) }
}

/** Serialises a person's orders of homes until the end of this transaction. */
export async function ordersInTurns(tx: Tx, { iin }: Home): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer:${iin}`}, 0))`.execute(tx)
}

/** Ends unpaid subscriptions to the home: refunds money that still arrives for them. */
export async function unpaidGiveWay(tx: Tx, deps: Deps, home: Home, doing: Doing): Promise<void> {
  const unpaid = await of(tx, home)
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .orderBy('id')
    .execute()
  const what = { act: 'expire_subscription', reason: 'the same home was ordered again' } as const
  for (const { id } of unpaid) await act(tx, deps, id, what, doing)
}

/** Another open subscription holds the home, by the table's own rule. */
export const isHomeHeld = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'home_subscriptions_one_of_a_home'
