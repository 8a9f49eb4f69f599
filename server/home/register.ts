import { addDays, almatyDay } from '#domain/calendar.ts'
import { billingDate, periodOf, protectionStart } from '#domain/home/periods.ts'
import { nextIssueAttempt } from '#domain/lifetimes.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { act } from '../contracts/contracts.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { homeCardsJob, homeDocumentsJob, homeRegisterJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { failureOf } from '../orders/issue-error.ts'
import { issueLimits } from '../settings/time-limits.ts'
import { keepContract, type Registered, setContract, yearFrom } from './contracts.ts'
import { HomeFacts } from './facts.ts'
import { lockedSubscription, type Subscription, subscriptionById } from './states.ts'

/**
 * Job: registers a paid subscription, or gives the money back when the database has not taken it
 * within a day.
 */
export async function register(deps: Deps, subscriptionId: string): Promise<void> {
  await withLock(deps.locks, `home-register:${subscriptionId}`, async () => {
    const subscription = await subscriptionById(deps.db, subscriptionId)
    if (subscription?.state !== 'paid' || !subscription.paid_at) return
    const now = deps.clock.now()
    if (subscription.next_attempt_at && subscription.next_attempt_at > now) return
    const facts = HomeFacts.parse(subscription.facts)
    // Before the database is asked: from here on a contract may exist. A first question without an
    // answer keeps its time.
    const askedAt = subscription.set_asked_at ?? now
    await deps.db
      .updateTable('home_subscriptions')
      .set({ set_asked_at: askedAt })
      .where('id', '=', subscriptionId)
      .execute()
    let registered: Registered
    try {
      registered = await setContract(deps, subscription, facts, {
        number: subscription.number,
        ...yearFrom(almatyDay(protectionStart(askedAt))),
      })
    } catch (cause) {
      if (!(cause instanceof Unavailable || cause instanceof EsbdRefused)) throw cause
      return failed(deps, subscription, cause)
    }
    await settle(deps, subscription, facts, registered, askedAt)
  })
}

async function failed(deps: Deps, subscription: Subscription, cause: Unavailable | EsbdRefused) {
  const attempts = subscription.issue_attempts + 1
  const paidAt = subscription.paid_at ?? subscription.created_at
  const refused = cause instanceof EsbdRefused
  const now = deps.clock.now()
  // Only an answer to the call itself says that nothing was made; anything else leaves what an
  // earlier call may have done.
  const settingItself = cause.operation === 'SetContractDsProperty'
  const mayExist = settingItself
    ? cause instanceof Unavailable && cause.mayHaveHappened
    : subscription.set_asked_at !== null
  const next =
    refused && attempts >= issueLimits.faultsBeforeFinal
      ? null
      : nextIssueAttempt(attempts, paidAt, now, addDays(almatyDay(paidAt), 2))
  // Where a contract may exist nothing is given back until the database has answered.
  const at = next ?? (mayExist ? new Date(now.getTime() + issueLimits.homeMayExistAgainMs) : null)
  await step('home.register.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const row = await lockedSubscription(tx, subscription.id)
      if (row?.state !== 'paid') return
      await tx
        .updateTable('home_subscriptions')
        .set({
          issue_attempts: attempts,
          next_attempt_at: at,
          issue_error: JSON.stringify({
            ...failureOf(cause, subscription.issue_error, now),
            text: cause.message.slice(0, 200),
          }),
          ...(mayExist ? {} : { set_asked_at: null }),
        })
        .where('id', '=', subscription.id)
        .execute()
      if (at) {
        const inSeconds = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1_000))
        await deps.queue.enqueue(
          tx,
          homeRegisterJob,
          { subscriptionId: subscription.id },
          { inSeconds },
        )
        return
      }
      await act(
        tx,
        deps,
        row.id,
        { act: 'not_registered', reason: 'could not be registered' },
        { actor: 'job', at: now },
      )
    }),
  )
}

/** The contract is there: everything about it is written down at once. */
async function settle(
  deps: Deps,
  subscription: Subscription,
  facts: HomeFacts,
  registered: Registered,
  askedAt: Date,
) {
  await step('home.register.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const row = await lockedSubscription(tx, subscription.id)
      if (row?.state !== 'paid') return
      const at = deps.clock.now()
      // Nothing is backdated, however long the answer took.
      const protection = new Date(
        Math.max(protectionStart(askedAt).getTime(), Math.floor(at.getTime() / 60_000) * 60_000),
      )
      const anchor = almatyDay(protection)
      const { end } = periodOf(anchor, 0)
      const year = {
        number: subscription.number,
        year: 0,
        ...yearFrom(almatyDay(protectionStart(askedAt))),
      }
      const policyId = await keepContract(tx, subscription, facts, {
        ...registered,
        ...year,
        start: anchor,
        paidUntil: end,
        at,
      })
      await act(tx, deps, row.id, { act: 'registered' }, { actor: 'job', at })
      await tx
        .updateTable('home_subscriptions')
        .set({
          registered_at: askedAt,
          protection_from: protection,
          anchor,
          paid_until: end,
          next_period: 1,
          next_billing_on: billingDate(anchor, 1),
          policy_id: policyId,
          contract_until: year.end,
          set_asked_at: null,
          next_attempt_at: null,
          issue_error: null,
        })
        .where('id', '=', subscription.id)
        .execute()
      await deps.queue.enqueue(tx, homeCardsJob, { subscriptionId: subscription.id })
      await deps.queue.enqueue(tx, homeDocumentsJob, { subscriptionId: subscription.id })
    }),
  )
}
