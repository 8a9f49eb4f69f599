import { statfsSync } from 'node:fs'
import type pg from 'pg'
import { copyIn } from '../../../scripts/backup/copy.ts'
import type { Filling } from './rows/cells.ts'
import { fillings } from './rows.ts'
import type { Size } from './sale.ts'

/**
 * Bytes on the disk that a policy takes with all that belongs to it and its indexes, the log
 * written meanwhile included.
 */
const BYTES_A_POLICY = 7_000
const AT_ONCE = 50_000
const ROWS_A_CHUNK = 500

/**
 * Fills a migrated, seeded database with so many policies and, in proportion, their clients,
 * accounts, quotes, contracts, orders with their events, attempts, ledger, receipts, messages,
 * claims: the same rows for the same seed, by COPY. Triggers and foreign keys sleep meanwhile and
 * hold afterwards: `broken` tells what does not. Refuses before anything is written when the disk
 * is too small. `only` names the tables that are filled, when not all are.
 */
export async function generate(
  client: pg.Client,
  size: Size,
  folder: string,
  say: (line: string) => void = () => {},
  only?: readonly string[],
): Promise<void> {
  const filled = fillings.filter(({ table }) => !only || only.includes(table))
  const free = statfsSync(folder)
  const bytes = free.bavail * free.bsize
  if (bytes < size.policies * BYTES_A_POLICY)
    throw new Error(
      `${size.policies} policies need about ${gigabytes(size.policies * BYTES_A_POLICY)} GB of disk, ${gigabytes(bytes)} GB are free`,
    )
  await client.query(
    "set statement_timeout = 0; set session_replication_role = 'replica'; set synchronous_commit = off",
  )
  const { rows } = await client.query<{ id: number }>(
    `select id from insurers where code in ('dala', 'tobyl', 'alatau') order by sort`,
  )
  const { rows: tables } = await client.query<{ version: string }>(
    'select version from tariff_tables order by effective_from limit 1',
  )
  const given = { insurerIds: rows.map(({ id }) => id), tables: tables[0]?.version ?? '' }
  const indexes = await withoutIndexes(client)
  for (const filling of filled) {
    const began = performance.now()
    const count = filling.count(size)
    for (let from = 0; from < count; from += AT_ONCE)
      await copyIn(
        client,
        `copy ${filling.table} (${filling.columns}) from stdin`,
        chunks(filling, size, { from, to: Math.min(count, from + AT_ONCE) }, given),
      )
    say(`${filling.table}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  }
  const began = performance.now()
  for (const index of indexes) await client.query(index)
  say(`${indexes.length} indexes: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await client.query(
    "set session_replication_role = 'origin'; set synchronous_commit = on; reset maintenance_work_mem",
  )
  await client.query(`vacuum analyze ${filled.map(({ table }) => table).join(', ')}`)
}

/**
 * Takes the indexes away that no constraint needs and answers what makes them again: once at the
 * end is several times faster.
 */
async function withoutIndexes(client: pg.Client): Promise<string[]> {
  await client.query("set maintenance_work_mem = '256MB'")
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [fillings.map(({ table }) => table)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const gigabytes = (bytes: number) => Math.ceil(bytes / 1e9)

async function* chunks(
  filling: Filling,
  size: Size,
  { from, to }: { from: number; to: number },
  given: Parameters<Filling['rows']>[2],
) {
  let lines: string[] = []
  for (let n = from; n < to; n += 1) {
    for (const row of filling.rows(size, n, given))
      lines.push(row.map((cell) => (cell === null ? '\\N' : cell)).join('\t'))
    if (lines.length < ROWS_A_CHUNK) continue
    yield Buffer.from(`${lines.join('\n')}\n`)
    lines = []
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
}

/**
 * What does not hold in the database: rows whose foreign key points nowhere, and what the triggers
 * would have refused or filled in.
 */
export async function broken(client: pg.Client): Promise<string[]> {
  const wrong: string[] = []
  const { rows: keys } = await client.query<{
    from: string
    column: string
    to: string
    target: string
  }>(
    `select c.conrelid::regclass::text as "from", a.attname as "column", c.confrelid::regclass::text as "to", b.attname as target
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text = any($1)`,
    [fillings.map(({ table }) => table)],
  )
  const count = async (text: string) =>
    Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n)
  for (const { from, column, to, target } of keys) {
    const lost = await count(
      `${from} f where f.${column} is not null and not exists (select 1 from ${to} t where t.${target} = f.${column})`,
    )
    if (lost > 0) wrong.push(`${lost} rows of ${from}.${column} point nowhere in ${to}`)
  }
  const rules = {
    'orders without their insurer':
      'orders o join quotes q on q.id = o.calculation_id join insurers i on i.id = q.insurer_id where o.insurer_code is distinct from i.code',
    'claims with another origin than their policy':
      'claims c join policies p on p.id = c.policy_id join orders o on o.id = p.order_id where (c.insurer_code, c.source) is distinct from (p.insurer_code, o.source)',
    'lines of the ledger in a closed month':
      "ledger l join closed_periods c on c.month >= to_char((l.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM')",
    'policies without their order issued':
      "policies p join orders o on o.id = p.order_id where o.state <> 'issued'",
    'paid orders whose money is not in the ledger':
      "orders o where o.paid_at is not null and o.amount is distinct from (select sum(amount) from ledger where order_id = o.id and kind = 'payment')",
    'issued orders whose premium is not in the ledger':
      "orders o where o.state = 'issued' and o.insurance_premium is distinct from (select sum(amount) from ledger where order_id = o.id and kind = 'premium' and credit = 'insurer')",
    'contracts that say other sums than their payments and refunds': `contracts c where (c.paid_in, c.refunds_open, c.refunded) is distinct from (
        (select coalesce(sum(amount), 0) from payment_attempts where contract_id = c.id and state in ('paid', 'refunding', 'refunded')),
        (select coalesce(sum(amount) filter (where state <> 'done'), 0) from refunds where contract_id = c.id),
        (select coalesce(sum(amount) filter (where state = 'done'), 0) from refunds where contract_id = c.id))`,
    'contracts of which something is not spoken for': `(select contract_id from ledger group by contract_id
        having sum(case when credit = 'client' then amount when debit = 'client' then -amount else 0 end) <> 0) as held`,
  }
  for (const [what, text] of Object.entries(rules)) {
    const found = await count(text)
    if (found > 0) wrong.push(`${found} ${what}`)
  }
  return wrong
}
