import { sql } from 'kysely'
import { addMonths, almatyDay, type Day, startOfDay, usualDay } from '#domain/calendar.ts'
import { bestHour } from '#domain/promoter/best-hour.ts'
import { payByDay, payOf, termsOn } from '#domain/promoter/pay.ts'
import { daysOfPeriod } from '#domain/promoter/periods.ts'
import { termsOf } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedIn } from '../payments/record.ts'
import { commissionOf, failuresOf, soldBy } from './own-sales.ts'

/** A usual day is computed from eight weeks and the day itself. */
const BACK_MS = 57 * 86_400_000

/**
 * Returns the promoter's own day: policies issued by hour, against the goal and a usual day; own
 * pay.
 */
export const day = handle('promoterDay', async (_ask, { db, me, clock, locale, reference }) => {
  const { iin } = me()
  const [now, today] = [clock.now(), clock.today()]
  const terms = await termsOf(db, iin)
  const month = `${today.slice(0, 8)}01`
  const week = startOfDay(daysOfPeriod('week', today).from)
  const [sold, [booked], commissions, failures, rank] = await Promise.all([
    soldSince(db, iin, new Date(now.getTime() - BACK_MS)),
    bookedBy(db, {
      join: sql`join orders on orders.id = ledger.order_id`,
      where: sql`${soldBy(iin)} and ${bookedIn({ since: startOfDay(today) })}`,
      by: { promoter: sql`orders.promoter_iin` },
    }),
    commissionOf(
      db,
      sql`${soldBy(iin)} and ${bookedIn({ since: startOfDay(addMonths(month, -1)) })}`,
    ),
    failuresOf(db, { promoter: iin, from: week, to: now }, locale),
    reference.promoterRankShown().then((shown) => (shown ? rankOf(db, iin, month) : null)),
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
    premium: booked?.premium ?? 0,
    goal: termsOn(terms, today)?.goal ?? null,
    usual: usualDay(
      sold.map(({ at }) => at),
      now,
    ),
    bestHour: bestHour(sold.map(({ at }) => at)),
    rank,
    pay:
      pay === null && payBefore === null && termsOn(terms, today)?.percent == null
        ? null
        : {
            month: pay ?? 0,
            before: payBefore,
            days: payByDay(terms, here).flatMap((one) =>
              one.pay === null ? [] : [{ day: one.day, pay: one.pay }],
            ),
          },
  })
})

/** The promoter's place by policies of the month; as many are as good as one. */
async function rankOf(db: Sql, iin: string, month: Day) {
  const { rows } = await sql<{ place: number; of: number }>`
    with counted as (
      select accounts.iin, count(policies.id) as sold from accounts
      left join policies on policies.promoter_iin = accounts.iin and policies.state not in ('cancelled', 'replaced')
        and policies.issued_at >= ${startOfDay(month)}
      where accounts.realm = 'promoter' and accounts.blocked_at is null
      group by accounts.iin)
    select (1 + count(*) filter (where other.sold > own.sold))::int as place, count(*)::int as of
    from counted own, counted other where own.iin = ${iin}
    group by own.iin`.execute(db)
  return rows[0] ?? null
}

async function soldSince(db: Sql, promoter: string, since: Date) {
  return (
    db
      .selectFrom('policies')
      .select('issued_at as at')
      .where('promoter_iin', '=', promoter)
      // A reissued sale is the new policy's, as the ledger counts it.
      .where('state', 'not in', ['cancelled', 'replaced'])
      .where('issued_at', '>=', since)
      .orderBy('issued_at')
      .execute()
  )
}
