import { sql } from 'kysely'
import { productTitles } from '#texts/products.ts'
import type { Reads } from '../products/product-reads.ts'
import { accounting } from './accounting.ts'
import { applications } from './applications.ts'
import { ownData } from './own-data.ts'
import { payment } from './payment.ts'
import { policies } from './policies.ts'
import { purchases } from './purchases.ts'

/** OGPO as the common readers see it. */
export const ogpoReads: Reads = {
  policies,
  applications,
  purchases,
  payment,
  calculation: sql`(select calculation_id from orders where orders.id = policies.order_id)`,
  title: productTitles.ogpo,
  beginsAtMinute: false,
  ownData,
  accounting,
  papers: [
    { kind: 'policy', download: 'download-policy', type: 'policy' },
    { kind: 'covernote', download: 'download-policy-covernote', type: 'covernote' },
    { kind: 'slip', download: 'download-policy-slip', type: 'slip' },
    { kind: 'applicantForm', download: 'download-applicant-form', type: 'applicantForm' },
  ],
  toIssue: sql`from orders where state in ('paid', 'issuing')`,
  trace: {
    jobKey: 'orderId',
    kept: (sale) => sql`select trace, created_at as at from orders where id = ${sale}`,
  },
}
