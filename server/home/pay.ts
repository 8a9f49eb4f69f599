import { brand, type Locale } from '#brand'
import { homeTexts } from '#texts/home.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { oweHomeRefund } from '../home-refunds.ts'
import { homeCheckJob, homeRegisterJob } from '../jobs/queue.ts'
import { inPurchaseTrace } from '../order-trace.ts'
import type { By } from '../orders.ts'
import { step } from '../steps.ts'
import { renew } from './renew.ts'
import {
  aboutAttempt,
  attemptsOf,
  type Charge,
  chargeById,
  type HomeAttempt,
  homeAttemptById,
  lockedSubscription,
  moveCharge,
  moveHomeAttempt,
  moveSubscription,
  type Subscription,
  writeHomeLedger,
} from './states.ts'

export const localeOf = (of: { locale: string }): Locale => (of.locale === 'ru' ? 'ru' : 'kz')

/** The acquirer's notices about Home come here; `home` is the script name they are signed with. */
export const noticeUrl = (deps: Deps) => `${deps.config.publicUrl}/api/hooks/acquirer/home`
/** A closed page can still bring money: it is watched so long. */
export const watchClosedMs = 26 * 3_600_000

/**
 * Opens the page of the first payment, by the attempt's id: called by the request and again by the job it is still one page. Null when they
 * refuse or it was closed meanwhile. Throws `Unavailable`; the attempt then stays `created` and the job goes on.
 */
export async function openPage(deps: Deps, attemptId: string): Promise<string | null> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return null
  const { attempt, subscription } = about
  if (attempt.state === 'awaiting') return attempt.redirect_url
  if (attempt.state !== 'created' || subscription.state !== 'awaiting_payment') return null
  const locale = localeOf(subscription)
  const back = `${deps.config.publicUrl}${locale === 'ru' ? '/ru' : ''}/egov/policy/${brand.code}-home/insurance?order=${subscription.id}`
  const reply = await step('home.page', () =>
    deps.systems.acquirer.payPage({
      attemptId,
      amount: attempt.amount,
      description: homeTexts.purpose(subscription.number)[locale],
      locale,
      resultUrl: noticeUrl(deps),
      successUrl: back,
      failureUrl: back,
      bindFor: subscription.account_id,
      ...(subscription.phone ? { phone: subscription.phone } : {}),
      ...(subscription.email ? { email: subscription.email } : {}),
    }),
  )
  return step('home.page.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      await lockedSubscription(tx, subscription.id)
      const now = await homeAttemptById(tx, attemptId)
      const by = { actor: 'acquirer', reason: 'refused' in reply ? reply.refused : 'opened', at: deps.clock.now() }
      if ('refused' in reply) {
        if (now?.state === 'created') await moveHomeAttempt(tx, attemptId, 'error', by)
        return null
      }
      await tx
        .updateTable('home_attempts')
        .set({ outside_id: reply.paymentId, redirect_url: reply.redirectUrl })
        .where('id', '=', attemptId)
        .execute()
      if (now?.state === 'created') await moveHomeAttempt(tx, attemptId, 'awaiting', by)
      // Closed meanwhile: it is watched all the same, so that late money finds its way back.
      await deps.queue.enqueue(tx, homeCheckJob, { attemptId }, { inSeconds: deps.config.pollSeconds })
      return now?.state === 'created' || now?.state === 'awaiting' ? reply.redirectUrl : null
    }),
  )
}

/** Job: asks how a page of a first payment stands, and again until it is final; the notice may get lost. */
export async function checkPage(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await homeAttemptById(deps.db, attemptId)
  if (!attempt?.outside_id || attempt.way !== 'page' || ['paid', 'refunding', 'refunded'].includes(attempt.state)) return
  const theirs = await deps.systems.acquirer.status(attemptId)
  const now = deps.clock.now()
  await deps.db.updateTable('home_attempts').set({ checked_at: now }).where('id', '=', attemptId).execute()
  if (theirs.status === 'paid') {
    if (theirs.amount === attempt.amount) return receive(deps, attemptId, 'acquirer', theirs.paymentId)
    deps.log.error({ attempt: attemptId }, 'the payment is of another amount')
    return
  }
  const live = attempt.state === 'awaiting'
  const end = theirs.status === 'rejected' ? 'rejected' : theirs.status === 'error' ? 'error' : now >= attempt.expires_at ? 'expired' : null
  if (live && end) await closePage(deps, attemptId, end, `acquirer: ${theirs.status}`)
  if (now.getTime() > attempt.created_at.getTime() + watchClosedMs) return
  const inSeconds = deps.config.pollSeconds * (live && !end ? 2 : 60)
  await deps.queue.send(homeCheckJob, { attemptId }, { inSeconds, once: 'any' })
}

export async function closePage(deps: Deps, attemptId: string, to: 'rejected' | 'expired' | 'error', reason: string): Promise<void> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return
  await deps.db.transaction().execute(async (tx) => {
    await lockedSubscription(tx, about.subscription.id)
    if ((await homeAttemptById(tx, attemptId))?.state !== 'awaiting') return
    await tx
      .updateTable('home_attempts')
      .set({ failure: reason.slice(0, 200) })
      .where('id', '=', attemptId)
      .execute()
    await moveHomeAttempt(tx, attemptId, to, { actor: 'acquirer', reason: reason.slice(0, 200), at: deps.clock.now() })
  })
}

/**
 * Money has come by an attempt: one line in the ledger however often we hear of it. The first payment goes to be registered, a monthly one
 * prolongs the cover; money nobody waits for any more goes back by the attempt that brought it.
 */
export const receive = (deps: Deps, attemptId: string, actor: string, outsideId?: string | null): Promise<void> =>
  inPurchaseTrace(deps, { attemptId }, 'payment received', actor, () => takeMoney(deps, attemptId, actor, outsideId))

async function takeMoney(deps: Deps, attemptId: string, actor: string, outsideId?: string | null): Promise<void> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return
  await step('home.paid.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const subscription = await lockedSubscription(tx, about.subscription.id)
      const [attempt, charge] = [await homeAttemptById(tx, attemptId), await chargeById(tx, about.charge.id)]
      if (!subscription || !attempt || !charge || ['paid', 'refunding', 'refunded'].includes(attempt.state)) return
      const by = { actor, reason: 'money received', at: deps.clock.now() }
      if (outsideId && outsideId !== attempt.outside_id)
        await tx.updateTable('home_attempts').set({ outside_id: outsideId }).where('id', '=', attemptId).execute()
      // Their notice may overtake our own record of having asked.
      if (attempt.state === 'created') await moveHomeAttempt(tx, attemptId, 'awaiting', by)
      await moveHomeAttempt(tx, attemptId, 'paid', by)
      await writeHomeLedger(tx, {
        key: `payment:${attemptId}`,
        homeId: subscription.id,
        kind: 'payment',
        amount: attempt.amount,
        at: by.at,
      })
      await settle(tx, deps, { ...attempt, state: 'paid' }, charge, subscription, by)
    }),
  )
}

async function settle(tx: Tx, deps: Deps, attempt: HomeAttempt, charge: Charge, subscription: Subscription, by: By) {
  const first = charge.period === 0
  const wanted = charge.state === 'due' && subscription.state === (first ? 'awaiting_payment' : 'active')
  if (!wanted) {
    if (charge.state === 'due') await moveCharge(tx, charge.id, 'dropped', { ...by, reason: `subscription ${subscription.state}` })
    await oweHomeRefund(tx, deps, { attempt, homeId: subscription.id, reason: 'late_or_second_payment', by })
    return
  }
  await moveCharge(tx, charge.id, 'paid', { ...by, reason: `attempt ${attempt.id}` })
  if (!first) return renew(tx, deps, subscription, charge, by)
  await moveSubscription(tx, subscription.id, 'paid', { ...by, reason: `attempt ${attempt.id}` })
  await tx.updateTable('home_subscriptions').set({ paid_at: by.at }).where('id', '=', subscription.id).execute()
  for (const other of await attemptsOf(tx, charge.id))
    if (other.id !== attempt.id && (other.state === 'created' || other.state === 'awaiting'))
      await moveHomeAttempt(tx, other.id, 'expired', { ...by, reason: 'paid another way' })
  await deps.queue.enqueue(tx, homeRegisterJob, { subscriptionId: subscription.id })
}
