import * as refusals from '#domain/refusals.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { refuse } from '../http/refuse.ts'
import { type CaseSeen, holdsBlocked, selectCases } from './cases.ts'
import type { Screening } from './lists.ts'

/**
 * Whoever is blocked gets no price, no bill, no charge and no policy, whichever door they come by
 * and whoever opens it for them (decision 304).
 */

/** Why a sale is closed, in its history; neither the client nor a partner is told it. */
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

/** The answer to whoever orders for one of them; null when all may buy. */
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

/** The same to whoever asks for a price: lists that are too old stop the order alone. */
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
 * Whether a case holds one of these people now. For what goes on by itself: everybody with a policy
 * in force is screened again with every new list, and lists that are late stop nobody's cover.
 * `lock`: the cases stand till the end of the transaction.
 */
export async function isFrozen(sql: Sql, iins: readonly string[], lock = false): Promise<boolean> {
  if (iins.length === 0) return false
  const query = selectCases(sql).where('kyc_cases.iin', 'in', iins)
  const cases = await (lock ? query.orderBy('kyc_cases.iin').forShare() : query).execute()
  return cases.some((one) => holdsBlocked(one, false))
}
