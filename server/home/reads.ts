import { sql } from 'kysely'
import type { Reads } from '../product-reads.ts'
import { applications } from './applications.ts'
import { ownData } from './own-data.ts'
import { payment } from './payment.ts'
import { policies } from './policies.ts'
import { purchases } from './purchases.ts'

/** The Home subscription as the common readers see it. */
export const homeReads: Reads = {
  policies,
  applications,
  purchases,
  payment,
  calculation: sql`(select calculation_id from home_subscriptions where home_subscriptions.policy_id = policies.id)`,
  ownData,
  papers: [{ kind: 'home', download: 'download-policy-home', type: 'policy' }],
}
