import type { Selectable } from 'kysely'
import { addDays, addMonths, type Day } from '#domain/calendar.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { HomeContracts } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { homeContractJob, homeDocumentsJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { issueLimits } from '../settings/time-limits.ts'
import { HomeFacts } from './facts.ts'
import { lockedSubscription, type Subscription, subscriptionById } from './states.ts'

const CONTRACT_MONTHS = 12
const AT_ONCE = 200

type Contract = Selectable<HomeContracts>
export type Registered = { contractId: number; globalId: string }

/**
 * A contract's year: it begins with the protection and covers twelve whole periods. Both days
 * included.
 */
export const yearFrom = (start: Day) => ({
  start,
  end: addDays(addMonths(start, CONTRACT_MONTHS), -1),
})

/**
 * Registers a contract of a subscription in the unified database; one with this number is found,
 * not made again.
 */
export async function setContract(
  deps: Deps,
  subscription: Subscription,
  facts: HomeFacts,
  of: { number: string; start: Day; end: Day },
): Promise<Registered> {
  // Lists too old or a person put on one since: nothing is registered until that is settled.
  if ((await deps.screening.check(facts.policyholder)) !== 'clear')
    throw new Unavailable('aml', 'screening', 'AML check failed', false)
  return step('home.register', () =>
    deps.systems.esbd.registerHome({
      ...of,
      insurerSystemId: facts.insurer.esbdSystemId,
      contractDate: deps.clock.today(),
      insuranceAmount: facts.plan.insuranceAmount,
      premium: subscription.monthly_payment,
      policyholderClientId: facts.policyholder.clientId,
      address: facts.address.kz,
      middlemanContract: facts.insurer.middlemanContract,
    }),
  )
}

/**
 * Writes a registered contract down: a policy with its own Global ID, covered as far as the time is
 * paid, and the contract's year.
 */
export async function keepContract(
  tx: Tx,
  subscription: Subscription,
  { policyholder, insurer, address, plan }: HomeFacts,
  of: Registered & { number: string; year: number; start: Day; end: Day; paidUntil: Day; at: Date },
): Promise<string> {
  const policy = await tx
    .insertInto('policies')
    .values({
      kind: 'home',
      contract_id: subscription.id,
      period: of.year,
      global_id: of.globalId,
      esbd_policy_id: String(of.contractId),
      number: of.number,
      state: 'pending',
      policyholder_iin: policyholder.iin,
      insurer_code: insurer.code,
      start_date: of.start,
      end_date: of.paidUntil,
      premium: subscription.monthly_payment,
      ogpo_plus_premium: 0,
      // No vehicles: whoever reads a policy's plates finds none.
      facts: JSON.stringify({
        policyholder,
        insurer,
        home: { address, plan },
        vehicles: [],
        insured: [],
      }),
      issued_at: of.at,
      verified_at: of.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('policy_history')
    .values({ policy_id: policy.id, state: 'pending', at: of.at, actor: 'job', reason: 'issued' })
    .execute()
  await tx
    .insertInto('home_contracts')
    .values({
      subscription_id: subscription.id,
      year: of.year,
      number: of.number,
      policy_id: policy.id,
      start_date: of.start,
      end_date: of.end,
      registered_at: of.at,
    })
    .execute()
  return policy.id
}

/** The contract a subscription stands on: the one registered last. */
export const lastContract = (sql: Sql, subscriptionId: string): Promise<Contract | undefined> =>
  sql
    .selectFrom('home_contracts')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('year', 'desc')
    .limit(1)
    .executeTakeFirst()

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
  const at = new Date(deps.clock.now().getTime() + issueLimits.homeYearAgainMs)
  await step('home.register.commit', () =>
    deps.db
      .updateTable('home_subscriptions')
      .set((expression) => ({
        issue_attempts: expression('issue_attempts', '+', 1),
        next_attempt_at: at,
        issue_error: JSON.stringify({
          code: refused ? 12003 : 12002,
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
