import { z } from 'zod'
import { refusalText } from '#texts/refusals.ts'
import type { Sql } from '../db/connect.ts'
import { currentAttempt, type Order } from '../orders.ts'
import { notFound, ok } from '../refuse.ts'
import { handle } from '../route.ts'
import { checkAddress } from './check-address.ts'
import { paidStatus, progressOf, setStatus } from './progress.ts'

/** The buyer's own order; anybody else's is not found. */
export async function ownOrder(sql: Sql, orderId: string, iin: string): Promise<Order> {
  const order = await sql.selectFrom('orders').selectAll().where('id', '=', orderId).where('buyer_iin', '=', iin).executeTakeFirst()
  if (!order) throw notFound()
  return order
}

export const checkOrderPaid = handle('checkOrderPaid', async ({ orderId }, { db, me }) => {
  const order = await ownOrder(db, orderId, me().iin)
  return ok({ status: paidStatus(order, await currentAttempt(db, orderId)) })
})

const IssueError = z.object({ code: z.int(), reason: z.string().optional() })

export const checkOrderSet = handle('ogpoCheckOrderSet', async ({ orderId }, { db, me, locale, config, signer }) => {
  const order = await ownOrder(db, orderId, me().iin)
  const error = IssueError.safeParse(order.issue_error)
  const base = {
    status: setStatus(order),
    state: order.state,
    attempts: order.issue_attempts,
    nextAttemptAt: order.next_attempt_at?.toISOString() ?? null,
    error: error.success ? { code: error.data.code, message: refusalText(error.data.code, locale, error.data.reason) } : null,
  }
  const policy = await db.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  if (!policy) return ok(base)
  const papers = await db
    .selectFrom('documents')
    .select(['uuid', 'kind', 'size'])
    .where('policy_id', '=', policy.id)
    .where('locale', '=', locale)
    .execute()
  return ok({
    ...base,
    globalId: policy.global_id,
    startDate: policy.start_date,
    endDate: policy.end_date,
    files: Object.fromEntries(papers.map(({ kind, uuid, size }) => [kind, { uuid, size }])),
    checkUrl: await checkAddress(config.publicUrl, signer, policy, locale),
  })
})

export const orderProgress = handle('ogpoOrderProgress', async ({ key }, { db }) => {
  const order = await db.selectFrom('orders').selectAll().where('progress_key', '=', key).executeTakeFirst()
  if (!order) throw notFound()
  return ok(await progressOf(db, order))
})
