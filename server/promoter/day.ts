import { sql } from 'kysely'
import { addMonths, almatyDay, type Day, startOfDay } from '#domain/calendar.ts'
import { payOf, payOn, termsOn } from '#domain/promoter-pay.ts'
import { daysOfPeriod } from '#domain/promoter-periods.ts'
import { usualDay } from '#domain/usual-day.ts'
import { termsOf } from '../accounts/promoter-terms.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { failuresOf } from './failures.ts'

/** How far a usual day looks back: eight weeks and the day itself. */
const BACK_MS = 57 * 86_400_000

/** The promoter's own day: what was issued when, against the goal and a usual day; own pay. */
export const day = handle('promoterDay', async (_ask, { db, me, clock, locale }) => {
  const { iin } = me()
  const [now, today] = [clock.now(), clock.today()]
  const terms = await termsOf(db, iin)
  const month = `${today.slice(0, 8)}01`
  const week = startOfDay(daysOfPeriod('week', today).from)
  const [sold, commissions, failures] = await Promise.all([
    soldSince(db, iin, new Date(now.getTime() - BACK_MS)),
    commissionByDay(db, iin, addMonths(month, -1)),
    failuresOf(db, { promoter: iin, from: week, to: now }, locale),
  ])
  const ofToday = sold.filter(({ at }) => almatyDay(at) === today)
  const [here, before] = [
    commissions.filter((one) => one.day >= month),
    commissions.filter((one) => one.day < month),
  ]
  const [pay, payBefore] = [payOf(terms, here), payOf(terms, before)]
  return ok({
    failures,
    day: today,
    now: now.toISOString(),
    issued: ofToday.map(({ at }) => at.toISOString()),
    premium: ofToday.reduce((sum, { premium }) => sum + premium, 0),
    goal: termsOn(terms, today)?.goal ?? null,
    usual: usualDay(
      sold.map(({ at }) => at),
      now,
    ),
    pay:
      pay === null && payBefore === null && termsOn(terms, today)?.percent == null
        ? null
        : {
            month: pay ?? 0,
            before: payBefore,
            days: here.flatMap((one) => {
              const of = payOn(terms, one.day, one.commission)
              return of === null ? [] : [{ day: one.day, pay: of }]
            }),
          },
  })
})

async function soldSince(db: Sql, promoter: string, since: Date) {
  return db
    .selectFrom('policies')
    .select(['issued_at as at', 'premium'])
    .where('promoter_iin', '=', promoter)
    .where('state', '<>', 'cancelled')
    .where('issued_at', '>=', since)
    .orderBy('issued_at')
    .execute()
}

/**
 * The broker's commission of a promoter's sales by the day the ledger has it; of policies cancelled
 * since, none.
 */
export async function commissionByDay(db: Sql, promoter: string, from: Day, to?: Day) {
  const { rows } = await sql<{ day: Day; commission: number }>`
    select to_char((ledger.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD') as day,
      sum(case ledger.credit when 'commission' then ledger.amount else -ledger.amount end)::int as commission
    from ledger join orders on orders.id = ledger.order_id join policies on policies.order_id = orders.id
    where orders.promoter_iin = ${promoter} and ledger.kind = 'commission' and ledger.at >= ${startOfDay(from)}
      and ${to ? sql`ledger.at < ${startOfDay(to)}` : sql`true`} and policies.state <> 'cancelled'
    group by 1 order by 1`.execute(db)
  return rows
}
