import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#tests/test-app.ts'
import { invoiceJob, paymentCheckJob } from './definitions.ts'
import { jobRow } from './queue.ts'

test('a job written by the statement that causes it is the one that the queue would send', async () => {
  const { db, server } = await testApp({ WORKER: 'off' })
  const { queue } = server.deps
  for (const what of [invoiceJob, paymentCheckJob]) {
    await db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, what, { attemptId: 'sent' }, { inSeconds: 8 })
      await sql`with row as (${jobRow(what, 'written', 8)}) select`.execute(tx)
    })
    const { rows } = await sql<{ data: { attemptId: string }; row: Record<string, unknown> }>`
      select data, to_jsonb(job) - 'id' - 'data' as row from pgboss.job where name = ${what.name} order by data`.execute(
      db,
    )
    expect(rows.map(({ data }) => data)).toEqual([{ attemptId: 'sent' }, { attemptId: 'written' }])
    expect(rows[1]?.row).toEqual(rows[0]?.row)
  }
})

test('no job is written about nothing', async () => {
  const { db } = await testApp({ WORKER: 'off' })
  await sql`with row as (${jobRow(invoiceJob, sql`(select null)`, 8)}) select`.execute(db)
  const { rows } = await sql`select from pgboss.job where name = ${invoiceJob.name}`.execute(db)
  expect(rows).toHaveLength(0)
})
