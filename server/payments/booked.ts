import { type RawBuilder, sql } from 'kysely'
import { type Booked, cancelledPremium, type Figure, figures } from '#domain/books/booked.ts'
import type { Sql } from '../db/connect.ts'

/**
 * The one reader of the ledger's sums: every report, statement, desk and file that names premium,
 * commission or what was paid reads it here, so that a line's sign is decided once. `ledger` is the table's name in each
 * part of a query below.
 */

/** The day of a line in Almaty. */
export const bookedDay = sql<string>`to_char((ledger.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD')`

const sumOf = (figure: Figure) => {
  const { account, kinds } = figures[figure]
  return sql`coalesce(sum(case ${account}::text when ledger.credit then ledger.amount when ledger.debit then -ledger.amount end)
    filter (where ledger.kind in (${sql.join([...kinds].map((kind) => sql.lit(kind)))})), 0)`
}
/** A policy counts where its premium is booked, and no more once it is cancelled. */
const policies = sql`(count(*) filter (where ledger.kind = 'premium' and ledger.credit = 'insurer')
  - count(*) filter (where ledger.kind = 'premium' and ledger.key like ${`${cancelledPremium}%`}))`
const ogpoPlusPolicies = sql`(count(*) filter (where ledger.kind = 'ogpo_plus' and ledger.credit = 'insurer')
  - count(*) filter (where ledger.kind = 'ogpo_plus' and ledger.debit = 'insurer'))`

/** The figures of some lines of the ledger, to be selected of them. */
const allFigures = Object.keys(figures) as Figure[] // the keys of the table
const bookedSums = sql.join([
  ...allFigures.map((figure) => sql`${sumOf(figure)} as ${sql.ref(figure)}`),
  sql`${policies} as policies`,
  sql`${ogpoPlusPolicies} as "ogpoPlusPolicies"`,
])

/** Figures as the database sends them; sums are more than a whole number of 32 bits. */
type Sent = Record<keyof Booked, string>
const numbers = ({ premium, ogpoPlus, commission, returned, paid, ...counts }: Sent): Booked => ({
  premium: Number(premium),
  ogpoPlus: Number(ogpoPlus),
  commission: Number(commission),
  returned: Number(returned),
  paid: Number(paid),
  policies: Number(counts.policies),
  ogpoPlusPolicies: Number(counts.ogpoPlusPolicies),
})

/**
 * Figures of the lines that `where` names, grouped by `by`, in its order. `join`: what stands
 * beside `ledger` for both. What was paid is not among them: it is asked of sales, below.
 */
export async function bookedBy<Key extends string>(
  db: Sql,
  of: {
    join?: RawBuilder<unknown>
    where: RawBuilder<unknown>
    by: Readonly<Record<Key, RawBuilder<unknown>>>
  },
): Promise<(Omit<Booked, 'paid'> & Record<Key, string>)[]> {
  const names = Object.keys(of.by) as Key[] // the keys of `by`
  const groups = sql.join(names.map((_name, at) => sql.lit(at + 1)))
  const { rows } = await sql<Sent & Record<Key, string>>`
    select ${sql.join(names.map((name) => sql`${of.by[name]} as ${sql.ref(name)}`))}, ${bookedSums}
    from ledger ${of.join ?? sql``} where ${of.where} and ledger.kind in ('premium', 'ogpo_plus', 'commission', 'returned')
    group by ${groups} order by ${groups}`.execute(db)
  return rows.map((row) => ({ ...row, ...numbers(row) }))
}

/** True of lines dated in a time. */
export const bookedIn = ({ since, until }: { since: Date; until?: Date | undefined }) =>
  until
    ? sql<boolean>`ledger.at >= ${since} and ledger.at < ${until}`
    : sql<boolean>`ledger.at >= ${since}`

/**
 * True of lines of a sale (`sale_id`), or where it is a month of Home (`period`), of that month: a
 * payment's by its attempt, a premium's by its key.
 */
const ofLine = sql`ledger.order_id = line.sale_id and (line.period is null
  or case when ledger.attempt_id is null then substr(ledger.key, strpos(ledger.key, ':') + 1) = line.id
    else exists (select from payment_attempts where payment_attempts.id = ledger.attempt_id
      and payment_attempts.period = line.period) end)`

/** What is paid for a sale that is not made yet is nobody's premium. */
const isBooked = sql`count(*) filter (where ledger.kind = 'premium') > 0`

/** Of a `line` of sales: the figures of what it brought; nothing where it only was to be. */
export const bookedOfLine = sql`lateral (
  select premium, "ogpoPlus", commission, case when is_booked then paid else 0 end as paid
  from (select ${bookedSums}, ${isBooked} as is_booked from ledger where ${ofLine}) as sums)`

/** The same of all of them together: `lines` has `id`, `sale_id` and `period`. */
export async function bookedOfLines(db: Sql, lines: RawBuilder<unknown>): Promise<Booked> {
  const { rows } = await sql<Sent>`
    select ${sql.join(
      [...allFigures, 'policies', 'ogpoPlusPolicies'].map(
        (key) => sql`coalesce(sum(sums.${sql.ref(key)}), 0) as ${sql.ref(key)}`,
      ),
    )}
    from (select ${bookedSums}, ${isBooked} as is_booked
      from (${lines}) as line join ledger on ${ofLine} group by line.id) as sums
    where is_booked`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a sum has no row')
  return numbers(sums)
}
