import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'
import { namedReads } from '../products/products.ts'

/** Figures counted in the database for the metrics. */

export type Counted = { name: string; n: string; since: Date | null }

const rowsOf = async (db: Sql, query: ReturnType<typeof sql<Counted>>) =>
  (await query.execute(db)).rows

/** Counts paid sales without a policy; `before`: those paid by then. */
export const paid = (db: Sql, before?: Date) =>
  rowsOf(
    db,
    sql<Counted>`
      ${sql.join(
        namedReads().map(
          ([name, { toIssue }]) =>
            sql`select ${sql.lit(name)} as name, count(*) as n, min(paid_at) as since ${toIssue} ${
              before ? sql`and paid_at <= ${before}` : sql``
            }`,
        ),
        sql` union all `,
      )}`,
  )

export const refunds = (db: Sql) =>
  rowsOf(
    db,
    sql<Counted>`
      select case when state = 'failed' and (error = 'bank details needed'
          or exists (select from refund_details where refund_id = refunds.id)) then 'by_hand' else state end as name,
        count(*) as n, min(created_at) as since
      -- What waits under a block of whoever gets it is nobody's delay.
      from refunds where state <> 'done' and frozen_since is null group by 1`,
  )

export const messages = (db: Sql, after: Date) =>
  rowsOf(
    db,
    sql<Counted>`select kind as name, count(*) as n, min(created_at) as since from messages
      where sent_at is null and refused is null and created_at > ${after} group by 1`,
  )

/**
 * The queue's own index covers the jobs not begun; the query reads none of the done ones, which
 * stay for three days.
 */
export const jobsDue = (db: Sql) =>
  rowsOf(
    db,
    sql<Counted>`
      select name, count(*) as n, min(start_after) as since from pgboss.job
      where state < 'active' and not blocked and start_after <= now() group by 1`,
  )

export const jobsFailed = (db: Sql) =>
  rowsOf(
    db,
    sql<Counted>`
      select name, count(*) as n, null::timestamptz as since from pgboss.job
      where state < 'active' and not blocked and state = 'retry' group by 1`,
  )

type List = { code: string; effect: string; max_age_hours: number; confirmed_at: Date | null }
export const lists = async (db: Sql) =>
  (
    await sql<List>`
      select code, effect, max_age_hours,
        (select confirmed_at from aml_versions where list_code = code order by confirmed_at desc limit 1) as confirmed_at
      from aml_lists`.execute(db)
  ).rows

export const oldestHomeCharge = async (db: Sql) =>
  (
    await sql<{ at: Date | null }>`
      select min(created_at) as at from payment_attempts where state in ('created', 'awaiting') and way = 'saved_card'`.execute(
      db,
    )
  ).rows[0]?.at

export const lastBackup = async (db: Sql) =>
  (await sql<{ at: Date | null }>`select max(taken_at) as at from backups`.execute(db)).rows[0]?.at
