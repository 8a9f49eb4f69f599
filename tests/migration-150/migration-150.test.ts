import type pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { databaseAt141, rest, rows } from './at-141.ts'
import { attacks } from './attacked.ts'
import { type OldBooks, oldBooks } from './old-books.ts'
import { oldSubscription } from './old-home.ts'
import { ordinarySales } from './ordinary.ts'

/**
 * The migration to contracts (decision 150) on books of the release before it: every row is there
 * and says the same, what was wrong is named and nothing of it is changed.
 */
const unchanged: Record<string, string> = {
  orders: `select id, calculation_id, state, number, buyer_iin, amount, insurance_premium, ogpo_plus_premium, commission, refund_due,
    replaces_global_id, paid_at, created_at from orders order by id`,
  order_history: 'select * from order_history order by id',
  quotes:
    'select id, insurance_premium, commission, remaining_amount, surcharge, refund from quotes order by id',
  policies: `select id, order_id, kind, global_id, esbd_policy_id, number, state, premium, ogpo_plus_premium, start_date, end_date, facts
    from policies order by id`,
  policy_history: 'select * from policy_history order by id',
  policy_endings: 'select * from policy_endings order by id',
  refund_details: 'select * from refund_details order by refund_id',
  home_subscriptions: `select to_jsonb(home_subscriptions) - 'beside' as row from home_subscriptions order by id`,
  home_subscription_history: 'select * from home_subscription_history order by id',
  home_charges: 'select * from home_charges order by id',
  home_charge_history: 'select * from home_charge_history order by id',
  home_contracts: `select subscription_id, year, number, policy_id, start_date, end_date from home_contracts
    order by subscription_id, year`,
  cards: 'select * from cards order by id',
}

/** The same question to the old tables and to the new ones, where rows have moved. */
const moved: Record<string, { old: string; now: string }> = {
  payments: {
    old: `select id, order_id as about, 0 as period, system, phone, amount, state, outside_id, redirect_url, null as failure, asked_at, checked_at,
        created_at, expires_at, null::uuid as card_id, null::date as made_on from payment_attempts
      union all select one.id, month.subscription_id, month.period, 'card', null, one.amount, one.state, outside_id, redirect_url, failure,
        asked_at, checked_at, one.created_at, expires_at, card_id, made_on
      from home_attempts as one join home_charges as month on month.id = one.charge_id order by id`,
    now: `select id, order_id as about, period, system, phone, amount, state, outside_id, redirect_url, failure, asked_at, checked_at, created_at,
        expires_at, card_id, made_on from payment_attempts order by id`,
  },
  'history of payments': {
    old: `select attempt_id, state, at, actor, reason from payment_attempt_history
      union all select attempt_id, state, at, actor, reason from home_attempt_history order by attempt_id, at`,
    now: 'select attempt_id, state, at, actor, reason from payment_attempt_history order by attempt_id, at',
  },
  refunds: {
    old: `select id, coalesce(order_id, home_id) as about, coalesce(attempt_id, home_attempt_id) as payment, amount, reason, state, outside_id, error,
      created_at, done_at from refunds order by id`,
    now: `select id, order_id as about, attempt_id as payment, amount, reason, state, outside_id, error, created_at, done_at from refunds order by id`,
  },
  receipts: {
    old: `select id, operation, coalesce(order_id, home_id) as about, way, amount, state, number, created_at, done_at from fiscal_receipts order by id`,
    now: 'select id, operation, order_id as about, way, amount, state, number, created_at, done_at from fiscal_receipts order by id',
  },
  messages: {
    old: 'select id, coalesce(order_id, home_id) as about, kind, purpose, created_at, sent_at from messages order by id',
    now: 'select id, order_id as about, kind, purpose, created_at, sent_at from messages order by id',
  },
  'acts of staff': {
    old: 'select id, coalesce(order_id, home_id) as about, at, actor, action, reason from order_acts order by id',
    now: 'select id, order_id as about, at, actor, action, reason from order_acts order by id',
  },
  // The same sums under the same keys; a refund was a negative line, what was due is called what
  // the insurer gives back.
  ledger: {
    old: `select id, key, coalesce(order_id, home_id) as about, case kind when 'refund_due' then 'returned' else kind end as kind,
      abs(amount) as amount, at from ledger order by id`,
    now: `select id, key, order_id as about, kind, amount, at from ledger where key not in (select 'refund_due:' || id from refunds) order by id`,
  },
}

const every = async (pool: pg.Pool, side: 'old' | 'now') => {
  const found: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(unchanged)) found[name] = await rows(pool, text)
  for (const [name, texts] of Object.entries(moved)) found[name] = await rows(pool, texts[side])
  return found
}

/** The old books with everything in them, before and after the migration. */
async function migrated(fill: (books: OldBooks) => Promise<void>) {
  const { pool, url } = await databaseAt141()
  await fill(oldBooks(pool))
  const before = await every(pool, 'old')
  expect(await migrate(pool)).toEqual(rest)
  return { pool, url, before, after: await every(pool, 'now') }
}
const findings = (pool: pg.Pool) =>
  rows(
    pool,
    `select contract_id as contract, finding, expected::int, found::int from contract_findings order by contract_id, finding`,
  )
const byFinding = (left: { finding: string }, right: { finding: string }) =>
  left.finding < right.finding ? -1 : 1

test('every row is there and says the same, the contracts group it, and the ledger balances by kind', {
  timeout: 60_000,
}, async () => {
  const { pool, before, after } = await migrated(async (books) => {
    await ordinarySales(books)
    for (const { make } of attacks) await make(books)
    for (const id of ['H1', 'H2']) await oldSubscription(books, id)
  })
  for (const name of Object.keys(before)) {
    expect(before[name]?.length, name).toBeGreaterThan(0)
    expect(after[name], name).toEqual(before[name])
  }
  const groups = await rows(
    pool,
    `select contract_id as id, string_agg(id, ' ' order by id) as orders from orders group by 1 having count(*) > 1 order by 1`,
  )
  expect(groups).toEqual([
    ...['A1', 'A2', 'A3', 'A4', 'A5'].map((id) => ({ id, orders: `${id} ${id}R` })),
    { id: 'A60', orders: 'A60 A61 A62 A63 A64' },
    { id: 'A9', orders: 'A9 A9R' },
    { id: 'P1', orders: 'P1 P1A P1B' },
    { id: 'Q1', orders: 'Q1 Q2 Q3 Q4' },
    { id: 'S1', orders: 'S1 S2' },
    { id: 'T1', orders: 'T1 T2' },
    { id: 'U1', orders: 'U1 U2' },
  ])
  // Of a contract are all that its order or its subscription had.
  for (const table of ['payment_attempts', 'refunds', 'ledger'])
    expect(
      await rows(
        pool,
        `select one.id from ${table} as one left join orders on orders.id = one.order_id
         where one.contract_id <> coalesce(orders.contract_id, one.order_id)`,
      ),
    ).toEqual([])
  expect(
    await rows(
      pool,
      `select period, state, contract_id from policies where kind = 'home' and contract_id = 'H1' order by period`,
    ),
  ).toEqual([
    { period: 0, state: 'active', contract_id: 'H1' },
    { period: 1, state: 'active', contract_id: 'H1' },
  ])
  // The sums on a contract's row are those of its payments and refunds.
  expect(
    await rows(
      pool,
      `select id from contracts where
        paid_in <> (select coalesce(sum(amount), 0) from payment_attempts where contract_id = contracts.id and state in ('paid', 'refunding', 'refunded'))
        or refunded <> (select coalesce(sum(amount), 0) from refunds where contract_id = contracts.id and state = 'done')
        or refunds_open <> (select coalesce(sum(amount), 0) from refunds where contract_id = contracts.id and state <> 'done')`,
    ),
  ).toEqual([])
  // Money by a channel is what the outside took and gave: transfers by hand and a partner's are not
  // the bank's.
  const out = await rows(
    pool,
    `select credit as by, sum(amount)::int as sum from ledger where kind = 'refund' group by 1 order by 1`,
  )
  const given = await rows(
    pool,
    `select case when reason = 'partner' then 'partner' when refund_details.paid_at is not null then 'bank_details' else system end as by,
       sum(refunds.amount)::int as sum
     from refunds join payment_attempts on payment_attempts.id = refunds.attempt_id left join refund_details on refund_details.refund_id = refunds.id
     where refunds.state = 'done' group by 1 order by 1`,
  )
  expect(out).toEqual(given)
  expect(given.map(({ by }) => by)).toEqual(['bank_details', 'card', 'mobile_bank', 'partner'])
  // What is owed stands on the account of refunds, to the tenge.
  const [owed] = await rows<{ ledger: number; refunds: number }>(
    pool,
    `select (select sum(case when debit = 'refunds' then -amount else amount end)::int from ledger where kind = 'refund_due') as refunds,
       (select sum(amount)::int from refunds where state <> 'done') as ledger`,
  )
  expect(Math.abs(owed?.refunds ?? 0)).toBe(owed?.ledger)
})

test('each contract that was attacked is named with what should be and what is, and no ordinary one but what the old books counted twice', {
  timeout: 60_000,
}, async () => {
  const expected: { contract: string; finding: string; expected: number; found: number }[] = []
  const { pool } = await migrated(async (books) => {
    for (const { make } of attacks) {
      const { contract, found } = await make(books)
      expected.push(...found.sort(byFinding).map((one) => ({ contract, ...one })))
    }
    for (const { contract, takenOver, differs } of await ordinarySales(books)) {
      if (differs)
        expected.push({
          contract,
          finding: 'kept_differs',
          expected: differs.booked,
          found: differs.kept,
        })
      expected.push({ contract, finding: 'reissue_counted_twice', expected: 0, found: takenOver })
    }
    await oldSubscription(books, 'H1')
  })
  expect(await findings(pool)).toEqual(expected)
})
