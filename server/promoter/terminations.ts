import type { AuditAct } from '#domain/audit-acts.ts'
import type { TerminateReason } from '#domain/ogpo/refund-sums.ts'
import * as refusals from '#domain/refusals.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import {
  accountOf,
  clientCodeNeeded,
  clientPhone,
  masked,
  policyBy,
  provedUntil,
} from '../codes/client-proof.ts'
import { asPromoter, newCode, sendCode, wrongCode } from '../codes/codes.ts'
import { askerOf } from '../consent/consent-facts.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isOwnSale } from '../orders/orders.ts'
import { cancelPolicy, executeTermination } from '../policies/end-policy.ts'
import type { Policy } from '../policies/policies.ts'
import { registrationFindings } from '../policies/policies.ts'
import {
  acceptedTermination,
  acceptTermination,
  calculateTermination,
  cancelHindranceOf,
  sumsOf,
  type TerminationRow,
  terminationHindranceOf,
} from '../policies/terminations.ts'
import { vouches } from './client-proof.ts'

/** The policy a promoter ends: its seller, and what prevents the end. */

export const isSeller = ({ me }: Context, policy: Policy) => policy.promoter_iin === me().iin

export async function policyOf(sql: Sql, globalId: string): Promise<Policy> {
  const policy = await policyBy(sql, globalId)
  if (!policy) throw notFound()
  return policy
}

export const written = (
  { db, clock, me }: Context,
  action: AuditAct,
  policy: Policy,
  details: Record<string, string> = {},
) =>
  audit(db, clock.now(), {
    actor: actorOf(me()),
    action,
    object: { kind: 'policy', id: policy.id },
    details,
  })

/** A client who gave the promoter their code has consented as well. */
export async function stillRegistered(context: Context, policy: Policy, reason: TerminateReason) {
  const asker = await askerOf(context.db, context.me())
  const vouched =
    (await vouches(context, policy.policyholder_iin)) ||
    (await provedUntil(context, policy.global_id)) !== null
  return registrationFindings(context, policy, reason, { ...asker, vouched })
}

/**
 * Who may end what: an own sale at once, any other policy of ours with its policyholder's code,
 * including a reissue of another's sale; heirs go to staff (settled.md, "Prices").
 */

export const calcTerminate = handle(
  'promoterCalcTerminate',
  async ({ globalId, terminateReason }, context) => {
    const { db, me, locale, limits } = context
    await limits.count('lookupsPerBuyer', me().iin)
    const policy = await policyOf(db, globalId)
    await written(context, 'policy.termination_calculated', policy, { reason: terminateReason })
    const hindrance = await terminationHindranceOf(context, policy, false)
    if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
    const [first, ...others] = await stillRegistered(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    const termination = await calculateTermination(context, policy, terminateReason, actorOf(me()))
    if (typeof termination === 'number') return refuse(locale, termination)
    const byStaff = terminateReason === 'died'
    return ok({
      ...sumsOf(termination),
      codeRequired: !byStaff && !(await isOwnSale(context, policy)),
      byStaff,
    })
  },
)

/** Returns a calculation this promoter made; 404 for anybody else's. */
async function ownTermination(
  { db, me }: Context,
  calcId: string,
): Promise<{ termination: TerminationRow; policy: Policy }> {
  const termination = await db
    .selectFrom('policy_endings')
    .selectAll()
    .where('id', '=', calcId)
    .where('kind', '=', 'terminate')
    .where('actor', '=', actorOf(me()))
    .executeTakeFirst()
  if (!termination) throw notFound()
  return {
    termination,
    policy: await db
      .selectFrom('policies')
      .selectAll()
      .where('id', '=', termination.policy_id)
      .executeTakeFirstOrThrow(),
  }
}

const aboutCode = (context: Context, calcId: string, phone: string) => ({
  purpose: 'terminate' as const,
  subject: calcId,
  accountId: null,
  guesser: asPromoter(accountOf(context), phone),
  browser: null,
})

/** To the policyholder's own phone. */
export const sendTerminateCode = handle(
  'promoterSendTerminateCode',
  async ({ calcId }, context) => {
    const { db, limits, systems, locale, me } = context
    const { policy } = await ownTermination(context, calcId)
    const phone = await clientPhone(db, policy)
    const { id, code, sent } = await newCode(context, aboutCode(context, calcId, phone), () =>
      limits.countAll([
        ['codesPerAccount', `${me().iin}:${phone}`],
        ['smsPerPhoneADay', phone],
      ]),
    )
    await sendCode(context, id, () =>
      systems.sms.send({
        to: phone,
        text: cabinetMessages.terminateCode(code, policy.global_id)[locale],
        key: id,
      }),
    )
    return ok({ ...sent, phone: masked(phone) })
  },
)

/** Second step. A repeated calcId returns the state of the same termination. */
export const terminate = handle(
  'promoterTerminate',
  async ({ globalId, terminateReason, calcId, refundAmount, code }, context) => {
    const { clock, locale } = context
    const { termination, policy } = await ownTermination(context, calcId)
    if (policy.global_id !== globalId) throw notFound()
    if (termination.reason !== terminateReason) return refuse(locale, refusals.policyNotSuitable)
    if (refundAmount !== termination.refund)
      return refuse(locale, refusals.refundChanged, { refundAmount: termination.refund })
    if (termination.state === 'accepted' || termination.state === 'done')
      return ok(await executeTermination(context, termination, policy))
    if (termination.reason === 'died') {
      await written(context, 'policy.heirs_sent_to_staff', policy, { calcId })
      return refuse(locale, refusals.heirsToStaff)
    }
    const hindrance = await terminationHindranceOf(context, policy, false)
    if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
    if (clock.now() > termination.expires_at) return refuse(locale, refusals.refundChanged)
    const [first, ...others] = await stillRegistered(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    if (!(await isOwnSale(context, policy))) {
      if (code === undefined) return refuse(locale, refusals.wrongCode, undefined, 'needed')
      const wrong = await wrongCode(
        context,
        locale,
        aboutCode(context, calcId, await clientPhone(context.db, policy)),
        code,
      )
      if (wrong) return wrong
    }
    const accepted = await acceptTermination(context, termination, policy)
    if ('refused' in accepted)
      return refuse(locale, refusals.policyNotSuitable, undefined, accepted.refused ?? undefined)
    await written(context, 'policy.terminated', policy, { calcId, reason: terminateReason })
    return ok(await executeTermination(context, accepted.termination, policy))
  },
)

/**
 * On the day of issue, before the start, of an own sale; a reissue of another's with its
 * policyholder's code. Any other is not found.
 */
export const cancel = handle('promoterCancelPolicy', async ({ globalId }, context) => {
  const { db, me, locale } = context
  const policy = await policyOf(db, globalId)
  if (!isSeller(context, policy)) throw notFound()
  const known = await acceptedTermination(db, policy.id)
  if (known?.kind === 'cancel') return ok(await executeTermination(context, known, policy))
  const hindrance = await cancelHindranceOf(context, policy)
  if (hindrance) return refuse(locale, refusals.policyNotSuitable, undefined, hindrance)
  const unproved = await clientCodeNeeded(context, policy)
  if (unproved) return unproved
  const taken = await cancelPolicy(context, policy, actorOf(me()))
  if (typeof taken === 'number') return refuse(locale, taken)
  if ('refused' in taken)
    return refuse(locale, refusals.policyNotSuitable, undefined, taken.refused ?? undefined)
  await written(context, 'policy.cancelled', policy)
  return ok(await executeTermination(context, taken.termination, policy))
})
