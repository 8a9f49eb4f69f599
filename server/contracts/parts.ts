import { type RawBuilder, sql } from 'kysely'
import type { Account, PostingKind } from '#domain/contract/effects.ts'
import type { Sql } from '../db/connect.ts'

/**
 * The contract that holds an order (by its id or number), a policy (Global ID) or a subscription
 * (its id, its number or that of a year's contract).
 */
export async function contractOf(db: Sql, wanted: string): Promise<string | undefined> {
  const upper = wanted.toUpperCase()
  const { rows } = await sql<{ id: string }>`
    select contract_id as id from orders where id = ${wanted} or number = ${upper}
    union all select contract_id from policies where global_id = ${upper}
    union all select id from home_subscriptions where id = ${wanted} or number = ${upper}
    union all select subscription_id from home_contracts where number = ${upper}
    limit 1`.execute(db)
  return rows[0]?.id
}

type Order = {
  id: string
  number: string
  state: string
  amount: number
  premium: number
  ogpo_plus: number
  commission: number
  replaces: string | null
  taken_over: number
  created_at: Date
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
export type Move = {
  state: string
  at: Date
  actor: string
  reason: string
  about: string
  amount: number | null
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
  const found = db
    .selectFrom('contract_findings')
    .selectAll()
    .where('contract_id', '=', id)
    .where('settled_at', 'is', null)
  const policies = db.selectFrom('policies').where('contract_id', '=', id)
  return {
    row: {
      product: row.product,
      irregular: row.irregular,
      counters: {
        paidIn: Number(row.paid_in),
        refunded: Number(row.refunded),
        refundsOpen: Number(row.refunds_open),
      },
    },
    findings: await found.orderBy('finding').execute(),
    orders: await rowsOf(db, ordersOf(id)),
    months: await db
      .selectFrom('home_charges')
      .selectAll()
      .where('subscription_id', '=', id)
      .orderBy('period')
      .execute(),
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

const ordersOf = (id: string) => sql<Order>`
  select id, number, state, amount, insurance_premium as premium, ogpo_plus_premium as ogpo_plus, commission,
    replaces_global_id as replaces, taken_over, created_at
  from orders where contract_id = ${id}
  union all
  select id, number, state, monthly_payment, monthly_payment, 0, commission, null, 0, created_at from home_subscriptions where id = ${id}
  order by created_at`

/**
 * The histories of a contract's orders, months, payments and policies, and what staff did with
 * them.
 */
export async function movesOf(db: Sql, id: string) {
  return {
    order: await rowsOf(
      db,
      sql<Move>`
        select one.state, at, actor, reason, orders.number as about, null::int as amount
        from order_history as one join orders on orders.id = one.order_id where orders.contract_id = ${id}
        union all
        select one.state, at, actor, reason, home.number, null
        from home_subscription_history as one join home_subscriptions as home on home.id = one.subscription_id where home.id = ${id}`,
    ),
    month: await rowsOf(
      db,
      sql<Move>`
        select one.state, at, actor, reason, (month.period + 1)::text as about, month.amount
        from home_charge_history as one join home_charges as month on month.id = one.charge_id where month.subscription_id = ${id}`,
    ),
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
        select action as state, at, actor, reason, order_id as about, null::int as amount from order_acts
        where order_id = ${id} or order_id in (select id from orders where contract_id = ${id})`,
    ),
  }
}
export type Moves = Awaited<ReturnType<typeof movesOf>>
