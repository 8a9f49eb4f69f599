import { localeColumns } from '#domain/locale-columns.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Db } from '../db/connect.ts'
import { desks } from '../products/products.ts'

/** More than this of one kind nobody reads on a page; the newest count. */
const AT_MOST = 50

export type ClientRows = Awaited<ReturnType<typeof clientRows>>

/** What we hold of a client, the newest of each kind first. */
export async function clientRows(db: Db, account: Account) {
  const account_id = account.id
  const { iin } = account
  const [person, policies, sales, kyc, consents, claims, insurers] = await Promise.all([
    db.selectFrom('people').selectAll().where('iin', '=', iin).executeTakeFirst(),
    db
      .selectFrom('policies')
      .selectAll()
      .where('policyholder_iin', '=', iin)
      .orderBy('issued_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    salesOf(db, account),
    db.selectFrom('kyc_cases').select('status').where('iin', '=', iin).executeTakeFirst(),
    db
      .selectFrom('consents')
      .selectAll()
      .where('iin', '=', iin)
      .orderBy('requested_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('claims')
      .selectAll()
      .where('account_id', '=', account_id)
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('insurers')
      .select(['code', ...localeColumns('name')])
      .orderBy('effective_from')
      .execute(),
  ])
  const orderIds = sales.orders.map(({ order_id }) => order_id)
  const claimIds = claims.map(({ id }) => id)
  return {
    person,
    policies,
    ...sales,
    kyc,
    consents,
    claims,
    insurers,
    ...(await paidAndTold(db, orderIds, claimIds)),
  }
}

/**
 * Of every product, at most so many of each; and whose sale a policy is where its row names none.
 */
async function salesOf(db: Db, account: Account) {
  const all = await Promise.all(desks().map((desk) => desk.ofClient(db, account, AT_MOST)))
  return {
    orders: all.flatMap(({ sales }) => sales).sort((a, b) => b.at.localeCompare(a.at)),
    saleOfPolicy: new Map(all.flatMap(({ ofPolicy }) => [...ofPolicy])),
  }
}

async function paidAndTold(db: Db, orderIds: string[], claimIds: string[]) {
  const [payments, refunds, messages] = await Promise.all([
    db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', 'in', [...orderIds, ''])
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', 'in', [...orderIds, ''])
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    orderIds.length || claimIds.length
      ? db
          .selectFrom('messages')
          .selectAll()
          .where((expression) =>
            expression.or([
              expression('order_id', 'in', [...orderIds, '']),
              expression('claim_id', 'in', [...claimIds, '']),
            ]),
          )
          .orderBy('created_at', 'desc')
          .limit(AT_MOST)
          .execute()
      : [],
  ])
  return { payments, refunds, messages }
}
