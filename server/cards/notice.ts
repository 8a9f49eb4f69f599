import type { FastifyInstance } from 'fastify'
import { accountById } from '../accounts.ts'
import { keepCard } from '../bound-cards.ts'
import type { Deps } from '../deps.ts'

const SCRIPT = 'card'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The acquirer's notice of a bound card: ten equal notices are one card; a wrong signature or an unknown client changes nothing. */
export function mountCardBound(app: FastifyInstance, deps: Deps): void {
  app.post('/api/hooks/acquirer/card', { bodyLimit: 32_768 }, async (request, reply) => {
    const form = Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : '').entries())
    const answer = (status: 'ok' | 'rejected' | 'error', why: string) =>
      reply.type('application/xml; charset=utf-8').send(deps.systems.acquirer.answerNotice(SCRIPT, status, why))
    const notice = deps.systems.acquirer.readCardNotice(SCRIPT, form)
    if (!notice.ok) {
      deps.log.warn({ request: request.id, reason: notice.reason }, 'a notice of a bound card was refused')
      return answer('error', notice.reason)
    }
    const account = UUID.test(notice.userId) ? await accountById(deps.db, notice.userId) : undefined
    if (!account) return answer('rejected', 'unknown client')
    if (notice.bound)
      await deps.db
        .transaction()
        .execute((tx) =>
          keepCard(
            tx,
            account,
            { token: notice.token, outsideId: notice.cardId, maskedPan: notice.maskedPan, validTo: notice.validTo },
            deps.clock.now(),
          ),
        )
    return answer('ok', 'accepted')
  })
}
