import type pg from 'pg'

/**
 * So many policies of the old schema with their quotes, orders, payments, histories, ledger,
 * receipts, refunds and messages, and one Home subscription of twelve months for every hundred, by
 * SQL alone. Of a hundred sales ten are reissues of the sale before, one was paid twice, one is
 * refunded; one contract in a thousand was ended and reissued at once: the money of both went back.
 */
const fillings = (policies: number): [table: string, text: string][] => [
  [
    'sales',
    `create temporary table sales as
     select n, 'GN' || lpad(n::text, 9, '0') as id, md5('quote' || n)::uuid as quote, md5('policy' || n)::uuid as policy,
       n % 10 = 1 as reissue, n % 1000 = 1 as attacked, (20000 + (n / 10 * 10 * 7919::bigint) % 60000)::int as old_premium,
       (20000 + (n / 10 * 10 * 7919::bigint) % 60000 + case when n % 10 = 1 then 5000 else 0 end)::int as premium,
       n % 100 = 5 as twice, case when n % 2 = 0 then 'card' else 'mobile_bank' end as system,
       timestamptz '2023-11-20T00:00:00Z' + n * (interval '3 years' / ${policies}) as at
     from generate_series(0, ${policies - 1}) as n`,
  ],
  ['', 'create unique index on sales (n)'],
  [
    'quotes',
    `insert into quotes (id, application_id, request_hash, buyer_iin, kind, draft_number, insurer_id, facts, price, tables_version,
       insurance_premium, commission, remaining_amount, surcharge, replaces_global_id, reply, created_at, expires_at)
     select quote, quote, '\\x00', lpad((n / 3)::text, 12, '0'), case when reissue then 'reissue' else 'new' end, 'GD' || n,
       (select min(id) from insurers), '{}', '{}', (select min(version) from tariff_tables), premium, premium * 15 / 100,
       case when reissue then old_premium else 0 end, case when reissue then 5000 else 0 end,
       case when reissue then 'GN' || lpad((n - 1)::text, 9, '0') || 'G' end, '{}', at, at from sales`,
  ],
  [
    'orders',
    `insert into orders (id, calculation_id, state, number, progress_key, buyer_iin, phone, locale, source, channel, amount, insurance_premium,
       ogpo_plus_premium, commission, replaces_global_id, accepted, start_date, created_at, paid_at, papers_sent_at, insurer_code)
     select id, quote, 'issued', id, 'key-' || id, lpad((n / 3)::text, 12, '0'), '77010000001', 'kz', 'con_aonit_ogpo', 'site',
       case when reissue then 5000 else premium end, premium, 0, premium * 15 / 100,
       case when reissue then 'GN' || lpad((n - 1)::text, 9, '0') || 'G' end, '{}', at::date + 1, at, at, at, 'dala' from sales`,
  ],
  [
    'order_history',
    `insert into order_history (order_id, state, at, actor, reason)
     select id, state, at, 'old', state from sales, unnest(array['draft', 'awaiting_payment', 'paid', 'issuing', 'issued']) as state`,
  ],
  [
    'payment_attempts',
    `insert into payment_attempts (id, order_id, system, amount, state, outside_id, created_at, expires_at)
     select id || '-' || k, id, system, case when reissue then 5000 else premium end, case k when 1 then 'paid' else 'refunded' end,
       'out-' || n || '-' || k, at, at from sales, generate_series(1, 2) as k where k = 1 or twice`,
  ],
  [
    'payment_attempt_history',
    `insert into payment_attempt_history (attempt_id, state, at, actor, reason)
     select payment_attempts.id, history, created_at, 'old', history
     from payment_attempts, unnest(array['created', 'awaiting', 'paid', 'refunding', 'refunded']) as history
     where state = 'refunded' or history in ('created', 'awaiting', 'paid')`,
  ],
  [
    'policies',
    `insert into policies (id, order_id, global_id, esbd_policy_id, number, state, policyholder_iin, insurer_code, start_date, end_date, premium,
       ogpo_plus_premium, facts, issued_at, verified_at)
     select policy, id, id || 'G', n, id, case when n % 1000 = 0 then 'cancelled' when n % 10 = 0 then 'replaced'
         when at::date + 365 < date '2026-11-20' then 'ended' else 'active' end, lpad((n / 3)::text, 12, '0'), 'dala', at::date + 1,
       at::date + 365, premium, 0, '{}', at, at from sales`,
  ],
  [
    'policy_history',
    `insert into policy_history (policy_id, state, at, actor, reason)
     select policy, state, at, 'old', state from sales, unnest(array['pending', 'active']) as state`,
  ],
  [
    'policy_endings',
    `insert into policy_endings (policy_id, kind, reason, state, lines, refund, retained, retained_percent, elapsed_days, total_days, requested_on,
       actor, created_at, expires_at, accepted_at, done_at)
     select policy, 'cancel', 'cancelled', 'done', '[]', premium, 0, 0, 0, 365, at::date, 'client:user', at, at, at, at
     from sales where n % 1000 = 0`,
  ],
  [
    'refunds',
    `insert into refunds (id, order_id, attempt_id, amount, reason, state, created_at, done_at)
     select 'R-' || id || '-2-late_or_second_payment', id, id || '-2', case when reissue then 5000 else premium end, 'late_or_second_payment', 'done',
       at, at from sales where twice
     union all select 'R-' || id || '-1-cancelled', id, id || '-1', premium, 'cancelled', 'done', at, at from sales where n % 1000 = 0`,
  ],
  [
    'ledger',
    `insert into ledger (key, order_id, attempt_id, kind, amount, at)
     select 'payment:' || id, order_id, id, 'payment', amount, created_at from payment_attempts
     union all select 'premium:' || id, id, null, 'premium', premium, at from sales
     union all select 'commission:' || id, id, null, 'commission', premium * 15 / 100, at from sales
     union all select 'refund_due:' || md5(id), id, null, 'refund_due', premium, at from sales where n % 1000 = 0
     union all select 'refund:' || id, order_id, attempt_id, 'refund', -amount, created_at from refunds`,
  ],
  [
    'fiscal_receipts',
    `insert into fiscal_receipts (id, operation, order_id, attempt_id, amount, state, created_at, way)
     select 'payment:' || id, 'sale', order_id, id, amount, 'done', created_at, system from payment_attempts`,
  ],
  [
    'messages',
    `insert into messages (id, order_id, kind, purpose, created_at, sent_at) select id || ':sms:issued', id, 'sms', 'issued', at, at from sales`,
  ],
  ['accounts', `insert into accounts (iin, created_at) values ('000000000001', now())`],
  [
    'home_quotes',
    `insert into home_quotes (id, buyer_iin, plan_id, facts, created_at, expires_at)
     select md5('home' || n)::uuid, '000000000001', (select min(id) from home_plans), '{}', at, at from sales where n % 100 = 0`,
  ],
  [
    'home_subscriptions',
    `insert into home_subscriptions (id, number, calculation_id, state, account_id, buyer_iin, locale, source, facts, monthly_payment, commission,
       accepted, created_at, expires_at, paid_at, registered_at, anchor, paid_until, next_period)
     select 'GH' || n, 'GH' || n, md5('home' || n)::uuid, 'cancelled', (select id from accounts where iin = '000000000001'), '000000000001', 'kz',
       'home', '{}', 2490, 498, '{}', at, at, at, at, at::date, at::date + 365, 12 from sales where n % 100 = 0`,
  ],
  [
    'home_charges',
    `insert into home_charges (id, subscription_id, period, state, amount, created_at)
     select id || '-' || period, id, period, 'paid', 2490, created_at from home_subscriptions, generate_series(0, 11) as period`,
  ],
  [
    'home_attempts',
    `insert into home_attempts (id, charge_id, way, amount, state, made_on, outside_id, created_at, expires_at)
     select id || '-1', id, case period when 0 then 'page' else 'card' end, amount, 'paid', created_at::date, id, created_at, created_at
     from home_charges`,
  ],
  [
    'home_attempt_history',
    `insert into home_attempt_history (attempt_id, state, at, actor, reason)
     select id, state.state, created_at, 'old', state.state from home_attempts, unnest(array['created', 'awaiting', 'paid']) as state (state)`,
  ],
  [
    'ledger',
    `insert into ledger (key, home_id, kind, amount, at)
     select 'payment:' || id || '-1', subscription_id, 'payment', amount, created_at from home_charges
     union all select 'premium:' || id, subscription_id, 'premium', amount, created_at from home_charges
     union all select 'commission:' || id, subscription_id, 'commission', 498, created_at from home_charges`,
  ],
]

/**
 * Fills a database at the migration before contracts; triggers and foreign keys sleep meanwhile,
 * for every row is made to hold.
 */
export async function fillOld(client: pg.ClientBase, policies: number): Promise<void> {
  await client.query(
    "set statement_timeout = 0; set session_replication_role = 'replica'; set synchronous_commit = off",
  )
  for (const [, text] of fillings(policies)) await client.query(text)
  await client.query("set session_replication_role = 'origin'")
  await client.query('analyze')
}
