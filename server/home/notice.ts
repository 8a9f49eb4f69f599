import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { declined } from './charge.ts'
import { closePage, receive } from './pay.ts'
import { homeAttemptById } from './states.ts'

const SCRIPT = 'home'

/** The acquirer's notice of a Home payment: ten equal ones are one payment; a wrong signature, order, amount or currency changes nothing. */
export function mountHomeNotice(app: FastifyInstance, deps: Deps): void {
  app.post('/api/hooks/acquirer/home', { bodyLimit: 32_768 }, async (request, reply) => {
    const form = Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : '').entries())
    const answer = (status: 'ok' | 'rejected' | 'error', why: string) =>
      reply.type('application/xml; charset=utf-8').send(deps.systems.acquirer.answerNotice(SCRIPT, status, why))
    const notice = deps.systems.acquirer.readNotice(SCRIPT, form)
    if (!notice.ok) {
      deps.log.warn({ request: request.id, reason: notice.reason }, 'a Home payment notice was refused')
      return answer('error', notice.reason)
    }
    const attempt = await homeAttemptById(deps.db, notice.attemptId)
    if (!attempt) return answer('rejected', 'unknown order')
    if (notice.amount !== attempt.amount || notice.currency !== 'KZT') {
      deps.log.error({ request: request.id, attempt: attempt.id }, 'a Home payment notice of another amount')
      return answer('rejected', 'another amount')
    }
    const why = notice.failure?.text || 'declined'
    if (notice.paid) await receive(deps, attempt.id, 'acquirer', notice.paymentId)
    else if (attempt.way === 'page') await closePage(deps, attempt.id, 'rejected', why)
    else await declined(deps, attempt.id, why)
    return answer('ok', 'accepted')
  })
}
