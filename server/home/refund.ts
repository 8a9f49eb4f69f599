import type { Deps } from '../deps.ts'
import { homeRefundDone, homeRefundId, lockedHome } from '../home-refunds.ts'
import { exclusively } from '../locks.ts'
import { step } from '../steps.ts'
import { aboutAttempt } from './states.ts'

/** Job: sends a refund by its own key, so that a second run is the same refund. A refused one is for staff. */
export async function sendHomeRefund(deps: Deps, attemptId: string): Promise<void> {
  const refundId = homeRefundId(attemptId)
  await exclusively(deps.locks, `home-refund:${attemptId}`, async () => {
    const refund = await deps.db.selectFrom('refunds').select(['state', 'amount']).where('id', '=', refundId).executeTakeFirst()
    const about = await aboutAttempt(deps.db, attemptId)
    if (refund?.state !== 'due' || about?.attempt.state !== 'refunding') return
    const { attempt, subscription } = about
    const reply = await step('home.refund.send', () =>
      deps.systems.acquirer.refund({ paymentId: attempt.outside_id ?? '', amount: refund.amount, key: refundId }),
    )
    await step('home.refund.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        await lockedHome(tx, subscription.id)
        const now = await tx.selectFrom('refunds').selectAll().where('id', '=', refundId).forUpdate().executeTakeFirst()
        if (now?.state !== 'due') return
        if (!('refused' in reply)) return homeRefundDone(tx, deps, { refund: now, outsideId: reply.refundId, actor: 'acquirer' })
        const error = reply.text.slice(0, 200) || reply.refused
        await tx.updateTable('refunds').set({ state: 'failed', error }).where('id', '=', refundId).execute()
        deps.log.error({ refund: refundId }, 'a refund of a Home payment was refused')
      }),
    )
  })
}
