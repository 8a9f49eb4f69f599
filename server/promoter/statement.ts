import { type RawBuilder, sql } from 'kysely'
import { addMonths, startOfDay } from '#domain/calendar.ts'
import { KeptText } from '#domain/localized-text.ts'
import { payOf } from '#domain/promoter-pay.ts'
import { termsOf } from '../accounts/promoter-terms.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn } from '../payments/booked.ts'
import { commissionOf, soldBy } from './commission.ts'
import { failuresOf, type OwnTime } from './failures.ts'

type Sums = { policies: number; premium: number }

export const statement = handle('promoterStatement', async (ask, { db, me, clock, locale }) => {
  const month = ask.month ?? clock.today().slice(0, 7)
  const first = `${month}-01`
  /** From its first instant in Almaty to the next one's. */
  const of: OwnTime = {
    promoter: me().iin,
    from: startOfDay(first),
    to: startOfDay(addMonths(first, 1)),
  }
  const terms = await termsOf(db, of.promoter)
  const [days, commissions, insurers, ended, failures] = await Promise.all([
    daysOf(db, of),
    commissionOf(db, sql`${soldBy(of.promoter)} and ${bookedIn({ since: of.from, until: of.to })}`),
    insurersOf(db, of),
    endedIn(db, of),
    failuresOf(db, of, locale),
  ])
  const sum = (of: keyof Sums) => days.reduce((all, day) => all + day[of], 0)
  return ok({
    month,
    totals: { policies: sum('policies'), premium: sum('premium'), pay: payOf(terms, commissions) },
    days: days.map((sums) => ({
      ...sums,
      pay: payOf(
        terms,
        commissions.filter(({ day }) => day === sums.day),
      ),
    })),
    insurers,
    ended,
    failures,
  })
})

/** What the ledger says of a promoter's sales in a month: without what was cancelled since. */
const bookedOf = <Key extends string>(
  db: Sql,
  { promoter, from, to }: OwnTime,
  by: Record<Key, RawBuilder<unknown>>,
) =>
  bookedBy(db, {
    join: sql`join orders on orders.id = ledger.order_id`,
    where: sql`${soldBy(promoter)} and ${bookedIn({ since: from, until: to })}`,
    by,
  })
const isSale = ({ policies, premium }: Sums) => policies !== 0 || premium !== 0

/** By the day in Almaty. */
async function daysOf(db: Sql, of: OwnTime) {
  const rows = await bookedOf(db, of, { day: bookedDay })
  return rows.filter(isSale).map(({ day, policies, premium }) => ({ day, policies, premium }))
}

async function insurersOf(db: Sql, of: OwnTime) {
  const sums = await bookedOf(db, of, { code: sql`orders.insurer_code` })
  const names = await db
    .selectFrom('policies')
    .distinctOn('insurer_code')
    .select(['insurer_code', sql<unknown>`facts -> 'insurer' -> 'name'`.as('name')])
    .where('promoter_iin', '=', of.promoter)
    .where('insurer_code', 'in', [...sums.map(({ code }) => code), ''])
    .orderBy('insurer_code')
    .orderBy('issued_at', 'desc')
    .execute()
  const nameOf = new Map(names.map(({ insurer_code, name }) => [insurer_code, name]))
  return sums
    .filter(isSale)
    .sort((one, other) => other.premium - one.premium)
    .map(({ code, policies, premium }) => ({
      code,
      policies,
      premium,
      name: KeptText.parse(nameOf.get(code)),
    }))
}

async function endedIn(db: Sql, { promoter, from, to }: OwnTime) {
  const { rows } = await sql<{
    cancelled: number
    terminated: number
    replaced: number
    refunded: number
  }>`
    select
      count(*) filter (where policy_history.state = 'cancelled')::int as cancelled,
      count(*) filter (where policy_history.state = 'terminated')::int as terminated,
      count(*) filter (where policy_history.state = 'replaced')::int as replaced,
      coalesce(sum(policy_endings.refund), 0)::int as refunded
    from policy_history
    join policies on policies.id = policy_history.policy_id
    left join policy_endings on policy_endings.policy_id = policies.id and policy_endings.state = 'done'
    where policies.promoter_iin = ${promoter} and policy_history.state in ('cancelled', 'terminated', 'replaced')
      and policy_history.at >= ${from} and policy_history.at < ${to}`.execute(db)
  return rows[0] ?? { cancelled: 0, terminated: 0, replaced: 0, refunded: 0 }
}
