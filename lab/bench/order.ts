import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { calls } from '../../tests/http.ts'
import { buyer, sale } from './sale.ts'
import { productServer } from './server.ts'
import { purchaseToken } from './token.ts'

const COUNT = 300
const AT_ONCE = 8

/**
 * An order through HTTP against committing the same rows straight into the same PostgreSQL: by
 * pgbench where it is installed, else by the driver with prepared statements. Quotes are made
 * before the clock starts; both sides sync to disk.
 */
export async function orderBench() {
  const product = await productServer({ WORKER: 'off' })
  const { api } = calls(product.url)
  const token = await purchaseToken(product.url, product.sandbox.url, buyer)
  const quotes: string[] = []
  for (let at = 0; at < COUNT; at += AT_ONCE)
    quotes.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, COUNT - at) }, async () => {
          const { body } = await api('ogpoCalculate', sale(), token)
          if (!body.success) throw new Error(JSON.stringify(body))
          return body.data.calculations[0]?.calculationId ?? ''
        }),
      )),
    )
  const began = performance.now()
  await inParallel(quotes, async (calculationId) => {
    const { body } = await api(
      'ogpoOrder',
      { calculationId, pay: { system: 'mobile_bank', method: 'bill' }, email: 'bench@example.kz' },
      token,
    )
    if (!body.success) throw new Error(JSON.stringify(body))
  })
  const ordersPerSecond = (COUNT / (performance.now() - began)) * 1_000

  const connections = new pg.Pool({ connectionString: product.databaseUrl, max: AT_ONCE })
  await connections.query(
    'create table bench_contracts (like contracts including defaults); create table bench_orders (like orders including defaults); create table bench_history (like order_history including defaults); create table bench_attempts (like payment_attempts including defaults); create table bench_attempt_history (like payment_attempt_history including defaults); create table bench_jobs (like pgboss.job including defaults)',
  )
  const [raw, how] = pgbench(product) ?? [
    await driver(connections),
    'the driver (pgbench is not installed)',
  ]
  await connections.end()
  await product.close()
  return {
    name: 'an order against committing the same rows',
    ratio: ordersPerSecond / raw,
    goal: '≥ 0.5',
    detail: `${Math.round(ordersPerSecond)} against ${Math.round(raw)} per second by ${how}; the order also asks the bank over HTTP and answers`,
  }
}

/**
 * What one order writes: its contract, the order with two history rows and its attempt with two,
 * two jobs, and the two updates of opening the bill.
 */
const statements = [
  'insert into bench_contracts select * from contracts order by id limit 1',
  'insert into bench_orders select * from orders order by id limit 1',
  'insert into bench_history select * from order_history order by id limit 2',
  'insert into bench_attempts select * from payment_attempts order by id limit 1',
  'insert into bench_attempt_history select * from payment_attempt_history order by id limit 1',
  'insert into bench_jobs select * from pgboss.job limit 1',
]
const opened = [
  'insert into bench_attempt_history select * from payment_attempt_history order by id limit 1',
  'insert into bench_jobs select * from pgboss.job limit 1',
]

async function driver(connections: pg.Pool): Promise<number> {
  const began = performance.now()
  await inParallel(Array.from({ length: COUNT }), async () => {
    const client = await connections.connect()
    for (const part of [statements, opened]) {
      await client.query('begin')
      for (const text of part) await client.query({ name: text.slice(0, 40), text })
      await client.query('commit')
    }
    client.release()
  })
  return (COUNT / (performance.now() - began)) * 1_000
}

function pgbench(product: { home: string; databaseUrl: string }): [number, string] | null {
  const installed = [
    '/usr/bin',
    '/usr/local/bin',
    ...(existsSync('/usr/lib/postgresql')
      ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
      : []),
  ]
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => existsSync(path))
  if (!installed) return null
  const script = join(product.home, 'order.sql')
  writeFileSync(
    script,
    `${['begin', ...statements, 'commit', 'begin', ...opened, 'commit'].map((text) => `${text};`).join('\n')}\n`,
  )
  const done = spawnSync(
    installed,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(AT_ONCE),
      '-t',
      String(Math.ceil(COUNT / AT_ONCE)),
      '-f',
      script,
      product.databaseUrl,
    ],
    { encoding: 'utf8' },
  )
  const tps = /tps = ([\d.]+)/.exec(done.stdout)?.[1]
  if (!tps) throw new Error(`pgbench: ${done.stderr}`)
  return [Number(tps), 'pgbench']
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>) {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = queue.shift(); item !== undefined || queue.length > 0; item = queue.shift())
        if (item !== undefined) await work(item)
    }),
  )
}
