import * as refusals from '#domain/refusals.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { refuse } from '../http/refuse.ts'
import { refundJob } from '../jobs/definitions.ts'
import { products } from '../products/products.ts'
import { type CaseSeen, holdsBlocked, selectCases } from './cases.ts'
import type { Screening } from './lists.ts'

/**
 * A blocked person gets no price, bill, charge or policy, by any call and through any helper
 * (decision 304).
 */

/** Reason of a closed sale in its history; neither the client nor a partner sees it. */
export const blockedReason = 'screening'

type Asked = Parameters<Screening['check']>[0]
type Stopped = { verdict: Exclude<Awaited<ReturnType<Screening['check']>>, 'clear'>; iin: string }

/** Who of these people may not buy by the lists and the cases of now; null when all may. */
export async function stoppedAmong(
  { screening }: Pick<Deps, 'screening'>,
  people: readonly Asked[],
  cases?: ReadonlyMap<string, CaseSeen>,
): Promise<Stopped | null> {
  for (const person of people) {
    const verdict = await screening.check(person, cases && (cases.get(person.iin) ?? null))
    if (verdict !== 'clear') return { verdict, iin: person.iin }
  }
  return null
}

/** Returns the refusal of an order for one of them; null if all may buy. */
export async function refusedByLists(
  context: Pick<Context, 'screening' | 'locale'>,
  people: readonly Asked[],
  cases?: ReadonlyMap<string, CaseSeen>,
) {
  const stopped = await stoppedAmong(context, people, cases)
  if (!stopped) return null
  return stopped.verdict === 'unavailable'
    ? refuse(context.locale, refusals.terroristMatch, { reason: 'unavailable' }, 'unavailable')
    : refuse(context.locale, refusals.terroristMatch, { driver_iin: stopped.iin })
}

/** The same for a price: lists that are too old stop the order only. */
export async function refusedPrice(
  context: Pick<Context, 'screening' | 'locale'>,
  people: readonly Asked[],
) {
  const stopped = await stoppedAmong(context, people)
  return stopped && stopped.verdict !== 'unavailable'
    ? refuse(context.locale, refusals.terroristMatch, { driver_iin: stopped.iin })
    : null
}

/**
 * Returns whether a case holds one of these people now. For automatic work: each new list screens
 * everybody with a policy in force, and late lists stop nobody's cover. `lock`: locks the cases
 * until the transaction ends.
 */
export async function isFrozen(sql: Sql, iins: readonly string[], lock = false): Promise<boolean> {
  if (iins.length === 0) return false
  const query = selectCases(sql).where('kyc_cases.iin', 'in', iins)
  const cases = await (lock ? query.orderBy('kyc_cases.iin').forShare() : query).execute()
  return cases.some((one) => holdsBlocked(one, false))
}

/**
 * A person's open bills and refunds when they are blocked or admitted: bills are withdrawn, refunds
 * held by the block go (decision 304).
 */

/** Job: a case has turned. */
export async function afterChange(deps: Deps, caseId: string): Promise<void> {
  const of = await selectCases(deps.db).where('kyc_cases.id', '=', caseId).executeTakeFirst()
  if (!of) return
  if (holdsBlocked(of, false)) return closeUnpaid(deps, [of.iin])
  const waiting = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('frozen_since', 'is not', null)
    .execute()
  for (const { id } of waiting) await deps.queue.send(refundJob, { refundId: id }, { once: 'soon' })
}

/** Sweep: bills that were opened while a block was being written. */
export async function unpaidOfBlocked(deps: Deps): Promise<void> {
  const blocked = await selectCases(deps.db).where('status', '=', 'blocked').execute()
  const iins = blocked.filter((one) => holdsBlocked(one, false)).map(({ iin }) => iin)
  if (iins.length > 0) await closeUnpaid(deps, iins)
}

/** A payment by an already open page counts as late. */
async function closeUnpaid(deps: Deps, iins: readonly string[]): Promise<void> {
  for (const product of products())
    for (const { contractId, closes } of await product.unpaid(deps.db, iins))
      await deps.db
        .transaction()
        .execute((tx) =>
          act(tx, deps, contractId, closes, { actor: 'job:screening', at: deps.clock.now() }),
        )
}
