import { almatyDay, type Day } from '#domain/calendar.ts'
import { reissueHindrance } from '#domain/contract/ogpo-issue.ts'
import type { Hindrance } from '#domain/contract/refusal.ts'
import { earliestStart, prolongStart } from '#domain/ogpo/period.ts'
import { retentionOn } from '#domain/ogpo/tables.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { clientCodeNeeded } from '../codes/client-proof.ts'
import { contractFacts } from '../contracts/contracts.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, type Refused, refuse } from '../http/refuse.ts'
import type { QuoteFacts } from '../quotes/quotes.ts'
import type { Sale } from './gather.ts'

type Replaced = { policy: QuoteFacts['replaces'] } | { refused: Refused }

/**
 * Returns the policy a sale renews or replaces: the buyer's own, or a promoter's client's, and in a
 * suitable state. A renewal replaces nothing and only must not be too early; a promoter may renew
 * another company's policy, and reissue another's sale with its policyholder's code.
 */
export async function replacedPolicy(
  context: Context,
  sale: Sale,
  insurerCode: string,
): Promise<Replaced> {
  const { db, me, clock, locale } = context
  const globalId = sale.order.reorderGlobalId ?? sale.order.prolongGlobalId
  if (!globalId) return { policy: null }
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .executeTakeFirst()
  if (me().kind === 'promoter') {
    if (!policy && sale.order.prolongGlobalId) return otherCompanys(context, globalId)
    const unproved = await clientCodeNeeded(
      context,
      sale.order.reorderGlobalId ? policy : undefined,
    )
    if (unproved) return { refused: unproved }
    if (policy?.policyholder_iin !== sale.insurant.iin)
      return { refused: refuse(locale, refusals.policyNotSuitable) }
  } else if (policy?.policyholder_iin !== me().iin) throw notFound()
  if (sale.order.prolongGlobalId) {
    if (!['pending', 'active', 'ended'].includes(policy.state))
      return { refused: refuse(locale, refusals.policyNotSuitable) }
    const start = prolongStart(policy.end_date, clock.today())
    return 'start' in start
      ? { policy: null }
      : { refused: refuse(locale, refusals.prolongTooEarly, { firstDay: start.tooEarlyUntil }) }
  }
  const hindrance = await hindranceOf(db, globalId, clock.today())
  if (hindrance)
    return { refused: refuse(locale, refusals.policyNotSuitable, undefined, hindrance) }
  // The old policy ends with the reissue: a later start would leave days without insurance. The
  // specification requires tomorrow; one that has not begun may be followed from its own first day.
  const tomorrow = earliestStart(clock.today())
  const latest = policy.start_date > tomorrow ? policy.start_date : tomorrow
  if (sale.order.dateStart > latest)
    throw invalid([{ path: 'order.dateStart', message: fieldText('reissue_start', locale) }])
  // On its last day the new one can only begin after it: replaced, it would end some hours early and
  // give nothing back. A renewal follows it.
  if (policy.end_date < sale.order.dateStart)
    return { refused: refuse(locale, refusals.policyNotSuitable, undefined, 'ends_before') }
  const all = await context.reference.allTables()
  if (all.length === 0) return { refused: refuse(locale, refusals.apiUnavailable) }
  return {
    policy: {
      globalId,
      policyId: Number(policy.esbd_policy_id),
      // Guess: counts the tariff's part of the old contract alone. The reissue gives back the
      // unused part of "the old premium" (settled.md, "Prices"), which does not state if that
      // includes OGPO+, a contract of its own; a termination gives it back (terminations.ts).
      premium: policy.premium,
      start: policy.start_date,
      end: policy.end_date,
      orderId: policy.order_id,
      sameInsurer: policy.insurer_code === insurerCode,
      retention: retentionOn(all, almatyDay(policy.issued_at)),
    },
  }
}

/** A renewal of a policy we did not sell: only its last day matters. */
async function otherCompanys(
  { systems, clock, locale }: Context,
  globalId: string,
): Promise<Replaced> {
  const theirs = await systems.esbd.findByGlobalId(globalId)
  if (!theirs || theirs.rescinded) return { refused: refuse(locale, refusals.policyNotSuitable) }
  const start = prolongStart(theirs.end, clock.today())
  return 'start' in start
    ? { policy: null }
    : { refused: refuse(locale, refusals.prolongTooEarly, { firstDay: start.tooEarlyUntil }) }
}

/** Returns what prevents a reissue of our policy, by its contract's facts; null if nothing does. */
export async function hindranceOf(
  sql: Sql,
  globalId: string,
  today: Day,
): Promise<Hindrance | null> {
  const policy = await sql
    .selectFrom('policies')
    .select('contract_id')
    .where('global_id', '=', globalId)
    .executeTakeFirst()
  const contract = policy ? await contractFacts(sql, policy.contract_id) : undefined
  if (contract?.product !== 'ogpo') return 'not_in_force'
  return reissueHindrance(
    contract,
    contract.policies.find((one) => one.globalId === globalId),
    today,
  )
}
