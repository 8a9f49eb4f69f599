import { type RawBuilder, sql } from 'kysely'
import type { Account, PostingKind } from '#domain/contract/posting.ts'
import type { Sql } from '../db/connect.ts'
import type { Move } from '../products/product-contract.ts'
import { deskOf, desks } from '../products/products.ts'

/** The contract that holds a sale (by its id or number) or a policy (Global ID). */
export async function contractOf(db: Sql, wanted: string): Promise<string | undefined> {
  const upper = wanted.toUpperCase()
  const { rows } = await sql<{ id: string }>`
    ${sql.join(
      desks().map(({ contract }) => contract.named(wanted, upper)),
      sql` union all `,
    )}
    union all select contract_id from policies where global_id = ${upper}
    limit 1`.execute(db)
  return rows[0]?.id
}

type Posting = {
  at: Date
  key: string
  kind: PostingKind
  debit: Account
  credit: Account
  amount: number
  order_id: string
}
const rowsOf = async <Row>(db: Sql, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(db)).rows

/**
 * Everything that stands in the tables of one contract, the oldest first. Personal data are not
 * read but for free words, which the page masks.
 */
export async function partsOf(db: Sql, id: string) {
  const row = await db
    .selectFrom('contracts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const own = deskOf(row.product).contract
  const policies = db.selectFrom('policies').where('contract_id', '=', id)
  return {
    row: {
      product: row.product,
      counters: {
        paidIn: Number(row.paid_in),
        refunded: Number(row.refunded),
        refundsOpen: Number(row.refunds_open),
      },
    },
    orders: await rowsOf(db, own.sales(id)),
    months: own.months ? await rowsOf(db, own.months(id)) : [],
    policies: await policies
      .select([
        'global_id',
        'order_id',
        'state',
        'start_date',
        'end_date',
        'premium',
        'ogpo_plus_premium',
        'replaced_by',
      ])
      .orderBy('issued_at')
      .execute(),
    payments: await db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('contract_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .selectAll()
      .where('contract_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    terminations: await db
      .selectFrom('policy_endings as ending')
      .innerJoin('policies', 'policies.id', 'ending.policy_id')
      .selectAll('ending')
      .select('policies.global_id')
      .where('policies.contract_id', '=', id)
      .where('ending.state', '<>', 'calculated')
      .orderBy('ending.created_at')
      .execute(),
    postings: await rowsOf(
      db,
      sql<Posting>`select at, key, kind, debit, credit, amount, order_id from ledger where contract_id = ${id} order by at, id`,
    ),
  }
}
export type Parts = Awaited<ReturnType<typeof partsOf>>

/**
 * The histories of a contract's sales, months, payments and policies, and what staff did with
 * them.
 */
export async function movesOf(db: Sql, id: string, { row, orders }: Parts) {
  const own = deskOf(row.product).contract
  const sales = [id, ...orders.map((order) => order.id)]
  return {
    order: await rowsOf(db, own.saleMoves(id)),
    month: own.monthMoves ? await rowsOf(db, own.monthMoves(id)) : [],
    payment: await rowsOf(
      db,
      sql<Move>`
        select one.state, at, actor, reason, attempt.id as about, attempt.amount
        from payment_attempt_history as one join payment_attempts as attempt on attempt.id = one.attempt_id
        where attempt.contract_id = ${id}`,
    ),
    policy: await rowsOf(
      db,
      sql<Move>`
        select one.state, at, actor, reason, policies.global_id as about, null::int as amount
        from policy_history as one join policies on policies.id = one.policy_id where policies.contract_id = ${id}`,
    ),
    staff: await rowsOf(
      db,
      sql<Move>`
        select action as state, at, actor, reason, order_id as about, null::int as amount
        from order_acts where order_id = any(${sales})`,
    ),
  }
}
export type Moves = Awaited<ReturnType<typeof movesOf>>
