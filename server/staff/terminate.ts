import { actorOf } from '../accounts/owner.ts'
import { notFound, ok, refuse, refuseFor } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  acceptEnding,
  calculateEnding,
  carryOut,
  endingHindranceOf,
  registrationFindings,
  sumsOf,
} from '../policies/endings.ts'
import { keepAct } from './acts.ts'

/**
 * Staff end a policy for those who can't: heirs above all. Any policy, with the papers it rests on;
 * the register's check holds all the same.
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
    const [first, ...others] = await registrationFindings(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    const ending = await calculateEnding(context, policy, terminateReason, actorOf(me()))
    if (typeof ending === 'number') return refuse(locale, ending)
    const { lines: _, expiresAt: __, ...sums } = sumsOf(ending)
    return ok(sums)
  },
)

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
