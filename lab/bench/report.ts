import pg from 'pg'
import { fill, keptFolder } from './data/kept.ts'
import { productServer } from './server.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
/** The data reach over three years, the file over one. */
const YEARLY = ROWS / 3
const ROUNDS = 30
const MONTH = { from: '2026-06-01', to: '2026-06-30' }
const YEAR = { from: '2025-11-20', to: '2026-11-20' }
const page = `select id, number, created_at, paid_at, state, source, insurer_code, promoter_iin, start_date, insurance_premium,
  ogpo_plus_premium, commission, amount, created_at::text as place from orders where created_at >= $1 and created_at < $2
  order by created_at desc, id desc limit 51`
const totals = `select state, count(*), sum(amount), sum(insurance_premium), sum(ogpo_plus_premium), sum(commission) from orders
  where created_at >= $1 and created_at < $2 group by state`

/**
 * The accountant's first screen (a page of orders and the sums of its month) over HTTP against the
 * bare statements of the driver, and the whole report as CSV with the process's memory.
 * `ROWS=5000000` for the size of the specification.
 */
export async function reportBench() {
  const product = await productServer({ WORKER: 'off' }, { folder: keptFolder(ROWS) })
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  await fill(client, { policies: ROWS, seed: 1 }, product.home)
  const token = await accountantToken(client)
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string, query: Record<string, string>) =>
    (
      await fetch(`${product.url}/api/reports/${path}?${new URLSearchParams(query)}`, { headers })
    ).arrayBuffer()
  const bounds = [`${MONTH.from}T00:00:00+05:00`, '2026-07-01T00:00:00+05:00']
  const bare = () =>
    Promise.all([
      client.query({ name: 'page', text: page, values: bounds }),
      client.query({ name: 'totals', text: totals, values: bounds }),
    ])
  const ours = () => get('orders', MONTH)
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round < ROUNDS + 5; round += 1)
    for (const [name, run] of [
      ['bare', bare],
      ['ours', ours],
    ] as const) {
      const began = performance.now()
      await run()
      if (round >= 5) times[name].push(performance.now() - began)
    }
  const file = await csv(
    `${product.url}/api/reports/orders?${new URLSearchParams({ ...YEAR, format: 'csv' })}`,
    headers,
  )
  await client.end()
  await product.close()
  return [
    {
      name: `the first screen of a report over ${ROWS} orders against its bare statements`,
      ratio: median(times.ours) / median(times.bare),
      goal: '≤ 1.3',
      detail: `${median(times.ours).toFixed(1)} ms against ${median(times.bare).toFixed(1)} ms`,
    },
    {
      name: `a report of ${file.lines} orders as CSV`,
      ratio: null,
      goal: 'flat memory',
      detail: `${(file.bytes / 1_048_576).toFixed(0)} MB in ${(file.ms / 1_000).toFixed(1)} s, memory at most ${file.growth.toFixed(0)} MB above the first tenth's`,
    },
  ]
}

/** Reads the file as it comes; how much the process grows after its first tenth. */
async function csv(url: string, headers: Record<string, string>) {
  const began = performance.now()
  const answer = await fetch(url, { headers })
  let [bytes, lines, first, most] = [0, 0, 0, 0]
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    const rss = process.memoryUsage().rss / 1_048_576
    if (lines < YEARLY / 10) first = Math.max(first, rss)
    else most = Math.max(most, rss)
  }
  return {
    bytes,
    lines: lines - 1,
    growth: Math.max(0, most - first),
    ms: performance.now() - began,
  }
}

async function accountantToken(client: pg.Client): Promise<string> {
  const token = 'report-bench-token-of-an-accountant'
  await client.query(
    `with account as (insert into accounts (iin, role, created_at) values ('850505499909', 'accountant', now()) returning id)
     insert into tokens (hash, kind, iin, role, created_at, used_at, expires_at, account_id, began_by)
     select sha256($1::bytea), 'user', '850505499909', 'accountant', '2026-11-20', '2026-11-20T06:00:00Z', '2027-01-01', id, 'password' from account`,
    [Buffer.from(token)],
  )
  return token
}

const median = (of: readonly number[]): number =>
  [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
