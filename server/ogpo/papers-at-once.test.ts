import { expect, test } from 'vitest'
import { withPolicy } from '#tests/claim.ts'
import { testApp, until } from '#tests/test-app.ts'
import { documentsJob } from '../jobs/definitions.ts'

test('whose papers take long keeps nobody else from theirs', async () => {
  const at = await testApp()
  const { db, pool, queue } = at.server.deps
  const { globalId } = await withPolicy(at)
  const { id, order_id: slow } = await db
    .selectFrom('policies')
    .select(['id', 'order_id'])
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
  const jobOf = async (orderId: string) =>
    (
      await pool.query<{ state: string; retry_count: number }>(
        `select state, retry_count from pgboss.job where name = $1 and data->>'orderId' = $2
         order by created_on desc limit 1`,
        [documentsJob.name, orderId],
      )
    ).rows[0]
  await until(
    () => db.selectFrom('orders').select('papers_sent_at').where('id', '=', slow).execute(),
    ([order]) => order?.papers_sent_at !== null,
  )
  await db.deleteFrom('documents').where('policy_id', '=', id).execute()
  const holder = await pool.connect()
  const quick = crypto.randomUUID()
  try {
    await holder.query('begin')
    await holder.query('select from policies where id = $1 for update', [id])
    await queue.send(documentsJob, { orderId: String(slow) })
    await until(
      () => jobOf(String(slow)),
      (job) => job?.state === 'active',
    )
    await queue.send(documentsJob, { orderId: quick })
    await until(
      () => jobOf(quick),
      (job) => job?.state === 'completed',
    )
    expect(await jobOf(String(slow))).toEqual({ state: 'active', retry_count: 0 })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
