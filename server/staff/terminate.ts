import { actorOf } from '../accounts/owner.ts'
import { notFound, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  acceptEnding,
  calculateEnding,
  carryOut,
  endingHindranceOf,
  sumsOf,
} from '../policies/terminations.ts'
import type { Policy } from '../policies/policy.ts'
import { registrationFindings } from '../policies/registration.ts'
import { keepAct } from './acts.ts'

/**
 * Staff end a policy for those who can't: heirs above all. Any policy, with the papers it rests on;
 * the register's check holds all the same, and a car that nobody could be asked about (`unproven`)
 * is named: the paper has to prove it.
 */
export const staffCalcTerminate = handle(
  'staffCalcTerminate',
  async ({ globalId, terminateReason }, context) => {
    const { db, me, locale } = context
    const policy = await db
      .selectFrom('policies')
      .selectAll()
      .where('kind', '=', 'ogpo')
      .where('global_id', '=', globalId)
      .executeTakeFirst()
    if (!policy) throw notFound()
    const hindrance = await endingHindranceOf(context, policy, true)
    if (hindrance) return refuse(locale, 14007, undefined, hindrance)
    const findings = await registrationFindings(context, policy, terminateReason, askedFor(policy))
    const [first, ...others] = findings.filter(({ reason }) => reason !== 'unproven')
    if (first) return refuseFor(locale, [first, ...others])
    const ending = await calculateEnding(context, policy, terminateReason, actorOf(me()))
    if (typeof ending === 'number') return refuse(locale, ending)
    const { lines: _, expiresAt: __, ...sums } = sumsOf(ending)
    return ok({ ...sums, unproven: findings.flatMap(({ plate }) => plate ?? []) })
  },
)

/**
 * Whoever the policy was sold to or by: staff ask with the consent given to them, and vouch for
 * none themselves.
 */
const askedFor = ({ policyholder_iin, promoter_iin }: Policy) => ({
  asked_by: promoter_iin ?? policyholder_iin,
  asker: promoter_iin ? 'promoter' : 'client',
  vouched: false,
})

export const staffTerminate = handle(
  'staffTerminate',
  async ({ globalId, calcId, refundAmount, ground }, context) => {
    const { db, me, clock, locale } = context
    const policy = await db
      .selectFrom('policies')
      .selectAll()
      .where('kind', '=', 'ogpo')
      .where('global_id', '=', globalId)
      .executeTakeFirst()
    const ending = await db
      .selectFrom('policy_endings')
      .selectAll()
      .where('id', '=', calcId)
      .where('kind', '=', 'terminate')
      .where('actor', '=', actorOf(me()))
      .executeTakeFirst()
    if (!policy || ending?.policy_id !== policy.id) throw notFound()
    if (refundAmount !== ending.refund)
      return refuse(locale, 14017, { refundAmount: ending.refund })
    if (ending.state === 'calculated') {
      const hindrance = await endingHindranceOf(context, policy, true)
      if (hindrance) return refuse(locale, 14007, undefined, hindrance)
      if (clock.now() > ending.expires_at) return refuse(locale, 14017)
      const accepted = await acceptEnding(context, ending, policy, true)
      if ('refused' in accepted)
        return refuse(locale, 14007, undefined, accepted.refused ?? undefined)
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('policy_endings').set({ ground }).where('id', '=', ending.id).execute()
        if (policy.order_id)
          await keepAct(tx, context, policy.order_id, 'policy.terminated', ground, {
            ending: ending.id,
          })
      })
    }
    const { state, refundAmount: given } = await carryOut(context, ending, policy)
    return ok({ state, refundAmount: given })
  },
)
