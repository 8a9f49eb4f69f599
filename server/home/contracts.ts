import { type Selectable, sql } from 'kysely'
import { addDays, addMonths, type Day } from '#domain/calendar.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { HomeContracts } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { rescinding } from '../esbd/findings.ts'
import { homeRescindJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { policyInsurer } from '../policies/policies.ts'
import { terminationLimits } from '../settings/time-limits.ts'
import type { HomeFacts } from './calculate.ts'
import type { Subscription } from './states.ts'

const CONTRACT_MONTHS = 12
export const AT_ONCE = 200

type Contract = Selectable<HomeContracts>
type Year = { number: string; start: Day; end: Day }
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
  of: Year,
): Promise<Registered> {
  // Lists too old or a person put on one since: nothing is registered until that is settled.
  if ((await deps.screening.check(facts.policyholder)) !== 'clear')
    throw new Unavailable('aml', 'screening', 'AML check failed', false)
  return step('home.register', () =>
    deps.systems.esbd.registerHome(draftOf(deps, subscription, facts, of)),
  )
}

/** Finds what an earlier request may have registered, if nothing more is to be registered. */
export const findContract = (
  deps: Deps,
  subscription: Subscription,
  facts: HomeFacts,
  of: Year,
): Promise<Registered | null> => deps.systems.esbd.findHome(draftOf(deps, subscription, facts, of))

const draftOf = (deps: Deps, subscription: Subscription, facts: HomeFacts, of: Year) => ({
  ...of,
  insurerSystemId: facts.insurer.esbdSystemId,
  contractDate: deps.clock.today(),
  insuranceAmount: facts.plan.insuranceAmount,
  premium: subscription.monthly_payment,
  policyholderClientId: facts.policyholder.clientId,
  address: facts.address.kz,
  middlemanContract: facts.insurer.middlemanContract,
})

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
      // No vehicles: readers of a policy's plates find none.
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

/** Returns the subscription's contract: the one registered last. */
export const lastContract = (sql: Sql, subscriptionId: string): Promise<Contract | undefined> =>
  sql
    .selectFrom('home_contracts')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('year', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Marks, in the transaction that ends the cover, contracts whose year continues, to end in the
 * unified database too.
 */
async function toRescind(tx: Tx, policyIds: readonly string[], today: string): Promise<void> {
  await tx
    .updateTable('home_contracts')
    .set({ rescind_on: today })
    .where('policy_id', 'in', [...policyIds])
    .where('end_date', '>', today)
    .where('rescind_on', 'is', null)
    .execute()
}

/**
 * Job: ends a contract in the unified database when the home's cover is over. Records the request
 * first; after an unclear answer queries the contract (`rescindHome` reads it) and repeats the
 * request only while it is in force, with the same day.
 */
export async function rescindContract(deps: Deps, policyId: string): Promise<void> {
  await withLock(deps.locks, `home-rescind:${policyId}`, async () => {
    const contract = await dueContract(deps.db, policyId)
    if (!contract?.rescind_on || contract.rescinded_at) return
    if (contract.rescind_next_at && contract.rescind_next_at > deps.clock.now()) return
    if (contract.seconds > 0)
      return deps.queue.send(
        homeRescindJob,
        { policyId },
        { inSeconds: contract.seconds, once: 'any' },
      )
    const insurerSystemId = await policyInsurer(deps.db, contract.global_id)
    const of = deps.db.updateTable('home_contracts').where('policy_id', '=', policyId)
    await step('home.rescind.begin', () => of.set({ rescind_asked_at: sql`now()` }).execute())
    const what = {
      contractId: Number(contract.esbd_policy_id),
      reason: 'terminated',
      on: contract.rescind_on,
      insurerSystemId,
    } as const
    const about = { key: contract.number, about: contract.subscription_id }
    try {
      await step('home.rescind', () =>
        rescinding(deps, about, () => deps.systems.esbd.rescindHome(what)),
      )
    } catch (cause) {
      if (!(cause instanceof Unavailable || cause instanceof EsbdRefused)) throw cause
      deps.log.warn(
        { contract: contract.number, err: cause },
        'a contract on a home could not be rescinded yet',
      )
      const again = new Date(deps.clock.now().getTime() + terminationLimits.homeAgainMs)
      await step('home.rescind.commit', () =>
        of
          .set((row) => ({
            rescind_attempts: row('rescind_attempts', '+', 1),
            rescind_next_at: again,
          }))
          .execute(),
      )
      return
    }
    await step('home.rescind.commit', () =>
      of.set({ rescinded_at: deps.clock.now(), rescind_next_at: null }).execute(),
    )
  })
}

type Due = {
  number: string
  subscription_id: string
  rescind_on: string | null
  rescind_next_at: Date | null
  rescinded_at: Date | null
  global_id: string
  esbd_policy_id: string
  /** Until a call of a process that died or lost its connection is surely over on their side. */
  seconds: number
}

async function dueContract(db: Sql, policyId: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select contract.number, contract.subscription_id, contract.rescind_on, contract.rescind_next_at, contract.rescinded_at, policies.global_id,
      policies.esbd_policy_id, coalesce(ceil(extract(epoch from contract.rescind_asked_at - now()) + ${terminationLimits.homeSettledSeconds})::int, 0) as seconds
    from home_contracts as contract join policies on policies.id = contract.policy_id
    where contract.policy_id = ${policyId}`.execute(db)
  return rows[0]
}

/** Sweep: contracts that are to end in the unified database and have not. */
export async function unrescinded({ db, queue, clock }: Deps): Promise<void> {
  const due = await db
    .selectFrom('home_contracts')
    .select('policy_id')
    .where('rescind_on', 'is not', null)
    .where('rescinded_at', 'is', null)
    // Over by itself: nothing is left to end.
    .where('end_date', '>=', clock.today())
    .where((row) =>
      row.or([row('rescind_next_at', 'is', null), row('rescind_next_at', '<=', clock.now())]),
    )
    .orderBy('rescind_next_at')
    .limit(AT_ONCE)
    .execute()
  for (const { policy_id } of due)
    await queue.send(homeRescindJob, { policyId: policy_id }, { once: 'soon' })
}

/**
 * Home policies begin at their minute, the following years' on their day; they end when nothing
 * more will be paid and the paid time is over, or with their year when the next one has been
 * registered.
 */
export async function turnHomePolicies({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const today = clock.today()
  for (const [from, to, due] of [
    [
      'pending',
      'active',
      sql<boolean>`s.protection_from <= ${now} and policies.start_date <= ${today}`,
    ],
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
      if (to === 'ended')
        await toRescind(
          tx,
          turned.map(({ id }) => id),
          today,
        )
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
