import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pool } from '../../server/db/connect.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'

const ROWS = Number(process.env.ROWS ?? 5_000_000)
/** Three years, as long as the journal is kept. */
const MONTHS = 36
const BEGAN = '2023-12-01'
/** Lines that the product writes together, and those the daily job removes together. */
const WRITTEN = 200
const REMOVED = 5_000
const ROUNDS = 200
const tables = ['outside_calls', 'partitioned_calls'] as const
type Table = (typeof tables)[number]

/**
 * The journal of outside calls as it is against the same rows in a partition a month: what is
 * written, an order's lines, and a month that is removed. `ROWS` says how many lines stand there.
 */
export async function journalBench() {
  const home = mkdtempSync(join('/var/tmp', 'qorgan-journal-'))
  const database = await startEmbedded({ home })
  const connections = pool(database.url, 2)
  await migrate(connections)
  await connections.end()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The product's limit of a statement is not for filling.
  await client.query('set statement_timeout = 0')
  try {
    await fill(client)
    const written = await inTurns(ROUNDS, (table) => write(client, table))
    const read = await inTurns(ROUNDS, (table) => readOrder(client, table))
    const [taken, dropped] = [await removeRows(client), await dropMonth(client)]
    return [
      line('lines of the journal written together', written, '≤ 1.1'),
      line('an order’s lines of the journal', read, 'none'),
      {
        name: `a month of ${ROWS} lines removed as a partition, against its rows`,
        ratio: dropped.ms / taken.ms,
        goal: 'none',
        detail: `${dropped.ms.toFixed(0)} against ${taken.ms.toFixed(0)} ms, ${dropped.wal} against ${taken.wal} KB of log, ${taken.rows} rows`,
      },
    ]
  } finally {
    await client.end()
    await database.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

const line = (name: string, of: Record<Table, number>, goal: string) => ({
  name: `${name}, a partition a month against one table`,
  ratio: of.partitioned_calls / of.outside_calls,
  goal,
  detail: `${of.partitioned_calls.toFixed(2)} against ${of.outside_calls.toFixed(2)} ms, ${ROWS} lines in ${MONTHS} months`,
})

/** The same rows in both, and the same indexes, made when the rows are there. */
async function fill(client: pg.Client): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where tablename = 'outside_calls' and indexname <> 'outside_calls_pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(
    `insert into outside_calls (system, operation, key, started_at, duration_ms, attempts, outcome, status)
     select 'system' || i % 18, 'operation' || i % 40, case when i % 3 > 0 then 'QG' || i / 30 end,
       $1::timestamptz + (i * ($2 * interval '1 month') / $3::float), i % 900, 1,
       case when i % 200 = 0 then 'unavailable' else 'ok' end, 200
     from generate_series(1, $3::int) i`,
    [BEGAN, MONTHS, ROWS],
  )
  await client.query(
    `create table partitioned_calls (like outside_calls, primary key (id, started_at))
     partition by range (started_at);
     alter table partitioned_calls alter id set default nextval(pg_get_serial_sequence('outside_calls', 'id'))`,
  )
  // One more for what is written meanwhile.
  for (let month = 0; month <= MONTHS; month += 1) {
    const from = (at: number) => `timestamptz '${BEGAN}' + interval '${at} months'`
    const { rows } = await client.query<{ lower: string; upper: string }>(
      `select (${from(month)})::text as lower, (${from(month + 1)})::text as upper`,
    )
    await client.query(
      `create table calls_${month} partition of partitioned_calls
       for values from ('${rows[0]?.lower}') to ('${rows[0]?.upper}')`,
    )
  }
  await client.query('insert into partitioned_calls select * from outside_calls')
  for (const { made } of indexes) {
    await client.query(made)
    await client.query(made.replaceAll('outside_calls', 'partitioned_calls'))
  }
  for (const table of tables) await client.query(`vacuum analyze ${table}`)
  await client.query('checkpoint')
}

/** Milliseconds of the median, one table after the other. */
async function inTurns(
  rounds: number,
  run: (table: Table) => Promise<unknown>,
): Promise<Record<Table, number>> {
  const times: Record<Table, number[]> = { outside_calls: [], partitioned_calls: [] }
  for (let round = -10; round < rounds; round += 1)
    for (const table of tables) {
      const began = performance.now()
      await run(table)
      if (round >= 0) times[table].push(performance.now() - began)
    }
  const median = (of: number[]) => of.sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
  return {
    outside_calls: median(times.outside_calls),
    partitioned_calls: median(times.partitioned_calls),
  }
}

const last = `timestamptz '${BEGAN}' + interval '${MONTHS} months'`
const write = (client: pg.Client, table: Table) =>
  client.query(
    `insert into ${table} (system, operation, key, started_at, duration_ms, attempts, outcome, status)
     select 'system' || i % 18, 'operation' || i % 40, 'QGN' || i / 30, ${last} + i * interval '1 second',
       i % 900, 1, 'ok', 200 from generate_series(1, $1::int) i`,
    [WRITTEN],
  )

const readOrder = (client: pg.Client, table: Table) => {
  const key = () => `QG${Math.floor((Math.random() * ROWS) / 30)}`
  return client.query({
    name: `order of ${table}`,
    text: `select * from ${table} where key in ($1, $2, $3) order by id desc limit 200`,
    values: [key(), key(), key()],
  })
}

const before = `timestamptz '${BEGAN}' + interval '1 month'`

/** The first month as the daily job removes it, with the vacuum that it leaves behind. */
const removeRows = (client: pg.Client) =>
  measured(client, async () => {
    let rows = 0
    for (let taken = 1; taken > 0; rows += taken) {
      const answer = await client.query(
        `delete from outside_calls where id in
         (select id from outside_calls where started_at < ${before} order by started_at limit ${REMOVED})`,
      )
      taken = answer.rowCount ?? 0
    }
    await client.query('vacuum outside_calls')
    return rows
  })

const dropMonth = (client: pg.Client) =>
  measured(client, async () => {
    await client.query('drop table calls_0')
    return 0
  })

/** How long it took and how much of the write-ahead log it made. */
async function measured(client: pg.Client, run: () => Promise<number>) {
  const place = async () =>
    (await client.query<{ at: string }>('select pg_current_wal_lsn() as at')).rows[0]?.at ?? '0/0'
  const from = await place()
  const began = performance.now()
  const rows = await run()
  const ms = performance.now() - began
  const { rows: grown } = await client.query<{ kb: string }>(
    'select round(pg_wal_lsn_diff(pg_current_wal_lsn(), $1) / 1024) as kb',
    [from],
  )
  return { rows, ms, wal: Number(grown[0]?.kb ?? 0) }
}
