import { sql } from 'kysely'
import { productTitles } from '#texts/products.ts'
import type { Sql } from '../db/connect.ts'
import { atConsole, erased, type OwnData, type Reads } from '../products/product.ts'
import { accounting } from './accounting.ts'
import { policies } from './policies.ts'
import { applications, payment, purchases } from './purchases.ts'

/** Our data of a client's orders. */
const ownData: OwnData = {
  copy: async (db, iin) => ({ orders: await ordersOf(db, iin) }),
  sales: (iin) => sql`select id from orders where buyer_iin = ${iin}`,
  last: (iin) =>
    sql`(select max((paid_at at time zone 'UTC' + interval '5 hours')::date) from orders where buyer_iin = ${iin})`,
  goingOn: (iin) =>
    sql`exists (select 1 from orders where buyer_iin = ${iin} and state in ('draft', 'awaiting_payment', 'paid', 'issuing', 'issue_failed', 'refunding', 'refund_failed'))`,
  erase: ({ iin, facts }) => [
    sql`update hand_offs set email = null where quote_id in (select id from quotes where buyer_iin = ${iin})`,
    sql`update quotes set buyer_iin = ${erased}, facts = facts || ${facts}::jsonb, price = '{}', reply = '{}', position = null where buyer_iin = ${iin}`,
    sql`update order_history set reason = '' where actor ~ ${atConsole}
      and order_id in (select id from orders where buyer_iin = ${iin})`,
    sql`update orders set buyer_iin = ${erased}, phone = '', email = null, held_cars = null where buyer_iin = ${iin}`,
  ],
}

const ordersOf = (db: Sql, iin: string) =>
  db
    .selectFrom('orders')
    .select([
      'id',
      'state',
      'amount',
      'insurance_premium',
      'ogpo_plus_premium',
      'phone',
      'email',
      'accepted',
      'start_date',
      'created_at',
      'paid_at',
    ])
    .where('buyer_iin', '=', iin)
    .execute()

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
