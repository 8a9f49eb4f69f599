import type { FastifyInstance } from 'fastify'
import { moneyCame } from '#domain/client-money.ts'
import type { Notice, NoticeStatus } from '#systems/acquirer/notices.ts'
import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../../deps.ts'
import { paymentCheckJob } from '../../jobs/definitions.ts'
import { saleOf, scripts } from '../../products/products.ts'
import { type Attempt, attemptById, recordChecked } from '../attempts.ts'
import { paymentOver, receivePayment } from '../receive.ts'
import { settleHold } from './card-holds.ts'
import { chargebacks } from './card-refunds.ts'
import type { Standing } from './way.ts'

/**
 * The acquirer's notices: of a payment's result, one address per product and script name, and of
 * chargebacks. A notice only triggers a query: the acquirer confirms the payment before anything
 * moves, so that a signature alone brings no policy (docs/security/rules.md). Ten equal notices are
 * one payment.
 */
export function mountCardNotices(app: FastifyInstance, deps: Deps): void {
  for (const script of scripts())
    app.post(`/api/hooks/acquirer/${script}`, { bodyLimit: 32_768 }, async (request, reply) => {
      const answer = (status: NoticeStatus, why: string) =>
        reply
          .type('application/xml; charset=utf-8')
          .send(deps.systems.acquirer.answerNotice(script, status, why))
      const notice = deps.systems.acquirer.readNotice(script, bodyOf(request.body))
      if (!notice.ok) {
        deps.log.warn({ request: request.id, reason: notice.reason }, 'a card notice was refused')
        return reply
          .type('application/xml; charset=utf-8')
          .send(deps.systems.acquirer.answerUnproved(notice.reason))
      }
      const attempt = await attemptById(deps.db, notice.attemptId)
      const found = attempt ? await saleOf(deps.db, attempt.order_id) : undefined
      if (attempt?.system !== 'card' || found?.product.script !== script)
        return answer('rejected', 'unknown order')
      if (notice.amount !== attempt.amount || notice.currency !== 'KZT') {
        deps.log.error(
          { request: request.id, attempt: attempt.id },
          'a card notice of another amount',
        )
        return answer('rejected', 'another amount')
      }
      await keepCardEnd(deps, attempt, notice)
      try {
        const [status, why] = await handleNotice(deps, attempt, notice)
        return answer(status, why)
      } catch (cause) {
        // They do not answer now: they repeat the notice.
        if (!(cause instanceof Unavailable)) throw cause
        await askAgain(deps, attempt)
        return answer('error', 'try again later')
      }
    })
  app.post('/api/hooks/acquirer/refund', { bodyLimit: 32_768 }, async (request, reply) => {
    const answer = (status: NoticeStatus, why: string) =>
      reply
        .type('application/xml; charset=utf-8')
        .send(deps.systems.acquirer.answerNotice('refund', status, why))
    const notice = deps.systems.acquirer.readRefundNotice('refund', bodyOf(request.body))
    if (!notice.ok) {
      deps.log.warn(
        { request: request.id, reason: notice.reason },
        'a notice of money taken back was refused',
      )
      return reply
        .type('application/xml; charset=utf-8')
        .send(deps.systems.acquirer.answerUnproved(notice.reason))
    }
    const attempt = await attemptById(deps.db, notice.attemptId)
    if (attempt?.system !== 'card') return answer('rejected', 'unknown order')
    try {
      if (await chargebacks(deps, attempt)) return answer('ok', 'accepted')
    } catch (cause) {
      if (!(cause instanceof Unavailable)) throw cause
    }
    await askAgain(deps, attempt)
    return answer('error', 'try again later')
  })
}

/**
 * Stores the card's last month: no list of theirs has it, and we notify owners of expiring cards.
 */
async function keepCardEnd({ db }: Deps, { id, card_id }: Attempt, notice: Notice): Promise<void> {
  const { paid, cardValidTo } = notice
  if (!paid || !cardValidTo) return
  await db
    .updateTable('payment_attempts')
    .set({ card_valid_to: cardValidTo })
    .where('id', '=', id)
    .execute()
  if (card_id)
    await db
      .updateTable('cards')
      .set({ valid_to: cardValidTo })
      .where('id', '=', card_id)
      .where('valid_to', '<>', cardValidTo)
      .execute()
}

/** Enqueues our own query as well. */
const askAgain = (deps: Deps, attempt: Attempt) =>
  deps.queue.send(
    paymentCheckJob,
    { attemptId: attempt.id },
    { inSeconds: deps.config.pollSeconds, once: 'any' },
  )

const bodyOf = (body: unknown): string => (typeof body === 'string' ? body : '')

const ACCEPTED: ['ok', string] = ['ok', 'accepted']

/**
 * Acts on the acquirer's reply to our query and returns the answer to its notice: the acquirer
 * repeats a notice answered `error`. Throws `Unavailable`.
 */
async function handleNotice(
  deps: Deps,
  attempt: Attempt,
  notice: Notice,
): Promise<[NoticeStatus, string]> {
  // A repeated notice may report later refunds or chargebacks.
  if (moneyCame(attempt))
    return (await chargebacks(deps, attempt)) ? ACCEPTED : ['error', 'try again later']
  const failure = notice.failure?.text
  let theirs: Standing = await deps.systems.acquirer.status({
    attemptId: attempt.id,
    paymentId: attempt.outside_id,
    told: notice.paymentId,
  })
  await recordChecked(deps, attempt)
  // The hold of a saved card belongs to its charge, which captures or releases it.
  if (theirs.status === 'held' && attempt.way !== 'saved_card')
    theirs = await settleHold(deps, attempt, theirs)
  if (theirs.status === 'unknown') {
    deps.log.error(
      { attempt: attempt.id },
      'a signed notice of a payment the acquirer does not know',
    )
    return ['rejected', 'the payment is not there']
  }
  if (theirs.status === 'paid') {
    if (theirs.amount !== attempt.amount) {
      deps.log.error({ attempt: attempt.id }, 'the payment is of another amount')
      return ['rejected', 'another amount']
    }
    await receivePayment(deps, attempt, 'acquirer', theirs)
    return ACCEPTED
  }
  const found = await saleOf(deps.db, attempt.order_id)
  if (theirs.status !== 'rejected' && (theirs.status === 'held' || failure === undefined))
    return ['error', 'not paid yet']
  const reason = (failure || theirs.status).slice(0, 200)
  if (attempt.way === 'saved_card') await found?.product.declined?.(deps, attempt.id, reason)
  else await paymentOver(deps, attempt, 'rejected', 'acquirer', reason)
  return ACCEPTED
}
