import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { toRescind } from './rescind.ts'

/**
 * Home policies begin at their minute, the following years' on their day; they end when nothing
 * more will be paid and the paid time is over, or with their year when the next one has been
 * registered.
 */
export async function turnHomePolicies({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const today = clock.today()
  for (const [from, to, due] of [
    [
      'pending',
      'active',
      sql<boolean>`s.protection_from <= ${now} and policies.start_date <= ${today}`,
    ],
    [
      'active',
      'ended',
      sql<boolean>`policies.end_date < ${today} and (s.policy_id <> policies.id or (s.state in ('cancelled', 'not_renewed') and s.paid_until < ${today}))`,
    ],
  ] as const)
    await db.transaction().execute(async (tx) => {
      const turned = await tx
        .updateTable('policies')
        .from('home_contracts as c')
        .innerJoin('home_subscriptions as s', 's.id', 'c.subscription_id')
        .set({ state: to })
        .whereRef('c.policy_id', '=', 'policies.id')
        .where('policies.state', '=', from)
        .where(due)
        .returning('policies.id')
        .execute()
      if (turned.length === 0) return
      if (to === 'ended')
        await toRescind(
          tx,
          turned.map(({ id }) => id),
          today,
        )
      await tx
        .insertInto('policy_history')
        .values(
          turned.map(({ id }) => ({
            policy_id: id,
            state: to,
            at: now,
            actor: 'job',
            reason: to === 'active' ? 'protection begins' : 'paid time is over',
          })),
        )
        .execute()
    })
}
