import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { contractParts } from '#contract/staff-contract.ts'
import type { Account, PostingKind } from '#domain/contract/posting.ts'
import { sumsOf, waitingOf } from '#domain/contract/sums.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import { productNamed } from '#domain/products.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { Move } from '../products/product.ts'
import { deskOf, desks } from '../products/products.ts'
import { contractFacts } from './contracts.ts'

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
 * Reads all rows of one contract, oldest first. Reads no personal data except free text, which the
 * page masks.
 */
async function partsOf(db: Sql, id: string) {
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
async function movesOf(db: Sql, id: string, { row, orders }: Parts) {
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

type Shown = z.input<z.ZodObject<typeof contractParts>>
/** A contract as a page shows it, and what that was read from. */
type ContractRead = { page: Shown; parts: Parts; moves: Moves }

/**
 * A contract with its parts and the sums that must agree, of one moment: an act under way must not
 * look like a sum that differs.
 */
export async function readContract(db: Db, id: string): Promise<ContractRead> {
  const { facts, parts, moves } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const facts = await contractFacts(tx, id)
      const parts = await partsOf(tx, id)
      return { facts, parts, moves: await movesOf(tx, id, parts) }
    })
  const { row, orders, postings } = parts
  const { sums, agreements } = sumsOf(postings, facts.payments, facts.refunds, {
    counters: row.counters,
    waiting: waitingOf(facts),
  })
  const page = {
    contract_id: id,
    product: productNamed(row.product),
    ...shown(parts),
    orders: orders.map((order) => ({ ...order, created_at: order.created_at.toISOString() })),
    postings: postings.map((posting) => ({ ...posting, at: posting.at.toISOString() })),
    sums: {
      paid_in: sums.paidIn,
      refunded: sums.refunded,
      refunds_open: sums.refundsOpen,
      kept: sums.kept,
      premium: sums.premium,
      ogpo_plus: sums.ogpoPlus,
      returned: sums.returned,
      commission: sums.commission,
      booked: sums.booked,
      client: sums.client,
      refunds_account: sums.refundsAccount,
      waiting: sums.waiting,
      outside: sums.outside,
    },
    agrees: agreements,
  }
  return { page, parts, moves }
}

const shown = ({ months, policies, payments, refunds, terminations }: Parts) => ({
  months: months.map(({ id, period, state, amount, created_at }) => ({
    id,
    period,
    state,
    amount,
    created_at: created_at.toISOString(),
  })),
  policies: policies.map(
    ({
      global_id,
      order_id,
      state,
      start_date: start,
      end_date: end,
      premium,
      ogpo_plus_premium,
      replaced_by,
    }) => ({
      global_id,
      order_id,
      state,
      start,
      end,
      premium,
      ogpo_plus: ogpo_plus_premium,
      replaced_by,
    }),
  ),
  payments: payments.map(
    ({ id, order_id, period, system, outside_id, way, state, amount, created_at }) => ({
      id,
      order_id,
      period,
      outside_id,
      way,
      state,
      amount,
      system: wayNamed(system),
      created_at: created_at.toISOString(),
    }),
  ),
  refunds: refunds.map(
    ({ id, order_id, attempt_id, amount, reason, state, created_at, done_at }) => ({
      id,
      order_id,
      payment_id: attempt_id,
      amount,
      reason,
      state,
      created_at: created_at.toISOString(),
      done_at: done_at?.toISOString() ?? null,
    }),
  ),
  endings: terminations.map(({ global_id, kind, state, refund, created_at, done_at }) => ({
    global_id,
    kind,
    state,
    refund,
    created_at: created_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  })),
})
