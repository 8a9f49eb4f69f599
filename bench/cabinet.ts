import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { calls, control, until } from '#tests/http.ts'
import { buyer, sale } from './sale.ts'
import { productServer } from './server.ts'
import { purchaseToken } from './token.ts'

/** Policies of one client; how many clients are asked for at each size. */
const EACH = 3
const CLIENTS = 150
const MANY = Number(process.env.ROWS ?? 300_000)
const FEW = Math.min(10_000, Math.floor(MANY / 10))

/** What the cabinet's list needs, as plain SQL. */
const raw = `select p.id, p.global_id, p.state, p.start_date, p.end_date, p.premium, p.facts -> 'vehicles' as vehicles, o.id as order_id, o.source
  from policies p join orders o on o.id = p.order_id where p.policyholder_iin = $1 order by p.end_date desc limit 500`

/**
 * A client's policies through HTTP against the same rows by SQL, at few and at many policies in the database: how much more the cabinet grows
 * than the database does. `ROWS=10000000` for the whole size. The plans are printed with the result.
 */
export async function cabinetBench() {
  const product = await productServer()
  const sql = new pg.Client({ connectionString: product.databaseUrl })
  await sql.connect()
  // Rows by the hundred thousand: no limit of time, no triggers and no checks of what is copied.
  await sql.query("set statement_timeout = 0; set session_replication_role = 'replica'")
  await onePolicy(product)
  const measured = []
  for (const rows of [FEW, MANY]) {
    await fill(sql, rows)
    measured.push({ rows, ...(await measure(product.url, sql, rows)) })
  }
  await sql.end()
  await product.close()
  const [few, many] = measured
  if (!few || !many) throw new Error('nothing measured')
  const growth = { cabinet: many.cabinet / few.cabinet, sql: many.sql / few.sql }
  return {
    name: `the cabinet from ${few.rows} to ${many.rows} policies, its growth against that of the SQL`,
    ratio: growth.cabinet / growth.sql,
    goal: '≤ 1.1',
    detail: `cabinet ${few.cabinet.toFixed(2)} → ${many.cabinet.toFixed(2)} ms, SQL ${few.sql.toFixed(2)} → ${many.sql.toFixed(2)} ms, medians of ${CLIENTS}\n${measured.map(({ rows, plan }) => `at ${rows} policies:\n${plan}`).join('\n')}`,
  }
}

type Product = Awaited<ReturnType<typeof productServer>>

/** One real policy, from which the others are made. */
async function onePolicy({ url, sandbox, server }: Product) {
  const { api } = calls(url)
  const world = control(sandbox)
  const token = await purchaseToken(url, sandbox.url, buyer)
  const { body: quoted } = await api('ogpoCalculate', sale(), token)
  if (!quoted.success) throw new Error(JSON.stringify(quoted))
  const calculationId = quoted.data.calculations[0]?.calculationId ?? ''
  const { body: placed } = await api('ogpoOrder', { calculationId, pay: { system: 'mobile_bank', method: 'bill' } }, token)
  if (!placed.success) throw new Error(JSON.stringify(placed))
  const [bill] = await world.invoices(buyer.phone)
  await world.control('POST', `/control/invoices/${bill?.id}/pay`)
  await until(
    () => server.deps.db.selectFrom('policies').select('id').execute(),
    (rows) => rows.length === 1,
    30_000,
  )
}

/** Copies of the policy with its order and quote until there are `rows` of them, `EACH` per client. The quotes keep no facts: the list reads none. */
async function fill(sql: pg.Client, rows: number) {
  const { rows: counted } = await sql.query<{ n: number }>('select count(*)::int - 1 as n from policies')
  const from = counted[0]?.n ?? 0
  const copy = (table: string, more: string) =>
    `insert into ${table} select (jsonb_populate_record(t, ${more})).* from generate_series($1::int, $2::int) n, (select t as t from ${table} t where %) one`
  const first = { quotes: "t.draft_number not like 'B%'", orders: "t.number not like 'B%'", policies: "t.number not like 'B%'" }
  const id = "lpad(to_hex(n), 32, '0')::uuid"
  const iin = `lpad((n / ${EACH})::text, 12, '0')`
  const made = {
    quotes: `jsonb_build_object('id', ${id}, 'application_id', ${id}, 'draft_number', 'B' || n, 'buyer_iin', ${iin}, 'facts', '{}'::jsonb, 'price', '{}'::jsonb, 'reply', '{}'::jsonb)`,
    orders: `jsonb_build_object('id', 'B' || n, 'calculation_id', ${id}, 'number', 'B' || n, 'progress_key', 'B' || n, 'buyer_iin', ${iin}, 'state', 'issued')`,
    policies: `jsonb_build_object('id', ${id}, 'order_id', 'B' || n, 'global_id', 'B' || n, 'number', 'B' || n, 'policyholder_iin', ${iin})`,
  }
  for (const table of ['quotes', 'orders', 'policies'] as const)
    for (let at = from; at < rows; at += 50_000)
      await sql.query(copy(table, made[table]).replace('%', first[table]), [at + 1, Math.min(rows, at + 50_000)])
  await sql.query('vacuum analyze quotes, orders, policies')
}

async function measure(url: string, sql: pg.Client, rows: number) {
  const { api } = calls(url)
  const clients: { iin: string; token: string }[] = []
  for (let at = 0; at < CLIENTS; at += 1) {
    const iin = String(1 + Math.floor(Math.random() * (rows / EACH - 2))).padStart(12, '0')
    const token = randomBytes(32).toString('base64url')
    await sql.query(
      "insert into tokens (hash, kind, iin, created_at, used_at, expires_at) values ($1, 'user', $2, '2026-11-20', '2026-11-20', '2027-01-01')",
      [createHash('sha256').update(token).digest(), iin],
    )
    clients.push({ iin, token })
  }
  const times = { cabinet: [] as number[], sql: [] as number[] }
  for (const warm of [true, false])
    for (const { iin, token } of clients) {
      let began = performance.now()
      const { rows: found } = await sql.query({ name: 'raw', text: raw, values: [iin] })
      if (!warm) times.sql.push(performance.now() - began)
      began = performance.now()
      const { body } = await api('cabinetPolicies', {}, token)
      if (!warm) times.cabinet.push(performance.now() - began)
      const listed = body.success ? body.data.active.length + body.data.pending.length + body.data.inactive.length : -1
      if (listed !== found.length || listed === 0) throw new Error(`${listed} policies by HTTP, ${found.length} by SQL`)
    }
  const { rows: plan } = await sql.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off, timing off) ${raw}`, [
    clients[0]?.iin,
  ])
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return { cabinet: median(times.cabinet), sql: median(times.sql), plan: plan.map((line) => `  ${line['QUERY PLAN']}`).join('\n') }
}
