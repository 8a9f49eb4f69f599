import { sql } from 'kysely'
import { addMonths, startOfDay } from '#domain/calendar.ts'
import { type Localized, locales } from '#domain/locale.ts'
import { payOf } from '#domain/promoter-pay.ts'
import { termsOf } from '../accounts/promoter-terms.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { commissionOf } from './commission.ts'
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
    commissionOf(db, of.promoter, of.from, of.to),
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

/**
 * What the ledger says of a promoter's sales in a month: premium as it was booked, so that the part
 * a reissue takes over is a negative line of the sale it is taken from. A policy cancelled whole on
 * the day of its issue is no sale.
 */
const booked = ({ promoter, from, to }: OwnTime) => sql`
  ledger join orders on orders.id = ledger.order_id join policies on policies.order_id = orders.id
  where orders.promoter_iin = ${promoter} and ledger.at >= ${from} and ledger.at < ${to} and ledger.kind = 'premium'
    and policies.state <> 'cancelled'`
const sums = sql`
  (count(*) filter (where ledger.credit = 'insurer'))::int as policies,
  coalesce(sum(case ledger.credit when 'insurer' then ledger.amount else -ledger.amount end), 0)::int as premium`

/** By the day in Almaty. */
async function daysOf(db: Sql, of: OwnTime) {
  const { rows } = await sql<Sums & { day: string }>`
    select to_char((ledger.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD') as day, ${sums}
    from ${booked(of)} group by 1 order by 1`.execute(db)
  return rows
}

const namesIn = sql.join(
  locales.map(
    (locale) => sql`min(policies.facts -> 'insurer' -> 'name' ->> ${locale}) as ${sql.ref(locale)}`,
  ),
)

async function insurersOf(db: Sql, of: OwnTime) {
  const { rows } = await sql<Sums & { code: string } & Localized>`
    select policies.insurer_code as code, ${namesIn}, ${sums}
    from ${booked(of)} group by 1 order by premium desc`.execute(db)
  return rows.map(({ code, policies, premium, ...name }) => ({
    ...{ code, policies, premium },
    name,
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
