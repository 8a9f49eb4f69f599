import { sql } from 'kysely'
import { productTitles } from '#texts/products.ts'
import type { Sql } from '../db/connect.ts'
import { atConsole, erased, type OwnData, type Reads } from '../products/product.ts'
import { accounting } from './accounting.ts'
import { applications, payment, policies, purchases } from './purchases.ts'

/**
 * The account of subscriptions whose own account is erased: nobody's, closed. No person has this
 * IIN.
 */
const NOBODY = '000000000000'

/** Our data of a client's subscriptions. */
const ownData: OwnData = {
  copy: async (db, iin) => {
    const [homes, homePayments] = await Promise.all([homesOf(db, iin), paymentsOf(db, iin)])
    return { homes, homePayments }
  },
  sales: (iin) => sql`select id from home_subscriptions where buyer_iin = ${iin}`,
  last: (iin) => sql`(select max(paid_until) from home_subscriptions where buyer_iin = ${iin})`,
  goingOn: (iin) =>
    sql`exists (select 1 from home_subscriptions where buyer_iin = ${iin} and (next_billing_on is not null or state in ('awaiting_payment', 'paid')))`,
  erase: ({ id, iin, now }) => [
    sql`update policies set facts = '{}' where policyholder_iin = ${iin} and kind = 'home'`,
    sql`update home_quotes set buyer_iin = ${erased}, facts = '{}' where buyer_iin = ${iin}`,
    sql`insert into accounts (iin, created_at, blocked_at) select ${NOBODY}, ${now}, ${now}
      where exists (select 1 from home_subscriptions where account_id = ${id}) on conflict do nothing`,
    sql`update home_subscription_history set reason = '' where actor ~ ${atConsole}
      and subscription_id in (select id from home_subscriptions where account_id = ${id})`,
    sql`update home_subscriptions set buyer_iin = ${erased}, phone = null, email = null, facts = '{}',
      account_id = (select id from accounts where realm = 'cabinet' and iin = ${NOBODY}) where account_id = ${id}`,
  ],
}

const homesOf = (db: Sql, iin: string) =>
  db
    .selectFrom('home_subscriptions')
    .select([
      'id',
      'number',
      'state',
      'facts',
      'monthly_payment',
      'phone',
      'email',
      'accepted',
      'created_at',
      'paid_until',
      'next_billing_on',
    ])
    .where('buyer_iin', '=', iin)
    .execute()

const paymentsOf = (db: Sql, iin: string) =>
  db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('home_subscriptions', 'home_subscriptions.id', 'attempt.order_id')
    .select([
      'home_subscriptions.number',
      'attempt.period',
      'attempt.state',
      'attempt.amount',
      'attempt.created_at',
    ])
    .where('home_subscriptions.buyer_iin', '=', iin)
    .orderBy('attempt.created_at')
    .execute()

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
