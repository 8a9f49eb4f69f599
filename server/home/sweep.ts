import { sql } from 'kysely'
import { addDays } from '#domain/calendar.ts'
import { mustWarn, warnDays } from '#domain/home/billing.ts'
import type { Deps } from '../deps.ts'
import {
  addressesJob,
  homeCardsJob,
  homeChargeJob,
  homeCheckJob,
  homeDocumentsJob,
  homePageJob,
  homeRefundJob,
  homeRegisterJob,
  homeTellJob,
} from '../jobs/queue.ts'
import { lostYears } from './contracts.ts'
import { importedLately } from './import-addresses.ts'
import { watchClosedMs } from './pay.ts'
import { attemptsOf, chargeById, chargeId, lockedSubscription, moveCharge, moveHomeAttempt, moveSubscription } from './states.ts'
import { tellHome } from './tell.ts'

const AT_ONCE = 500
/** A message that could not be sent for so long is given up. */
const TELL_FOR_MS = 48 * 3_600_000

/** Part of the sweep: what of the subscriptions has become due by the product's clock, and what got lost. It only asks for the ordinary jobs. */
export async function sweepHome(deps: Deps): Promise<void> {
  const { queue } = deps
  if (!(await importedLately(deps))) await queue.send(addressesJob, {}, { once: 'any' })
  for (const { id } of await billable(deps)) await queue.send(homeChargeJob, { subscriptionId: id }, { once: 'soon' })
  await lostPages(deps)
  await lostWork(deps)
  await lostYears(deps)
  await warnCardless(deps)
  await expireUnpaid(deps)
  await turnHomePolicies(deps)
}

/** Subscriptions whose billing date has come, and any with a try whose end is not known. */
export async function billable({ db, clock }: Deps): Promise<{ id: string }[]> {
  return db
    .selectFrom('home_subscriptions')
    .select('id')
    .where((expression) =>
      expression.or([
        sql<boolean>`next_billing_on <= ${clock.today()}`,
        expression.exists(
          expression
            .selectFrom('home_attempts')
            .innerJoin('home_charges', 'home_charges.id', 'home_attempts.charge_id')
            .select('home_attempts.id')
            .whereRef('home_charges.subscription_id', '=', 'home_subscriptions.id')
            .where('home_attempts.way', '=', 'card')
            .where('home_attempts.state', 'in', ['created', 'awaiting']),
        ),
      ]),
    )
    .orderBy('next_billing_on')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
}

async function lostPages({ db, clock, config, queue }: Deps) {
  const now = clock.now()
  const forgotten = new Date(now.getTime() - config.forgottenSeconds * 1_000)
  const pages = await db
    .selectFrom('home_attempts')
    .select(['id', 'state'])
    .where('way', '=', 'page')
    .where('created_at', '>', new Date(now.getTime() - watchClosedMs))
    .where((expression) =>
      expression.or([
        expression.and([expression('state', '=', 'created'), expression('created_at', '<', forgotten)]),
        expression.and([
          expression('state', '=', 'awaiting'),
          expression(expression.fn.coalesce('checked_at', 'created_at'), '<', forgotten),
        ]),
        expression.and([
          expression('state', 'in', ['rejected', 'expired', 'error']),
          expression('outside_id', 'is not', null),
          expression(expression.fn.coalesce('checked_at', 'created_at'), '<', new Date(now.getTime() - config.pollSeconds * 120_000)),
        ]),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id, state } of pages) {
    if (state === 'created') await queue.send(homePageJob, { attemptId: id }, { once: 'soon' })
    else await queue.send(homeCheckJob, { attemptId: id }, { once: 'any' })
  }
}

async function lostWork({ db, clock, config, queue }: Deps) {
  const now = clock.now()
  const forgotten = new Date(now.getTime() - config.forgottenSeconds * 1_000)
  const paid = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .where('state', '=', 'paid')
    .where((expression) => expression(expression.fn.coalesce('next_attempt_at', 'paid_at'), '<', forgotten))
    .limit(AT_ONCE)
    .execute()
  for (const { id } of paid) await queue.send(homeRegisterJob, { subscriptionId: id }, { once: 'soon' })

  const unfinished = await db
    .selectFrom('home_subscriptions')
    .leftJoin('documents', 'documents.policy_id', 'home_subscriptions.policy_id')
    .select(['home_subscriptions.id', 'documents.uuid', 'home_subscriptions.card_kept_at'])
    .where('home_subscriptions.policy_id', 'is not', null)
    .where((expression) =>
      expression.or([expression('documents.uuid', 'is', null), expression('home_subscriptions.card_kept_at', 'is', null)]),
    )
    .where('home_subscriptions.registered_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id, uuid, card_kept_at } of unfinished) {
    if (!uuid) await queue.send(homeDocumentsJob, { subscriptionId: id }, { once: 'soon' })
    if (!card_kept_at) await queue.send(homeCardsJob, { subscriptionId: id }, { once: 'soon' })
  }

  const refunds = await db
    .selectFrom('refunds')
    .select('home_attempt_id')
    .where('state', '=', 'due')
    .where('home_attempt_id', 'is not', null)
    .limit(AT_ONCE)
    .execute()
  for (const { home_attempt_id: attemptId } of refunds) if (attemptId) await queue.send(homeRefundJob, { attemptId }, { once: 'soon' })

  const unsent = await db
    .selectFrom('messages')
    .select(['home_id', 'purpose'])
    .distinct()
    .where('home_id', 'is not', null)
    .where('sent_at', 'is', null)
    .where('created_at', '<', forgotten)
    .where('created_at', '>', new Date(now.getTime() - TELL_FOR_MS))
    .limit(AT_ONCE)
    .execute()
  for (const { home_id, purpose } of unsent)
    if (home_id) await queue.send(homeTellJob, { subscriptionId: home_id, purpose }, { once: 'soon' })
}

/** Who has no card hears it some days before the billing date, once per period. */
export async function warnCardless(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const today = clock.today()
  const cardless = await db
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('state', '=', 'active')
    .where(sql<boolean>`next_billing_on <= ${addDays(today, warnDays)}`)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('cards')
            .select('cards.id')
            .whereRef('cards.account_id', '=', 'home_subscriptions.account_id')
            .where('cards.active', '=', true)
            .where('cards.removed_at', 'is', null),
        ),
      ),
    )
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.home_id', '=', 'home_subscriptions.id')
            .where(sql<boolean>`messages.purpose = 'no_card:' || home_subscriptions.next_period`),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute()
  for (const one of cardless) {
    if (!one.next_billing_on || !mustWarn(one.next_billing_on, today)) continue
    await db.transaction().execute((tx) => tellHome(tx, deps, one, `no_card:${one.next_period}`))
  }
}

/** A subscription nobody has paid in its time. */
async function expireUnpaid({ db, clock }: Deps) {
  const now = clock.now()
  const idle = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where('expires_at', '<=', now)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of idle)
    await db.transaction().execute(async (tx) => {
      const row = await lockedSubscription(tx, id)
      if (row?.state !== 'awaiting_payment') return
      const by = { actor: 'job', reason: 'nobody paid in time', at: now }
      const first = chargeId(id, 0)
      // Money that still comes by a closed page goes back by it.
      for (const attempt of await attemptsOf(tx, first))
        if (attempt.state === 'created' || attempt.state === 'awaiting') await moveHomeAttempt(tx, attempt.id, 'expired', by)
      if ((await chargeById(tx, first))?.state === 'due') await moveCharge(tx, first, 'dropped', by)
      await moveSubscription(tx, id, 'expired', by)
    })
}

/**
 * Home policies begin at their minute, the following years' on their day; they end when nothing more will be paid and the paid time is over,
 * or with their year when the next one has been registered.
 */
export async function turnHomePolicies({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const today = clock.today()
  for (const [from, to, due] of [
    ['pending', 'active', sql<boolean>`s.protection_from <= ${now} and policies.start_date <= ${today}`],
    [
      'active',
      'ended',
      sql<boolean>`policies.end_date < ${today} and (s.policy_id <> policies.id or (s.state in ('cancelled', 'not_renewed') and s.paid_until < ${today}))`,
    ],
  ] as const)
    await db.transaction().execute(async (tx) => {
      const turned = await tx
        .updateTable('policies')
        .from('home_contracts as c')
        .innerJoin('home_subscriptions as s', 's.id', 'c.subscription_id')
        .set({ state: to })
        .whereRef('c.policy_id', '=', 'policies.id')
        .where('policies.state', '=', from)
        .where(due)
        .returning('policies.id')
        .execute()
      if (turned.length === 0) return
      await tx
        .insertInto('policy_history')
        .values(
          turned.map(({ id }) => ({
            policy_id: id,
            state: to,
            at: now,
            actor: 'job',
            reason: to === 'active' ? 'protection begins' : 'paid time is over',
          })),
        )
        .execute()
    })
}
