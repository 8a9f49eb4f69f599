import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { addMonths, almatyDay, type Day, endOfDay, startOfDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import type { OrderState } from '#domain/order.ts'
import type { OgpoKind } from '#domain/products.ts'
import { type PromoterTerms, payOf, payOn } from '#domain/promoter/pay.ts'
import { saleTroubles } from '#texts/promoter.ts'
import { refusalText } from '#texts/refusals.ts'
import { termsOf } from '../accounts/accounts.ts'
import { masked } from '../codes/client-proof.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn, bookedOfLines, paysPromoter } from '../payments/record.ts'
import { maskedName } from '../persons/people.ts'

/** True of orders of a promoter. */
export const soldBy = (promoter: string) => sql<boolean>`orders.promoter_iin = ${promoter}`

/**
 * The ledger's commission that a promoter's pay is a part of: a line for each sale and day in
 * Almaty, by day. `where` refers to `ledger` and `orders`.
 */
export async function commissionOf(db: Sql, where: ReturnType<typeof soldBy>) {
  const lines = await bookedBy(db, {
    join: sql`join orders on orders.id = ledger.order_id`,
    where: sql`${where} and ledger.kind = 'commission' and ${paysPromoter}`,
    by: { day: bookedDay, orderId: sql`ledger.order_id` },
  })
  return lines.map(({ day, orderId, commission }) => ({ day: day as Day, orderId, commission }))
}

/** The part of a sale's facts that a list shows; the rest stays in the database. */
export const shownPart = (column: 'policies.facts' | 'quotes.facts') =>
  sql<unknown>`jsonb_build_object(
    'vehicles', ${sql.ref(column)} -> 'vehicles', 'policyholder', ${sql.ref(column)} -> 'policyholder',
    'insurer', ${sql.ref(column)} -> 'insurer', 'phone', ${sql.ref(column)} -> 'phone', 'end', ${sql.ref(column)} -> 'term' -> 'end',
    'drivers', jsonb_array_length(${sql.ref(column)} -> 'insured'))`.as('shown')

const Shown = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() }),
  ),
  policyholder: z.object({ surname: z.string(), name: z.string() }),
  insurer: z.object({ name: KeptText }),
  phone: z.string(),
  end: z.string(),
  drivers: z.int(),
})

/** People masked, cars by plate, the insurer in the language of the page. */
export function shown(part: unknown, locale: Locale) {
  const facts = Shown.parse(part)
  return {
    insurer: facts.insurer.name[locale],
    cars: facts.vehicles.map((car) => ({
      registrationNumber: car.plate,
      name: `${car.make} ${car.model}, ${car.year}`,
    })),
    drivers: facts.drivers,
    policyholder: maskedName(facts.policyholder),
    phone: masked(facts.phone),
    endDate: facts.end,
  }
}

/** Filter of a promoter's sales; days in Almaty, both included. */
export type OwnSales = {
  promoter: string
  from: Day
  to: Day
  state?: OrderState | undefined
  kind?: OgpoKind | undefined
  /** The insurer's code. */
  insurer?: string | undefined
}
/** The last sale of a page: its instant and id. */
export type SalePlace = readonly [string, string]

/** True for an order joined with its quote if it is the promoter's own and matches the filter. */
function isAsked({ promoter, from, to, state, kind, insurer }: OwnSales): RawBuilder<boolean> {
  const all = [
    sql`orders.promoter_iin = ${promoter}`,
    sql`orders.created_at >= ${startOfDay(from)}`,
    sql`orders.created_at <= ${endOfDay(to)}`,
    ...(state ? [sql`orders.state = ${state}`] : []),
    ...(insurer ? [sql`quotes.facts -> 'insurer' ->> 'code' = ${insurer}`] : []),
    ...(kind === 'new' ? [sql`quotes.kind not in ('prolong', 'reissue')`] : []),
    ...(kind && kind !== 'new' ? [sql`quotes.kind = ${kind}`] : []),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

/** The newest sales after a place, at most so many. */
export const readSales = (db: Sql, asked: OwnSales, after: SalePlace | null, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .selectAll('orders')
    .select([
      'quotes.kind',
      'quotes.application_id',
      'policies.global_id',
      'policies.state as policy_state',
      'policies.issued_at',
      shownPart('quotes.facts'),
      sql<
        string | null
      >`(select state from payment_attempts where order_id = orders.id order by created_at desc, id desc limit 1)`.as(
        'pay',
      ),
    ])
    .where(isAsked(asked))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(orders.created_at, orders.id) < (${after?.[0]}::timestamptz, ${after?.[1]})`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Sums policies in force of these sales, and their money by the ledger; excludes cancelled and
 * unissued ones. The pay is the sum of the pays shown per sale.
 */
export async function totalsOf(db: Sql, asked: OwnSales, terms: readonly PromoterTerms[]) {
  const [{ policies, premium }, commissions, counts] = await Promise.all([
    bookedOfLines(
      db,
      sql`select orders.id, orders.id as sale_id, null::int as period
        from orders join quotes on quotes.id = orders.calculation_id where ${isAsked(asked)}`,
    ),
    commissionOf(
      db,
      sql`exists (select from quotes where quotes.id = orders.calculation_id and ${isAsked(asked)})`,
    ),
    db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .select([
        sql<number>`count(*)::int`.as('orders'),
        sql<number>`count(*) filter (where orders.state in ('awaiting_payment', 'paid', 'issuing'))::int`.as(
          'awaiting',
        ),
      ])
      .where(isAsked(asked))
      .executeTakeFirstOrThrow(),
  ])
  return { ...counts, issued: policies, premium, pay: payOf(terms, commissions) }
}

/** Returns the ledger's sums of some sales, by order, and the promoter's pay. */
export async function moneyOf(
  db: Sql,
  orders: readonly { id: string; created_at: Date }[],
  terms: readonly PromoterTerms[],
) {
  const ids = sql.join([...orders.map(({ id }) => id), ''])
  const [booked, commissions] = await Promise.all([
    bookedBy(db, {
      where: sql`ledger.order_id in (${ids})`,
      by: { orderId: sql`ledger.order_id` },
    }),
    commissionOf(db, sql`ledger.order_id in (${ids})`),
  ])
  return new Map(
    orders.map(({ id, created_at }) => {
      const sums = booked.find(({ orderId }) => orderId === id)
      const own = commissions.filter(({ orderId }) => orderId === id)
      return [
        id,
        {
          premium: sums?.premium ?? 0,
          ogpoPlus: sums?.ogpoPlus ?? 0,
          // No sales yet, so no pay.
          pay: own.length > 0 ? payOf(terms, own) : payOn(terms, almatyDay(created_at), 0),
        },
      ]
    }),
  )
}

/** Insurers of the promoter's sales of a period, whatever else it is narrowed to. */
export async function insurersOf(db: Sql, { promoter, from, to }: OwnSales) {
  const { rows } = await sql<{ code: string; name: unknown }>`
    select distinct on (code) code, name from (
      select quotes.facts -> 'insurer' ->> 'code' as code, quotes.facts -> 'insurer' -> 'name' as name,
        orders.created_at
      from orders join quotes on quotes.id = orders.calculation_id
      where ${isAsked({ promoter, from, to })}
    ) sold order by code, created_at desc`.execute(db)
  return rows
}

/** A time of one promoter's sales; the end is not included. */
type OwnTime = { promoter: string; from: Date; to: Date }

type Failure = {
  stage: 'calculate' | 'order' | 'payment' | 'issue'
  code: number | null
  reason: string
  count: number
}

/**
 * Lists refusals as shown, and orders that failed after the bill: each reason with its count, most
 * frequent first.
 */
export async function failuresOf(db: Sql, { promoter, from, to }: OwnTime, locale: Locale) {
  const { rows } = await sql<Failure>`
    select stage, code, reason, count(*)::int as count from (
      select stage, code, reason from promoter_failures where promoter_iin = ${promoter} and at >= ${from} and at < ${to}
      union all
      select case when state in ('expired', 'rejected', 'cancelled') then 'payment' else 'issue' end,
        (issue_error ->> 'code')::int,
        case when state in ('expired', 'rejected', 'cancelled') then state else coalesce(issue_error ->> 'reason', 'not_issued') end
      from orders
      where promoter_iin = ${promoter} and created_at >= ${from} and created_at < ${to}
        and state in ('expired', 'rejected', 'cancelled', 'issue_failed', 'refunding', 'refunded', 'refund_failed')
    ) lost
    group by 1, 2, 3 order by count desc, 1, 2 limit 100`.execute(db)
  return rows.map((row) => ({ ...row, message: wordsFor(row, locale) }))
}

function wordsFor({ code, reason }: Failure, locale: Locale): string {
  if (code !== null) return refusalText(code, locale, reason)
  const words: Record<string, Record<Locale, string>> = saleTroubles
  return (words[reason] ?? saleTroubles.not_issued)[locale]
}

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
    bookedInsurers(db, of),
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

/** The ledger's sums of a promoter's sales in a month, without those cancelled since. */
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

async function bookedInsurers(db: Sql, of: OwnTime) {
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
