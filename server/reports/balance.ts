import { sql } from 'kysely'
import { type Balance, balanceOf } from '#domain/books/balance.ts'
import type { Sql } from '../db/connect.ts'
import type { Span } from '../products/product-accounting.ts'
import { allAccounting } from '../products/products.ts'

type Group = {
  attempt: string
  sale: 'policy' | 'waiting' | null
  count: number
  booked: string
  amount: string
}

/** Payments that the ledger has in a time, by where their money is now. */
export async function balanceIn(db: Sql, { since, until }: Span): Promise<Balance> {
  const sales = allAccounting().map(({ sale }) => sale)
  const { rows } = await sql<Group>`
    select coalesce(attempt.state, '') as attempt, coalesce(${sql.join(sales.map(({ stands }) => stands))}) as sale,
      count(*)::int as count, sum(line.amount) as booked, coalesce(sum(attempt.amount), 0) as amount
    from ledger as line left join payment_attempts as attempt on attempt.id = line.attempt_id
    ${sql.join(
      sales.map(({ join }) => join(sql`line.order_id`)),
      sql` `,
    )}
    where line.at >= ${since} and line.at < ${until} and line.kind = 'payment' group by 1, 2`.execute(
    db,
  )
  return balanceOf(
    rows.map((row) => ({ ...row, booked: Number(row.booked), amount: Number(row.amount) })),
  )
}
