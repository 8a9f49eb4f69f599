import type { Day } from '#domain/calendar.ts'
import { audit } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { lockedHome, type Subscription } from '../home-refunds.ts'
import { issueErrorIn } from '../issue-error.ts'
import { homeContractJob, homeDocumentsJob, homeRegisterJob } from '../jobs/queue.ts'
import { actorOf } from '../owner.ts'
import { notFound, ok, refuse } from '../refuse.ts'
import type { Context } from '../route.ts'
import { keepAct } from './acts.ts'
import { policyWithPapers } from './policy.ts'
import { refundsOf } from './refunds.ts'
import { AT_MOST, calls, inTime, jobs, messageLines, refundLines, staffActs, stateLine } from './timeline.ts'

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
              inner.or([inner('policies.global_id', '=', wanted.toUpperCase()), inner('home_contracts.number', '=', wanted.toUpperCase())]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!home) throw notFound()
  const actor = actorOf(me())
  await audit(db, clock.now(), { actor, action: 'order.looked_at', object: { kind: 'home', id: home.id } })
  const [policy, insurer, refunds, timeline] = await Promise.all([
    policyWithPapers(db, { id: home.policy_id }),
    db
      .selectFrom('insurers')
      .select(['name_kz', 'name_ru'])
      .where('code', '=', home.insurer_code)
      .orderBy('effective_from', 'desc')
      .limit(1)
      .executeTakeFirst(),
    refundsOf(db, { homeId: home.id }, actor),
    homeTimeline(db, home.id, home.number),
  ])
  return ok({
    order_id: home.id,
    number: home.number,
    state: home.state,
    source: home.source,
    channel: 'egov',
    insurer: (locale === 'kz' ? insurer?.name_kz : insurer?.name_ru) ?? '',
    amount: home.monthly_payment,
    commission: home.commission,
    created_at: home.created_at.toISOString(),
    paid_at: home.paid_at?.toISOString() ?? null,
    start_date: home.anchor,
    attempts: home.issue_attempts,
    next_attempt_at: home.next_attempt_at?.toISOString() ?? null,
    error: issueErrorIn(home.issue_error, locale),
    account_id: home.buyer_iin === 'erased' ? null : home.account_id,
    policy: policy?.shown ?? null,
    refunds,
    acts: [...(isStuck(home, clock.today()) ? (['issue'] as const) : []), ...(policy ? (['documents'] as const) : [])],
    ...timeline,
  })
}

/** Money has come and the unified database has not registered what it is for: the first contract, or the next year's. */
const isStuck = (home: Pick<Subscription, 'state' | 'paid_until' | 'contract_until' | 'next_attempt_at'>, today: Day): boolean =>
  home.state === 'paid' ||
  (home.next_attempt_at !== null && (home.paid_until ?? '') > (home.contract_until ?? '') && (home.paid_until ?? '') >= today)

/** Asks for the ordinary job of a subscription at once. Messages are sent again from the client's page. */
export async function rerunHome(context: Context, homeId: string, what: 'issue' | 'documents' | 'notify', reason: string) {
  const { db, clock, queue, locale } = context
  return db.transaction().execute(async (tx) => {
    const home = await lockedHome(tx, homeId)
    if (!home) throw notFound()
    if (what === 'notify' || (what === 'issue' ? !isStuck(home, clock.today()) : !home.policy_id)) return refuse(locale, 14012)
    const subscriptionId = home.id
    if (what === 'issue') {
      await tx.updateTable('home_subscriptions').set({ next_attempt_at: clock.now() }).where('id', '=', homeId).execute()
      await queue.enqueue(tx, home.state === 'paid' ? homeRegisterJob : homeContractJob, { subscriptionId })
    } else await queue.enqueue(tx, homeDocumentsJob, { subscriptionId })
    await keepAct(tx, context, { homeId }, `order.rerun_${what}`, reason)
    return { success: true as const }
  })
}

/** Everything that happened with a subscription: states, payments of its months, contracts, refunds, messages, calls, jobs, acts of staff. */
async function homeTimeline(db: Db, id: string, number: string) {
  const [states, tries, payments, contracts, policyStates, refunds, messages] = await Promise.all([
    db.selectFrom('home_subscription_history').selectAll().where('subscription_id', '=', id).orderBy('id').limit(AT_MOST).execute(),
    db
      .selectFrom('home_attempts')
      .innerJoin('home_charges', 'home_charges.id', 'home_attempts.charge_id')
      .select(['home_attempts.id', 'home_attempts.outside_id'])
      .where('home_charges.subscription_id', '=', id)
      .orderBy('home_attempts.created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('home_attempt_history')
      .innerJoin('home_attempts', 'home_attempts.id', 'home_attempt_history.attempt_id')
      .innerJoin('home_charges', 'home_charges.id', 'home_attempts.charge_id')
      .selectAll('home_attempt_history')
      .where('home_charges.subscription_id', '=', id)
      .orderBy('home_attempt_history.id', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('home_contracts')
      .innerJoin('policies', 'policies.id', 'home_contracts.policy_id')
      .select(['home_contracts.number', 'policies.global_id', 'policies.esbd_policy_id'])
      .where('home_contracts.subscription_id', '=', id)
      .execute(),
    db
      .selectFrom('policy_history')
      .innerJoin('home_contracts', 'home_contracts.policy_id', 'policy_history.policy_id')
      .selectAll('policy_history')
      .select('home_contracts.number')
      .where('home_contracts.subscription_id', '=', id)
      .orderBy('policy_history.id')
      .execute(),
    db.selectFrom('refunds').selectAll().where('home_id', '=', id).execute(),
    db.selectFrom('messages').selectAll().where('home_id', '=', id).orderBy('created_at', 'desc').limit(AT_MOST).execute(),
  ])
  return inTime(
    db,
    await Promise.all([
      Promise.resolve(states.map((row) => stateLine('order', row))),
      Promise.resolve(payments.map((row) => stateLine('payment', row, row.attempt_id))),
      Promise.resolve(policyStates.map((row) => stateLine('policy', row, row.number))),
      Promise.resolve(refunds.flatMap(refundLines)),
      Promise.resolve(messages.flatMap(messageLines)),
      calls(db, [
        id,
        number,
        ...contracts.flatMap((one) => [one.number, one.global_id, one.esbd_policy_id]),
        ...tries.flatMap((one) => [one.id, one.outside_id]),
        ...refunds.map((one) => one.id),
        ...messages.map((one) => one.id),
      ]),
      jobs(
        db,
        id,
        tries.map((one) => one.id),
        refunds.map((one) => one.id),
      ),
      staffActs(db, { homeId: id }),
    ]),
  )
}
