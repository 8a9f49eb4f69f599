import { sql } from 'kysely'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { rescinding } from '../esbd/findings.ts'
import { homeRescindJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { policyInsurer } from '../policies/whose.ts'
import { terminationLimits } from '../settings/time-limits.ts'

const AT_ONCE = 200

/**
 * In the transaction that ends the cover: the contracts whose year goes on are to be ended in the
 * unified database too.
 */
export async function toRescind(
  tx: Tx,
  policyIds: readonly string[],
  today: string,
): Promise<void> {
  await tx
    .updateTable('home_contracts')
    .set({ rescind_on: today })
    .where('policy_id', 'in', [...policyIds])
    .where('end_date', '>', today)
    .where('rescind_on', 'is', null)
    .execute()
}

/**
 * Job: a contract on a home whose cover is over is ended in the unified database. What is asked is
 * written down before; after an unclear answer the contract is asked about first (`rescindHome`
 * reads it), and only while it is in force it is asked to end once more, by the same day.
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
