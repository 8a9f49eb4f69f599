import { type RawBuilder, sql } from 'kysely'
import { exceptionKinds } from '#domain/report.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../refuse.ts'
import { handle } from '../route.ts'
import { instantsOf } from './period.ts'

type Kind = (typeof exceptionKinds)[number]
type Period = { since: Date; until: Date; from: string; to: string }
type Found = { id: string; order_id: string | null; at: Date | null; ours: number | null; theirs: number | null; note: string }

/** Every kind is compared row by row, so the period is shorter than a report's. */
const LONGEST = 92
const FEW = 20
const MANY = 200
const moneyCame = sql`('paid', 'refunding', 'refunded')`

/** What each kind of exception is, as one query over a period: OGPO orders first, then the months of Home subscriptions. */
const queries: Record<Kind, (period: Period) => RawBuilder<Found>> = {
  paid_not_issued: ({ since, until }) => sql`
    select id, id as order_id, paid_at as at, amount as ours, null::int as theirs, state as note from orders
    where paid_at >= ${since} and paid_at < ${until} and state in ('paid', 'issuing', 'issue_failed')
    union all
    select home.id, home.id, home.paid_at, month.amount, null, home.state
    from home_subscriptions as home join home_charges as month on month.subscription_id = home.id and month.period = 0
    where home.paid_at >= ${since} and home.paid_at < ${until} and home.state in ('paid', 'issue_failed') and month.state = 'paid'
    union all
    -- A month that is paid goes past the end of the contract, and the next year's has not been registered.
    select month.id, home.id, line.at, month.amount, null, 'contract'
    from ledger as line join home_charges as month on month.id = substr(line.key, length('premium:') + 1)
    join home_subscriptions as home on home.id = month.subscription_id
    where line.at >= ${since} and line.at < ${until} and line.home_id is not null and line.kind = 'premium'
      and home.paid_until > home.contract_until and month.period = home.next_period - 1`,
  issued_not_paid: ({ since, until }) => sql`
    select orders.id, orders.id as order_id, orders.created_at as at, orders.amount as ours, null::int as theirs, orders.state as note from orders
    where orders.created_at >= ${since} and orders.created_at < ${until} and orders.state = 'issued' and orders.amount > 0
      and not exists (select from payment_attempts as attempt where attempt.order_id = orders.id and attempt.state in ${moneyCame})
    union all
    select month.id, month.subscription_id, month.created_at, month.amount, null, 'issued' from home_charges as month
    where month.created_at >= ${since} and month.created_at < ${until} and month.state = 'paid'
      and not exists (select from home_attempts as attempt where attempt.charge_id = month.id and attempt.state in ${moneyCame})`,
  ledger_differs: ({ since, until }) => sql`
    select attempt.id, orders.id as order_id, line.at, attempt.amount as ours, line.amount as theirs, 'payment' as note
    from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id join orders on orders.id = attempt.order_id
    where line.at >= ${since} and line.at < ${until} and line.kind = 'payment'
      and (line.amount <> attempt.amount or attempt.state not in ${moneyCame})
    union all
    select attempt.id, orders.id, attempt.created_at, attempt.amount, null, 'payment'
    from orders join payment_attempts as attempt on attempt.order_id = orders.id
    where orders.created_at >= ${since} and orders.created_at < ${until} and attempt.state in ${moneyCame}
      and not exists (select from ledger where ledger.order_id = orders.id and ledger.attempt_id = attempt.id and ledger.kind = 'payment')
    union all
    select orders.id, orders.id, orders.paid_at, orders.insurance_premium,
      (select sum(amount)::int from ledger where ledger.order_id = orders.id and ledger.kind = 'premium'), 'premium'
    from orders where orders.created_at >= ${since} and orders.created_at < ${until} and orders.state = 'issued'
      and not exists (select from ledger where ledger.order_id = orders.id and ledger.kind = 'premium' and ledger.amount = orders.insurance_premium)
    union all
    select attempt.id, month.subscription_id, attempt.created_at, attempt.amount, line.amount, 'payment'
    from home_charges as month join home_attempts as attempt on attempt.charge_id = month.id
    left join ledger as line on line.key = 'payment:' || attempt.id
    where month.created_at >= ${since} and month.created_at < ${until}
      and (attempt.state in ${moneyCame}) is distinct from (line.amount is not null and line.amount = attempt.amount)
    union all
    select month.id, month.subscription_id, month.created_at, month.amount, line.amount, 'premium'
    from home_charges as month join home_subscriptions as home on home.id = month.subscription_id
    left join ledger as line on line.key = 'premium:' || month.id
    where month.created_at >= ${since} and month.created_at < ${until} and line.amount is distinct from month.amount
      and month.state = 'paid' and home.state not in ('paid', 'issue_failed')`,
  refund_failed: ({ since, until }) => sql`
    select id, coalesce(order_id, home_id) as order_id, created_at as at, amount as ours, null::int as theirs, coalesce(error, reason) as note
    from refunds where created_at >= ${since} and created_at < ${until} and state = 'failed'`,
  commission_mismatch: ({ since, until, from, to }) => sql`
    select orders.id, orders.id as order_id, line.at, orders.commission as ours, line.amount as theirs, 'ledger' as note
    from ledger as line join orders on orders.id = line.order_id
    where line.at >= ${since} and line.at < ${until} and line.kind = 'commission' and line.amount <> orders.commission
    union all
    select substr(line.key, length('commission:') + 1), home.id, line.at, home.commission, line.amount, 'ledger'
    from ledger as line join home_subscriptions as home on home.id = line.home_id
    where line.at >= ${since} and line.at < ${until} and line.kind = 'commission' and line.amount <> home.commission
    union all
    select insurer_code, null, day::timestamp at time zone 'Asia/Almaty', null, null,
      '12010 · ' || ours || ' % / ' || coalesce(theirs::text || ' %', '–') || ' · ×' || times
    from commission_mismatches where day between ${from} and ${to}`,
  statement_unmatched: ({ from, to }) => sql`
    select line.key as id, coalesce(attempt.order_id, month.subscription_id) as order_id, line.day::timestamp at time zone 'Asia/Almaty' as at,
      coalesce(attempt.amount, home.amount) as ours, line.amount as theirs,
      line.verdict || ' · ' || statements.file_name || ':' || line.line as note
    from statement_rows as line join statements on statements.id = line.statement_id
    left join payment_attempts as attempt on attempt.id = line.key
    left join home_attempts as home on home.id = line.key left join home_charges as month on month.id = home.charge_id
    where line.verdict <> 'matched' and line.day between ${from} and ${to}`,
  not_in_statement: ({ since, until }) => sql`
    select paid.id, paid.order_id, paid.at, paid.amount as ours, null::int as theirs, paid.system as note
    from (
      select attempt.id, attempt.order_id, line.at, line.amount, attempt.system
      from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id
      where line.at >= ${since} and line.at < ${until} and line.kind = 'payment'
      union all
      select substr(line.key, length('payment:') + 1), line.home_id, line.at, line.amount, 'card' from ledger as line
      where line.at >= ${since} and line.at < ${until} and line.kind = 'payment' and line.home_id is not null
    ) as paid
    where exists (select from statements where statements.system = paid.system
        and (paid.at at time zone 'UTC' + interval '5 hours')::date between statements.day_from and statements.day_to)
      and not exists (select from statement_rows where statement_rows.key = paid.id and statement_rows.operation = 'payment')`,
  receipt_refused: ({ since, until }) => sql`
    select id, coalesce(order_id, home_id) as order_id, created_at as at, amount as ours, null::int as theirs, coalesce(error, '') as note
    from fiscal_receipts where created_at >= ${since} and created_at < ${until} and state = 'refused'`,
  refunded: ({ since, until }) => sql`
    select id, coalesce(order_id, home_id) as order_id, created_at as at, amount as ours, null::int as theirs, reason as note
    from refunds where created_at >= ${since} and created_at < ${until} and state = 'done'`,
}

async function find(db: Sql, kind: Kind, period: Period, limit: number) {
  const { rows } = await sql<Found & { count: number }>`select *, count(*) over ()::int as count from (${queries[kind](period)}) as found
      order by at desc nulls last, id limit ${limit}`.execute(db)
  return { kind, rows, count: rows[0]?.count ?? 0 }
}

/** Orders, payments, policies and statements against one another, the gravest kind first. */
export const reportReconciliation = handle('reportReconciliation', async (ask, context) => {
  const { db } = context
  const { since, until } = instantsOf(ask, context, LONGEST)
  const period = { since, until, from: ask.from, to: ask.to }
  const kinds = ask.kind ? [ask.kind] : exceptionKinds
  const found: Awaited<ReturnType<typeof find>>[] = []
  for (const kind of kinds) found.push(await find(db, kind, period, ask.kind ? MANY : FEW))
  const { rows } = await sql<{ orders: number; payments: number; policies: number }>`
    select (select count(*)::int from orders where created_at >= ${since} and created_at < ${until})
        + (select count(*)::int from home_charges where created_at >= ${since} and created_at < ${until}) as orders,
      (select count(*)::int from ledger where at >= ${since} and at < ${until} and kind = 'payment') as payments,
      (select count(*)::int from ledger where at >= ${since} and at < ${until} and kind = 'premium') as policies`.execute(db)
  return ok({
    checked: rows[0] ?? { orders: 0, payments: 0, policies: 0 },
    exceptions: found.flatMap(({ kind, rows: of }) =>
      of.map((row) => ({
        kind,
        id: row.id,
        orderId: row.order_id,
        at: row.at?.toISOString() ?? null,
        ours: row.ours,
        theirs: row.theirs,
        note: row.note,
      })),
    ),
    counts: found.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
  })
})
