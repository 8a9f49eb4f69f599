import type { TerminateReason } from '#domain/ogpo/refund-sums.ts'
import * as refusals from '#domain/refusals.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { myAccount } from '../accounts/accounts.ts'
import { inSession, newCode, sendCode, wrongCode } from '../codes/codes.ts'
import { askerOf } from '../consent/consent-facts.ts'
import { toldIn } from '../contracts/contracts.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { HttpError, notFound, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { cancelPolicy, executeTermination } from '../policies/end-policy.ts'
import type { Policy } from '../policies/policies.ts'
import { registrationFindings } from '../policies/policies.ts'
import {
  acceptedTermination,
  acceptTermination,
  calculateTermination,
  sumsOf,
  type TerminationRow,
  terminationHindranceOf,
  terminationStatusOf,
} from '../policies/terminations.ts'

async function ownPolicy(sql: Sql, globalId: string, iin: string): Promise<Policy> {
  const policy = await sql
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .where('policyholder_iin', '=', iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  return policy
}

/** The signed-in client asks about their own cars. */
const stillRegistered = async (context: Context, policy: Policy, reason: TerminateReason) =>
  registrationFindings(context, policy, reason, {
    ...(await askerOf(context.db, context.me())),
    vouched: true,
  })

/** First step: who, whether, how much (settled.md, "Prices"). */
export const calcTerminate = handle(
  'cabinetCalcTerminate',
  async ({ globalId, terminateReason }, context) => {
    const { db, me, locale } = context
    const policy = await ownPolicy(db, globalId, me().iin)
    // A client signed in as the policyholder is not the heir (settled.md, "Prices").
    if (terminateReason === 'died') return refuse(locale, refusals.heirsToStaff)
    const hindrance = await terminationHindranceOf(context, policy, false)
    if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
    const [first, ...others] = await stillRegistered(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    const termination = await calculateTermination(
      context,
      policy,
      terminateReason,
      `client:${me().kind}`,
    )
    if (typeof termination === 'number') return refuse(locale, termination)
    return ok(sumsOf(termination))
  },
)

async function ownTermination(
  sql: Sql,
  calcId: string,
  iin: string,
): Promise<{ termination: TerminationRow; policy: Policy }> {
  const termination = await sql
    .selectFrom('policy_endings')
    .selectAll()
    .where('id', '=', calcId)
    .where('kind', '=', 'terminate')
    .executeTakeFirst()
  const policy = termination
    ? await sql
        .selectFrom('policies')
        .selectAll()
        .where('id', '=', termination.policy_id)
        .where('policyholder_iin', '=', iin)
        .executeTakeFirst()
    : undefined
  if (!termination || !policy) throw notFound()
  return { termination, policy }
}

const aboutCode = (calcId: string, accountId: string) => ({
  purpose: 'terminate' as const,
  subject: calcId,
  accountId,
  guesser: inSession(accountId),
  browser: null,
})

export const sendTerminateCode = handle('cabinetSendTerminateCode', async ({ calcId }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  const { policy } = await ownTermination(db, calcId, me().iin)
  const { phone } = account
  if (!phone) return refuse(locale, refusals.phoneNotLinked)
  const { id, code, sent } = await newCode(context, aboutCode(calcId, account.id), () =>
    limits.count('codesPerAccount', account.id),
  )
  await sendCode(context, id, () =>
    systems.sms.send({
      to: phone,
      text: cabinetMessages.terminateCode(code, policy.global_id)[locale],
      key: id,
    }),
  )
  return ok(sent)
})

/**
 * Second step, confirmed by the code. A repeated calcId returns the state of the same termination.
 */
export const terminate = handle(
  'cabinetTerminate',
  async ({ globalId, terminateReason, calcId, refundAmount, code }, context) => {
    const { db, me, clock, locale } = context
    const account = await myAccount(db, me())
    const { termination, policy } = await ownTermination(db, calcId, me().iin)
    if (policy.global_id !== globalId) throw notFound()
    if (termination.reason !== terminateReason) return refuse(locale, refusals.policyNotSuitable)
    if (refundAmount !== termination.refund)
      return refuse(locale, refusals.refundChanged, { refundAmount: termination.refund })
    if (termination.state === 'accepted' || termination.state === 'done')
      return ok(await executeTermination(context, termination, policy))
    // Also refuses one calculated before this rule.
    if (termination.reason === 'died') return refuse(locale, refusals.heirsToStaff)
    const hindrance = await terminationHindranceOf(context, policy, false)
    if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
    if (clock.now() > termination.expires_at) return refuse(locale, refusals.refundChanged)
    const [first, ...others] = await stillRegistered(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    const wrong = await wrongCode(context, locale, aboutCode(calcId, account.id), code)
    if (wrong) return wrong
    const accepted = await acceptTermination(context, termination, policy)
    if ('refused' in accepted)
      return refuse(locale, refusals.policyNotSuitable, undefined, accepted.refused ?? undefined)
    await toldIn(db, policy.contract_id, locale)
    return ok(await executeTermination(context, accepted.termination, policy))
  },
)

export const cancel = handle('cabinetCancelPolicy', async ({ globalId }, context) => {
  const { db, me, locale } = context
  const policy = await ownPolicy(db, globalId, me().iin)
  const known = await acceptedTermination(db, policy.id)
  if (known?.kind === 'cancel') return ok(await executeTermination(context, known, policy))
  const taken = await cancelPolicy(context, policy, `client:${me().kind}`)
  if (typeof taken === 'number') return refuse(locale, taken)
  if ('refused' in taken)
    return refuse(locale, refusals.policyNotSuitable, undefined, taken.refused ?? undefined)
  await toldIn(db, policy.contract_id, locale)
  return ok(await executeTermination(context, taken.termination, policy))
})

export const terminationStatus = handle('cabinetEndingStatus', async ({ globalId }, { db, me }) => {
  const policy = await ownPolicy(db, globalId, me().iin)
  const termination = await acceptedTermination(db, policy.id)
  if (!termination) throw new HttpError(404)
  return ok(await terminationStatusOf(db, termination, policy.order_id ?? ''))
})
