import { addDays, almatyDay, type Day } from '#domain/calendar.ts'
import { billingDate, periodOf, protectionStart } from '#domain/home/periods.ts'
import { nextIssueAttempt } from '#domain/lifetimes.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import {
  homeCardsJob,
  homeContractJob,
  homeDocumentsJob,
  homeRegisterJob,
} from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { failureOf } from '../orders/orders.ts'
import { issueLimits } from '../settings/time-limits.ts'
import { HomeFacts } from './calculate.ts'
import {
  AT_ONCE,
  findContract,
  keepContract,
  lastContract,
  type Registered,
  setContract,
  yearFrom,
} from './contracts.ts'
import { chargeId, lockedSubscription, type Subscription, subscriptionById } from './states.ts'

/**
 * Job: registers a paid subscription, or refunds if the database has not accepted it within a day.
 */
export async function register(deps: Deps, subscriptionId: string): Promise<void> {
  await withLock(deps.locks, `home-register:${subscriptionId}`, async () => {
    const subscription = await subscriptionById(deps.db, subscriptionId)
    if (subscription?.state !== 'paid' || !subscription.paid_at) return
    const now = deps.clock.now()
    if (subscription.next_attempt_at && subscription.next_attempt_at > now) return
    const facts = HomeFacts.parse(subscription.facts)
    // Before the request: from here on a contract may exist. An earlier request without an answer
    // keeps its time.
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

/**
 * Returns the outcome of a failed try: `faults` including this one, if the database refused the
 * call itself, and if a contract may exist. Only an answer to the call itself proves that nothing
 * was made; anything else leaves an earlier call's outcome open.
 */
function said(subscription: Subscription, cause: Unavailable | EsbdRefused) {
  const settingItself = cause.operation === 'SetContractDsProperty'
  const isNo = settingItself && cause instanceof EsbdRefused
  return {
    faults: subscription.issue_faults + (isNo ? 1 : 0),
    mayExist: settingItself
      ? cause instanceof Unavailable && cause.mayHaveHappened
      : subscription.set_asked_at !== null,
  }
}

async function failed(deps: Deps, subscription: Subscription, cause: Unavailable | EsbdRefused) {
  const attempts = subscription.issue_attempts + 1
  const paidAt = subscription.paid_at ?? subscription.created_at
  const now = deps.clock.now()
  const { faults, mayExist } = said(subscription, cause)
  const next =
    faults >= issueLimits.faultsBeforeFinal
      ? null
      : nextIssueAttempt(attempts, paidAt, now, addDays(almatyDay(paidAt), 2))
  // While a contract may exist, nothing is refunded until the database has answered.
  const at = next ?? (mayExist ? new Date(now.getTime() + issueLimits.homeMayExistAgainMs) : null)
  await step('home.register.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const row = await lockedSubscription(tx, subscription.id)
      if (row?.state !== 'paid') return
      await tx
        .updateTable('home_subscriptions')
        .set({
          issue_attempts: attempts,
          issue_faults: faults,
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

/** Records a registered contract, everything in one transaction. */
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
      // Never backdated, however long the answer took.
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
          issue_attempts: 0,
          issue_faults: 0,
        })
        .where('id', '=', subscription.id)
        .execute()
      await deps.queue.enqueue(tx, homeCardsJob, { subscriptionId: subscription.id })
      await deps.queue.enqueue(tx, homeDocumentsJob, { subscriptionId: subscription.id })
    }),
  )
}

/**
 * Job: registers the next year's contract when the paid time exceeds the last one's end; once per
 * year, whatever happens. If that time ends without an answer from the database, registers nothing
 * more: searches for a contract and accepts it, or refunds.
 */
export async function registerNextYear(deps: Deps, subscriptionId: string): Promise<void> {
  await withLock(deps.locks, `home-register:${subscriptionId}`, async () => {
    const subscription = await subscriptionById(deps.db, subscriptionId)
    const last = await lastContract(deps.db, subscriptionId)
    const today = deps.clock.today()
    if (!subscription?.paid_until || !last || subscription.paid_until <= last.end_date) return
    if (subscription.next_attempt_at && subscription.next_attempt_at > deps.clock.now()) return
    const facts = HomeFacts.parse(subscription.facts)
    const year = last.year + 1
    const next = yearFrom(addDays(last.end_date, 1))
    const isOver = subscription.paid_until < today
    const askedOn = almatyDay(subscription.set_asked_at ?? deps.clock.now())
    // Never backdated: a late contract begins today and still ends with its year.
    const begun = isOver ? askedOn : today
    const contract = {
      number: `${subscription.number}-${year + 1}`,
      start: next.start < begun ? begun : next.start,
      end: next.end,
    }
    if (!isOver)
      await deps.db
        .updateTable('home_subscriptions')
        .set({ set_asked_at: subscription.set_asked_at ?? deps.clock.now() })
        .where('id', '=', subscriptionId)
        .execute()
    let registered: Registered | null
    try {
      registered = isOver
        ? await findContract(deps, subscription, facts, { ...contract, start: today })
        : await setContract(deps, subscription, facts, contract)
    } catch (cause) {
      if (!(cause instanceof Unavailable || cause instanceof EsbdRefused)) throw cause
      return again(deps, subscription, cause, last.end_date)
    }
    if (!registered) return neverRegistered(deps, subscription, last.end_date)
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
            issue_faults: 0,
            set_asked_at: null,
          })
          .where('id', '=', subscriptionId)
          .execute()
        await deps.queue.enqueue(tx, homeDocumentsJob, { subscriptionId })
      }),
    )
  })
}

/**
 * Retries, because the cover is paid for; staff see it among paid, unissued ones. After three
 * refusals, or a day since the payment, refunds what was paid beyond the last contract's end,
 * unless the next contract may exist.
 */
async function again(
  deps: Deps,
  subscription: Subscription,
  cause: Unavailable | EsbdRefused,
  until: Day,
) {
  const now = deps.clock.now()
  const { faults, mayExist } = said(subscription, cause)
  const beyond = await paidBeyond(deps.db, subscription, until)
  const isOver =
    faults >= issueLimits.faultsBeforeFinal ||
    (beyond !== null && now.getTime() - beyond.paidAt.getTime() >= issueLimits.homeYearMs)
  const from = isOver && !mayExist ? beyond?.from : undefined
  const at = from === undefined ? new Date(now.getTime() + issueLimits.homeYearAgainMs) : null
  await step('home.register.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      await lockedSubscription(tx, subscription.id)
      await tx
        .updateTable('home_subscriptions')
        .set((expression) => ({
          issue_attempts: expression('issue_attempts', '+', 1),
          issue_faults: faults,
          next_attempt_at: at,
          issue_error: JSON.stringify({
            ...failureOf(cause, subscription.issue_error, now),
            text: cause.message.slice(0, 200),
          }),
          ...(mayExist ? {} : { set_asked_at: null }),
        }))
        .where('id', '=', subscription.id)
        .execute()
      if (from === undefined) return
      const what = { act: 'year_not_registered', from, reason: 'could not be registered' } as const
      await act(tx, deps, subscription.id, what, { actor: 'job', at: now })
    }),
  )
}

/** Handles paid time that ended while the database confirms it has no contract for it. */
async function neverRegistered(deps: Deps, { id, paid_until }: Subscription, until: Day) {
  await step('home.register.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const row = await lockedSubscription(tx, id)
      // Another month's payment extended the time meanwhile: retries.
      if (row?.paid_until !== paid_until) return
      const beyond = await paidBeyond(tx, row, until)
      if (!beyond) return
      await tx
        .updateTable('home_subscriptions')
        .set({ next_attempt_at: null, set_asked_at: null })
        .where('id', '=', id)
        .execute()
      const reason = 'could not be registered'
      await act(
        tx,
        deps,
        id,
        { act: 'year_not_registered', from: beyond.from, reason },
        { actor: 'job', at: deps.clock.now() },
      )
    }),
  )
}

/** The first paid period that begins after a contract's last day, and when it was paid. */
async function paidBeyond(
  sql: Sql,
  { id, anchor, next_period }: Subscription,
  until: Day,
): Promise<{ from: number; paidAt: Date } | null> {
  if (!anchor) return null
  let from = next_period
  while (from > 0 && periodOf(anchor, from - 1).start > until) from -= 1
  const paid = await sql
    .selectFrom('home_charge_history')
    .select('at')
    .where('charge_id', '=', chargeId(id, from))
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return paid ? { from, paidAt: paid.at } : null
}

/** Sweep: finds paid time past the last contract's end without a job for the next one. */
export async function lostYears({ db, queue, clock, config }: Deps): Promise<void> {
  const forgotten = new Date(clock.now().getTime() - config.forgottenSeconds * 1_000)
  const due = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .whereRef('paid_until', '>', 'contract_until')
    .where((expression) =>
      expression.or([
        expression('next_attempt_at', 'is', null),
        expression('next_attempt_at', '<', forgotten),
      ]),
    )
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due)
    await queue.send(homeContractJob, { subscriptionId: id }, { once: 'soon' })
}

/** A period has been paid: the cover reaches to its end, and the next billing date is known. */
export async function renew(
  tx: Tx,
  deps: Deps,
  subscription: Subscription,
  period: number,
): Promise<void> {
  const anchor = subscription.anchor
  if (!anchor) throw new Error(`subscription ${subscription.id} is active without an anchor`)
  const { end } = periodOf(anchor, period)
  const next = period + 1
  await tx
    .updateTable('home_subscriptions')
    .set({ paid_until: end, next_period: next, next_billing_on: billingDate(anchor, next) })
    .where('id', '=', subscription.id)
    .execute()
  const until = subscription.contract_until
  const past = until !== null && end > until
  if (subscription.policy_id)
    await tx
      .updateTable('policies')
      .set({ end_date: past ? until : end })
      .where('id', '=', subscription.policy_id)
      .execute()
  // The year of the contract ends within the period: the next year is registered before it begins.
  if (past) await deps.queue.enqueue(tx, homeContractJob, { subscriptionId: subscription.id })
}
