import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { databaseAt141, rows } from './at-141.ts'
import { fillOld } from './many-old-policies.ts'

/** A thousand in `npm test`; a million by `npm run test:migration`. */
const POLICIES = Number(process.env.MIGRATION_POLICIES ?? 1_000)
const HUNDREDS = POLICIES / 100

test(`${POLICIES} policies of the old books are migrated: every row, every tenge, and what was wrong is named`, {
  timeout: 2 * 3_600_000,
}, async () => {
  const { pool } = await databaseAt141()
  const client = await pool.connect()
  await fillOld(client, POLICIES).finally(() => client.release())
  const tables = [
    'orders',
    'policies',
    'refunds',
    'ledger',
    'fiscal_receipts',
    'messages',
    'payment_attempt_history',
  ]
  const count = async (names: readonly string[]) => {
    const of = names.map((name) => `(select count(*)::int from ${name})`)
    const [found] = await rows<{ sum: number }>(pool, `select ${of.join(' + ')} as sum`)
    return found?.sum ?? 0
  }
  const before = await count([
    ...tables,
    'payment_attempts',
    'home_attempts',
    'home_attempt_history',
  ])
  const began = performance.now()
  await migrate(pool)
  const seconds = (performance.now() - began) / 1_000
  expect(await count([...tables, 'payment_attempts'])).toBe(before)

  const [contracts] = await rows(
    pool,
    `select count(*) filter (where product = 'ogpo')::int as ogpo, count(*) filter (where product = 'home')::int as home,
       sum(paid_in)::bigint as paid from contracts`,
  )
  expect(contracts).toMatchObject({ ogpo: POLICIES - POLICIES / 10, home: HUNDREDS })
  const [money] = await rows(
    pool,
    `select sum(amount)::bigint as paid from ledger where kind = 'payment'`,
  )
  expect(contracts?.paid).toBe(money?.paid)
  const found = await rows<{ finding: string; count: number }>(
    pool,
    'select finding, count(*)::int as count from contract_findings group by finding order by finding',
  )
  // Every tenth contract is a reissue, which the old books counted twice; of every thousandth the
  // old policy was ended as well.
  const attacked = POLICIES / 1_000
  expect(Object.fromEntries(found.map((row) => [row.finding, row.count]))).toMatchObject({
    reissue_counted_twice: POLICIES / 10,
    kept_differs: POLICIES / 10,
    reissue_of_an_ended_policy: attacked,
  })
  if (process.env.MIGRATION_POLICIES) {
    const [size] = await rows<{ size: string }>(
      pool,
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )
    console.info(
      `${POLICIES} policies, ${before} rows: ${seconds.toFixed(1)} s, ${size?.size}; ${JSON.stringify(found)}`,
    )
  }
})
