import type pg from 'pg'

/**
 * So many issued orders of earlier days, made by the database itself as copies of the one order
 * that is there, with their quotes, contracts, attempts and ledger. Every 50th is expired, every
 * 90th failed, or none with `sound`; sums and insurers vary. Every `card`th was paid by card.
 */
export async function manyOrders(
  client: pg.Client | pg.Pool,
  count: number,
  {
    from,
    days,
    sound = false,
    card = 0,
  }: { from: string; days: number; sound?: boolean; card?: number },
) {
  const one = await client.query<{ id: string }>(
    'select id from orders order by created_at limit 1',
  )
  const id = one.rows[0]?.id
  const step = `interval '1 second' * (${days}::bigint * 86400 / ${count})`
  const at = `($2::timestamptz + ${step} * n)`
  const isCard = card > 0 ? `substr(id, 2)::int % ${card} = 0` : 'false'
  const columns = await columnsOf(client, 'orders')
  const given: Record<string, string> = {
    id: `'T' || lpad(n::text, 9, '0')`,
    calculation_id: `md5('calculation' || n)::uuid`,
    number: `'T' || lpad(n::text, 9, '0')`,
    progress_key: `'T' || n`,
    short_key: 'null',
    // A contract of its own.
    contract_id: `''`,
    state: sound
      ? `'issued'`
      : `case when n % 50 = 0 then 'expired' when n % 90 = 0 then 'issue_failed' else 'issued' end`,
    amount: '20000 + (n::bigint * 7919) % 60000',
    insurance_premium: '20000 + (n::bigint * 7919) % 60000',
    commission: '((20000 + (n::bigint * 7919) % 60000) * 15 + 50) / 100',
    insurer_code: `(array['dala','tobyl','alatau'])[1 + n % 3]`,
    created_at: at,
    paid_at: sound ? at : `case when n % 50 = 0 then null else ${at} end`,
  }
  const quotes = await columnsOf(client, 'quotes')
  const ofQuote: Record<string, string> = {
    id: `md5('calculation' || n)::uuid`,
    application_id: 'gen_random_uuid()',
    draft_number: `'T' || n`,
  }
  await client.query(
    `insert into quotes (${quotes.join(', ')}) select ${quotes.map((name) => ofQuote[name] ?? `one.${name}`).join(', ')}
     from (select quotes.* from quotes join orders on orders.calculation_id = quotes.id where orders.id = $1) as one, generate_series(1, $2::int) as n`,
    [id, count],
  )
  await client.query(
    `insert into orders (${columns.join(', ')}) select ${columns.map((name) => given[name] ?? `one.${name}`).join(', ')}
     from (select * from orders where id = $1) as one, generate_series(1, $3::int) as n`,
    [id, from, count],
  )
  await client.query(
    `insert into payment_attempts (id, contract_id, order_id, system, way, amount, state, outside_id, created_at, expires_at)
     select id || '-1', id, id, case when ${isCard} then 'card' else 'mobile_bank' end, case when ${isCard} then 'page' else 'bill' end, amount, 'paid', id, created_at, created_at from orders where id like 'T%' and paid_at is not null`,
  )
  await client.query(
    `insert into ledger (key, contract_id, order_id, attempt_id, kind, debit, credit, amount, at)
     select kind || ':' || id || case when kind = 'payment' then '-1' else '' end, id, id, case when kind = 'payment' then id || '-1' end,
       kind, case when kind = 'payment' and ${isCard} then 'card' else debit end, credit, case when kind = 'commission' then commission else amount end, created_at
     from orders, (values ('payment', 'mobile_bank', 'client'), ('premium', 'client', 'insurer'), ('commission', 'insurer', 'commission'))
       as posting (kind, debit, credit)
     where id like 'T%' and (state = 'issued' or kind = 'payment' and paid_at is not null)`,
  )
}

async function columnsOf(client: pg.Client | pg.Pool, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  return rows.map(({ name }) => name)
}
