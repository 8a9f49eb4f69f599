import { sql } from 'kysely'
import { addDays } from '#domain/calendar.ts'
import { cardEndWarnings, mustWarn, warnDays } from '#domain/home/countdown.ts'
import { act } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import {
  addressesJob,
  homeCardsJob,
  homeChargeJob,
  homeContractJob,
  homeDocumentsJob,
  homeRegisterJob,
  homeRescindJob,
} from '../jobs/definitions.ts'
import { asksFor, type Recovery, type SweepTimes } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { chargeNext, keepPayingCard } from './charge.ts'
import { rescindContract, turnHomePolicies, unrescinded } from './contracts.ts'
import { makeHomePolicy } from './documents.ts'
import { importAddresses, importedLately } from './import-addresses.ts'
import { lostYears, register, registerNextYear } from './register.ts'

const AT_ONCE = 500

/** Subscriptions' due or lost work. Only enqueues the ordinary job if one can do it. */
export const homeRecoveries: readonly Recovery[] = [
  asksFor(
    'the register of addresses',
    addressesJob,
    async (deps) => ((await importedLately(deps)) ? [] : [{}]),
    'any',
  ),
  asksFor('subscriptions to charge', homeChargeJob, async (deps) => ids(await billable(deps))),
  asksFor('paid subscriptions to register', homeRegisterJob, async ({ db }, { forgotten }) => {
    const paid = await db
      .selectFrom('home_subscriptions')
      .select('id')
      .where('state', '=', 'paid')
      .where((expression) =>
        expression(expression.fn.coalesce('next_attempt_at', 'paid_at'), '<', forgotten),
      )
      .limit(AT_ONCE)
      .execute()
    return ids(paid)
  }),
  { name: 'policies without papers or without a card kept', recover: unfinished },
  { name: 'years to register', recover: lostYears },
  { name: 'clients without a card', recover: warnCardless },
  { name: 'clients whose card ends before the charge', recover: warnOfEndingCards },
  { name: 'subscriptions nobody paid', recover: expireUnpaid },
  { name: 'policies that begin or end', recover: turnHomePolicies },
  { name: 'contracts to end in the unified database', recover: unrescinded },
]

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => ({ subscriptionId: id }))

/** Lists subscriptions due for billing, and any with a try of unknown outcome. */
export async function billable({ db, clock }: Deps): Promise<{ id: string }[]> {
  return db
    .selectFrom('home_subscriptions')
    .select('id')
    .where((expression) =>
      expression.or([
        sql<boolean>`next_billing_on <= ${clock.today()}`,
        expression.exists(
          expression
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'home_subscriptions.id')
            .where('payment_attempts.way', '=', 'saved_card')
            .where('payment_attempts.state', 'in', ['created', 'awaiting']),
        ),
      ]),
    )
    .orderBy('next_billing_on')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
}

async function unfinished({ db, queue }: Deps, { forgotten }: SweepTimes) {
  const without = await db
    .selectFrom('home_subscriptions')
    .leftJoin('documents', 'documents.policy_id', 'home_subscriptions.policy_id')
    .select(['home_subscriptions.id', 'documents.uuid', 'home_subscriptions.card_kept_at'])
    .where('home_subscriptions.policy_id', 'is not', null)
    .where((expression) =>
      expression.or([
        expression('documents.uuid', 'is', null),
        expression('home_subscriptions.card_kept_at', 'is', null),
      ]),
    )
    .where('home_subscriptions.registered_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id, uuid, card_kept_at } of without) {
    if (!uuid) await queue.send(homeDocumentsJob, { subscriptionId: id }, { once: 'soon' })
    if (!card_kept_at) await queue.send(homeCardsJob, { subscriptionId: id }, { once: 'soon' })
  }
}

/** Warns clients without a card some days before the billing date, once per period. */
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
            .whereRef('messages.order_id', '=', 'home_subscriptions.id')
            .where(sql<boolean>`messages.purpose = 'no_card:' || home_subscriptions.next_period`),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute()
  for (const one of cardless) {
    if (!one.next_billing_on || !mustWarn(one.next_billing_on, today)) continue
    await db
      .transaction()
      .execute((tx) => enqueueMessage(tx, deps, 'home', one.id, `no_card:${one.next_period}`))
  }
}

/**
 * Warns clients whose card ends before the next charge, a month and a week before, once each per
 * period; within the week one message suffices.
 */
export async function warnOfEndingCards(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const today = clock.today()
  const near = addDays(today, cardEndWarnings.week)
  const ending = await db
    .selectFrom('home_subscriptions')
    .innerJoin('cards', 'cards.account_id', 'home_subscriptions.account_id')
    .select(['home_subscriptions.id', 'next_period', 'next_billing_on'])
    .where('cards.active', '=', true)
    .where('cards.removed_at', 'is', null)
    .where('state', '=', 'active')
    .where(
      sql<boolean>`next_billing_on between ${today} and ${addDays(today, cardEndWarnings.month)}`,
    )
    .where(sql<boolean>`cards.valid_to ~ '^[0-9]{4}-[0-9]{2}$'
      and cards.valid_to < to_char(next_billing_on, 'YYYY-MM')`)
    .where(sql<boolean>`not exists (select from messages
      where messages.order_id = home_subscriptions.id
      and messages.purpose = 'card_ending:' || home_subscriptions.next_period || ':'
        || case when next_billing_on <= ${near} then 'week' else 'month' end)`)
    .limit(AT_ONCE)
    .execute()
  for (const { id, next_period, next_billing_on } of ending) {
    const when = (next_billing_on ?? today) <= near ? 'week' : 'month'
    await db
      .transaction()
      .execute((tx) => enqueueMessage(tx, deps, 'home', id, `card_ending:${next_period}:${when}`))
  }
}

/** Expires subscriptions not paid in time. */
async function expireUnpaid(deps: Deps) {
  const { db, clock } = deps
  const now = clock.now()
  const idle = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where('expires_at', '<=', now)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of idle)
    await db
      .transaction()
      .execute((tx) =>
        act(
          tx,
          deps,
          id,
          { act: 'expire_subscription', reason: 'nobody paid in time' },
          { actor: 'job', at: now },
        ),
      )
}

/**
 * The jobs of the Home subscription. On a day of the month thousands are due: charges go many at a
 * time.
 */
export const homeWork = [
  works(homeRegisterJob, (deps, { subscriptionId }) => register(deps, subscriptionId)),
  works(homeContractJob, (deps, { subscriptionId }) => registerNextYear(deps, subscriptionId)),
  works(homeRescindJob, (deps, { policyId }) => rescindContract(deps, policyId), {
    concurrency: 1,
  }),
  works(homeCardsJob, (deps, { subscriptionId }) => keepPayingCard(deps, subscriptionId), {
    concurrency: 1,
  }),
  works(homeDocumentsJob, (deps, { subscriptionId }) => makeHomePolicy(deps, subscriptionId)),
  works(homeChargeJob, (deps, { subscriptionId }) => chargeNext(deps, subscriptionId), {
    concurrency: 8,
  }),
  works(addressesJob, (deps) => importAddresses(deps), { concurrency: 1 }),
]
