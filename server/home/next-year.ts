import { addDays } from '#domain/calendar.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { homeContractJob, homeDocumentsJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { failureOf } from '../orders/issue-error.ts'
import { issueLimits } from '../settings/time-limits.ts'
import {
  AT_ONCE,
  keepContract,
  lastContract,
  type Registered,
  setContract,
  yearFrom,
} from './contracts.ts'
import { HomeFacts } from './facts.ts'
import { lockedSubscription, type Subscription, subscriptionById } from './states.ts'

/**
 * Job: registers the next year's contract when the paid time goes past the end of the last one;
 * once per year, whatever happens.
 */
export async function registerNextYear(deps: Deps, subscriptionId: string): Promise<void> {
  await withLock(deps.locks, `home-register:${subscriptionId}`, async () => {
    const subscription = await subscriptionById(deps.db, subscriptionId)
    const last = await lastContract(deps.db, subscriptionId)
    const today = deps.clock.today()
    if (
      !subscription?.paid_until ||
      !last ||
      subscription.paid_until <= last.end_date ||
      subscription.paid_until < today
    )
      return
    if (subscription.next_attempt_at && subscription.next_attempt_at > deps.clock.now()) return
    const facts = HomeFacts.parse(subscription.facts)
    const year = last.year + 1
    const next = yearFrom(addDays(last.end_date, 1))
    // Nothing is backdated: a contract that comes late begins today and still ends with its year.
    const contract = {
      number: `${subscription.number}-${year + 1}`,
      start: next.start < today ? today : next.start,
      end: next.end,
    }
    let registered: Registered
    try {
      registered = await setContract(deps, subscription, facts, contract)
    } catch (cause) {
      if (!(cause instanceof Unavailable || cause instanceof EsbdRefused)) throw cause
      return again(deps, subscription, cause)
    }
    await step('home.register.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        const row = await lockedSubscription(tx, subscriptionId)
        if (!row?.paid_until || (await lastContract(tx, subscriptionId))?.year !== last.year) return
        const at = deps.clock.now()
        const policyId = await keepContract(tx, row, facts, {
          ...registered,
          ...contract,
          year,
          paidUntil: row.paid_until,
          at,
        })
        await tx
          .updateTable('policies')
          .set({ end_date: last.end_date })
          .where('id', '=', last.policy_id)
          .execute()
        await tx
          .updateTable('home_subscriptions')
          .set({
            policy_id: policyId,
            contract_until: contract.end,
            next_attempt_at: null,
            issue_error: null,
            issue_attempts: 0,
          })
          .where('id', '=', subscriptionId)
          .execute()
        await deps.queue.enqueue(tx, homeDocumentsJob, { subscriptionId })
      }),
    )
  })
}

/**
 * The cover is paid for, so it is asked for again until it is registered; staff see it among what
 * is paid and not issued.
 */
async function again(deps: Deps, subscription: Subscription, cause: Unavailable | EsbdRefused) {
  const refused = cause instanceof EsbdRefused
  if (refused)
    deps.log.error(
      { subscription: subscription.id },
      'the next year of a Home contract was refused',
    )
  const now = deps.clock.now()
  const at = new Date(now.getTime() + issueLimits.homeYearAgainMs)
  await step('home.register.commit', () =>
    deps.db
      .updateTable('home_subscriptions')
      .set((expression) => ({
        issue_attempts: expression('issue_attempts', '+', 1),
        next_attempt_at: at,
        issue_error: JSON.stringify({
          ...failureOf(cause, subscription.issue_error, now),
          text: cause.message.slice(0, 200),
        }),
      }))
      .where('id', '=', subscription.id)
      .execute(),
  )
}

/** Sweep: paid time past the end of the last contract, and nobody asking for the next one. */
export async function lostYears({ db, queue, clock, config }: Deps): Promise<void> {
  const forgotten = new Date(clock.now().getTime() - config.forgottenSeconds * 1_000)
  const due = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .whereRef('paid_until', '>', 'contract_until')
    .where('paid_until', '>=', clock.today())
    .where((expression) =>
      expression.or([
        expression('next_attempt_at', 'is', null),
        expression('next_attempt_at', '<', forgotten),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due)
    await queue.send(homeContractJob, { subscriptionId: id }, { once: 'soon' })
}
