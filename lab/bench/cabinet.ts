import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { calls } from '../../tests/http.ts'
import { fill, keptFolder } from './data/kept.ts'
import { synthetic } from './data/people.ts'
import { clientsOf, mixed } from './data/sale.ts'
import { productServer } from './server.ts'

/** How many clients are asked for at each size. */
const CLIENTS = 150
const MANY = Number(process.env.ROWS ?? 1_000_000)
const FEW = Math.min(10_000, Math.floor(MANY / 10))

/** What the cabinet's list needs, as plain SQL. */
const raw = `select p.id, p.global_id, p.state, p.start_date, p.end_date, p.premium, p.facts -> 'vehicles' as vehicles, o.id as order_id, o.source
  from policies p join orders o on o.id = p.order_id where p.policyholder_iin = $1 order by p.end_date desc limit 500`

/**
 * A client's policies through HTTP against the same rows by SQL, at few and at many policies in the
 * database: how much more the cabinet grows than the database does. `ROWS=10000000` for the whole
 * size, `ROWS=30000000` where the disk has room. The plans are printed with the result.
 */
export async function cabinetBench() {
  const measured = []
  for (const rows of [FEW, MANY]) {
    const product = await productServer({ WORKER: 'off' }, { folder: keptFolder(rows) })
    const sql = new pg.Client({ connectionString: product.databaseUrl })
    await sql.connect()
    const size = { policies: rows, seed: 1 }
    await fill(sql, size, product.home)
    measured.push({ rows, ...(await measure(product.url, sql, clientsOf(size))) })
    await sql.end()
    await product.close()
  }
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

async function measure(url: string, sql: pg.Client, known: number) {
  const { api } = calls(url)
  const clients: { iin: string; token: string }[] = []
  for (let at = 0; at < CLIENTS; at += 1) {
    const { iin } = synthetic(mixed(1, 0, at, known))
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
      const listed = body.success
        ? body.data.active.length + body.data.pending.length + body.data.inactive.length
        : -1
      if (listed !== found.length || listed === 0)
        throw new Error(`${listed} policies by HTTP, ${found.length} by SQL`)
    }
  const { rows: plan } = await sql.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off, timing off) ${raw}`,
    [clients[0]?.iin],
  )
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return {
    cabinet: median(times.cabinet),
    sql: median(times.sql),
    plan: plan.map((line) => `  ${line['QUERY PLAN']}`).join('\n'),
  }
}
