import type { Selectable } from 'kysely'
import { addDays, addMonths, type Day } from '#domain/calendar.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { HomeContracts } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import type { HomeFacts } from './facts.ts'
import type { Subscription } from './states.ts'

const CONTRACT_MONTHS = 12
export const AT_ONCE = 200

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
