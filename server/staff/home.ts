import type { Selectable } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db } from '../db/connect.ts'
import type { HomeSubscriptions } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { homeContractJob, homeDocumentsJob, homeRegisterJob } from '../jobs/definitions.ts'
import { issueErrorIn } from '../orders/issue-error.ts'
import { keepAct } from './acts.ts'
import { policyWithDocuments } from './policy.ts'
import { refundsOf } from './refunds.ts'
import { timelineOfSale } from './timeline.ts'
import { AT_MOST, stateLine } from './timeline-lines.ts'

/** One Home subscription as the desk shows an order; the look is in the audit log. */
export async function staffHome(wanted: string, { db, clock, me, locale }: Context) {
  const home = await db
    .selectFrom('home_subscriptions as home')
    .innerJoin('home_quotes', 'home_quotes.id', 'home.calculation_id')
    .innerJoin('home_plans', 'home_plans.id', 'home_quotes.plan_id')
    .selectAll('home')
    .select('home_plans.insurer_code')
    .where((expression) =>
      expression.or([
        expression('home.id', '=', wanted),
        expression('home.number', '=', wanted.toUpperCase()),
        expression(
          'home.id',
          'in',
          expression
            .selectFrom('home_contracts')
            .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
            .select('home_contracts.subscription_id')
            .where((inner) =>
              inner.or([
                inner('policies.global_id', '=', wanted.toUpperCase()),
                inner('home_contracts.number', '=', wanted.toUpperCase()),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!home) throw notFound()
  const actor = actorOf(me())
  await audit(db, clock.now(), {
    actor,
    action: 'order.looked_at',
    object: { kind: 'home', id: home.id },
  })
  const [policy, insurer, refunds, timeline] = await Promise.all([
    policyWithDocuments(db, { id: home.policy_id }),
    db
      .selectFrom('insurers')
      .select(localeColumns('name'))
      .where('code', '=', home.insurer_code)
      .orderBy('effective_from', 'desc')
      .limit(1)
      .executeTakeFirst(),
    refundsOf(db, home.id, actor),
    homeTimeline(db, home.id, home.number),
  ])
  return ok({
    order_id: home.id,
    number: home.number,
    state: home.state,
    source: home.source,
    channel: 'egov',
    insurer: insurer ? columnIn(insurer, 'name', locale) : '',
    amount: home.monthly_payment,
    commission: home.commission,
    created_at: home.created_at.toISOString(),
    paid_at: home.paid_at?.toISOString() ?? null,
    start_date: home.anchor,
    declared_experience: [],
    attempts: home.issue_attempts,
    next_attempt_at: home.next_attempt_at?.toISOString() ?? null,
    error: issueErrorIn(home.issue_error, locale),
    account_id: home.buyer_iin === 'erased' ? null : home.account_id,
    policy: policy?.shown ?? null,
    refunds,
    unclear_bills: [],
    acts: [
      ...(isStuck(home, clock.today()) ? (['issue'] as const) : []),
      ...(policy ? (['documents'] as const) : []),
    ],
    ...timeline,
  })
}

/**
 * Money has come and the unified database has not registered what it is for: the first contract, or
 * the next year's.
 */
const isStuck = (
  home: Pick<
    Selectable<HomeSubscriptions>,
    'state' | 'paid_until' | 'contract_until' | 'next_attempt_at'
  >,
  today: Day,
): boolean =>
  home.state === 'paid' ||
  (home.next_attempt_at !== null &&
    (home.paid_until ?? '') > (home.contract_until ?? '') &&
    (home.paid_until ?? '') >= today)

/**
 * Asks for the ordinary job of a subscription at once. Messages are sent again from the client's
 * page.
 */
export async function rerunHome(
  context: Context,
  homeId: string,
  what: 'issue' | 'documents' | 'notify',
  reason: string,
) {
  const { db, clock, queue, locale } = context
  return db.transaction().execute(async (tx) => {
    await lockContract(tx, homeId)
    const home = await tx
      .selectFrom('home_subscriptions')
      .selectAll()
      .where('id', '=', homeId)
      .executeTakeFirst()
    if (!home) throw notFound()
    if (what === 'notify' || (what === 'issue' ? !isStuck(home, clock.today()) : !home.policy_id))
      return refuse(locale, 14012)
    const subscriptionId = home.id
    if (what === 'issue') {
      await tx
        .updateTable('home_subscriptions')
        .set({ next_attempt_at: clock.now() })
        .where('id', '=', homeId)
        .execute()
      await queue.enqueue(tx, home.state === 'paid' ? homeRegisterJob : homeContractJob, {
        subscriptionId,
      })
    } else await queue.enqueue(tx, homeDocumentsJob, { subscriptionId })
    await keepAct(tx, context, homeId, `order.rerun_${what}`, reason)
    return { success: true as const }
  })
}

/**
 * Everything that happened with a subscription: beside what every sale has, its states and those of
 * its contracts.
 */
async function homeTimeline(db: Db, id: string, number: string) {
  const contracts = db
    .selectFrom('home_contracts')
    .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
    .select(['home_contracts.number', 'policies.global_id', 'policies.esbd_policy_id'])
    .where('home_contracts.subscription_id', '=', id)
    .execute()
  return timelineOfSale(db, id, {
    states: statesOf(db, id),
    keys: contracts.then((known) => [
      id,
      number,
      ...known.flatMap((one) => [one.number, one.global_id, one.esbd_policy_id]),
    ]),
  })
}

async function statesOf(db: Db, id: string) {
  const [states, policies] = await Promise.all([
    db
      .selectFrom('home_subscription_history')
      .selectAll()
      .where('subscription_id', '=', id)
      .orderBy('id')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('policy_history')
      .innerJoin('home_contracts', 'home_contracts.policy_id', 'policy_history.policy_id')
      .selectAll('policy_history')
      .select('home_contracts.number')
      .where('home_contracts.subscription_id', '=', id)
      .orderBy('policy_history.id')
      .execute(),
  ])
  return [
    ...states.map((row) => stateLine('order', row)),
    ...policies.map((row) => stateLine('policy', row, row.number)),
  ]
}
