import type { Start } from '../products/start.ts'
import { demoHome } from './demo.ts'
import { seedPlans } from './seed.ts'

/** What Home begins with. */
export const homeStart: Start = {
  seed: seedPlans,
  demoKnown: async (db, accountId) => {
    const known = await db
      .selectFrom('home_subscriptions')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst()
    return known !== undefined
  },
  demo: demoHome,
}
