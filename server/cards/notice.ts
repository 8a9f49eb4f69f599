import type { FastifyInstance } from 'fastify'
import { isUuid } from '#domain/uuid.ts'
import type { NoticeStatus } from '#systems/acquirer/notices.ts'
import { Unavailable } from '#systems/http.ts'
import { accountById } from '../accounts/accounts.ts'
import type { Deps } from '../deps.ts'
import { keepCard } from './cards.ts'

const SCRIPT = 'card'

/**
 * The acquirer's notice of a bound card: ten equal notices are one card; a wrong signature or an
 * unknown client changes nothing.
 */
export function mountCardBound(app: FastifyInstance, deps: Deps): void {
  app.post('/api/hooks/acquirer/card', { bodyLimit: 32_768 }, async (request, reply) => {
    const answer = (status: NoticeStatus, why: string) =>
      reply
        .type('application/xml; charset=utf-8')
        .send(deps.systems.acquirer.answerNotice(SCRIPT, status, why))
    const notice = deps.systems.acquirer.readCardNotice(
      SCRIPT,
      typeof request.body === 'string' ? request.body : '',
    )
    if (!notice.ok) {
      deps.log.warn(
        { request: request.id, reason: notice.reason },
        'a notice of a bound card was refused',
      )
      return reply
        .type('application/xml; charset=utf-8')
        .send(deps.systems.acquirer.answerUnproved(notice.reason))
    }
    const account = isUuid(notice.userId) ? await accountById(deps.db, notice.userId) : undefined
    if (!account) return answer('rejected', 'unknown client')
    if (!notice.bound) return answer('ok', 'accepted')
    const token = notice.token ?? (await listedToken(deps, account.id, notice.cardId))
    if (!token) return answer('error', 'try again later')
    await deps.db
      .transaction()
      .execute((tx) =>
        keepCard(
          tx,
          account,
          { token, outsideId: notice.cardId, maskedPan: notice.maskedPan, validTo: notice.validTo },
          deps.clock.now(),
        ),
      )
    return answer('ok', 'accepted')
  })
}

/**
 * Returns the card's token from their list if the notice lacks it. Null if it is unavailable now;
 * they repeat the notice.
 */
async function listedToken(
  { systems, log }: Deps,
  accountId: string,
  cardId: string,
): Promise<string | null> {
  try {
    return (await systems.acquirer.cards(accountId)).find(({ id }) => id === cardId)?.token ?? null
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn({ err: cause }, 'the acquirer did not tell the cards; the notice comes again')
    return null
  }
}
