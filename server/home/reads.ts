import { sql } from 'kysely'
import { productTitles } from '#texts/products.ts'
import type { Reads } from '../products/product-reads.ts'
import { accounting } from './accounting.ts'
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
  title: productTitles.home,
  beginsAtMinute: true,
  ownData,
  accounting,
  papers: [{ kind: 'home', download: 'download-policy-home', type: 'policy' }],
  toIssue: sql`from home_subscriptions where state = 'paid'`,
  trace: {
    jobKey: 'subscriptionId',
    kept: (sale) => sql`select trace, created_at as at from home_subscriptions where id = ${sale}`,
  },
}
