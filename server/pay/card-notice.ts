import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { attemptById, currentAttempt, lockedOrder, moveAttempt } from '../orders.ts'
import { receivePayment } from './receive.ts'

const SCRIPT = 'result'

/**
 * The acquirer's notice of a payment. Ten equal notices are one payment; a wrong signature, an unknown attempt, another amount or currency
 * are refused and change nothing.
 */
export function mountCardNotice(app: FastifyInstance, deps: Deps): void {
  app.post('/api/hooks/acquirer/result', { bodyLimit: 32_768 }, async (request, reply) => {
    const form = Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : '').entries())
    const answer = (status: 'ok' | 'rejected' | 'error', why: string) =>
      reply.type('application/xml; charset=utf-8').send(deps.systems.acquirer.answerNotice(SCRIPT, status, why))
    const notice = deps.systems.acquirer.readNotice(SCRIPT, form)
    if (!notice.ok) {
      deps.log.warn({ request: request.id, reason: notice.reason }, 'a card notice was refused')
      return answer('error', notice.reason)
    }
    const attempt = await attemptById(deps.db, notice.attemptId)
    if (attempt?.system !== 'card') return answer('rejected', 'unknown order')
    if (notice.amount !== attempt.amount || notice.currency !== 'KZT') {
      deps.log.error({ request: request.id, attempt: attempt.id }, 'a card notice of another amount')
      return answer('rejected', 'another amount')
    }
    if (notice.paid) await receivePayment(deps, attempt.id, 'acquirer', notice.paymentId)
    else await declined(deps, attempt.id, notice.failure?.text || 'declined')
    return answer('ok', 'accepted')
  })
}

async function declined(deps: Deps, attemptId: string, why: string) {
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await attemptById(tx, attemptId)
    const order = attempt ? await lockedOrder(tx, attempt.order_id) : undefined
    const now = order ? await currentAttempt(tx, order.id) : undefined
    if (!order || now?.id !== attemptId || now.state !== 'awaiting') return
    await moveAttempt(tx, attemptId, 'rejected', { actor: 'acquirer', reason: why.slice(0, 200), at: deps.clock.now() })
    await tx.updateTable('orders').set({ state: order.state }).where('id', '=', order.id).execute()
  })
}
