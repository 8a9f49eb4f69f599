import { type SqlBool, sql } from 'kysely'
import type { Sql } from '../db/connect.ts'
import { notFound } from '../http/refuse.ts'
import { documentsJob, issueJob } from '../jobs/definitions.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { lockedOrder } from '../orders/orders.ts'
import type { ContractPage } from '../products/product.ts'
import type { Desk, ListAsked, ListedSale, SalesOfClient } from '../products/product-desk.ts'
import {
  beyond,
  toRefund,
  withLostLetter,
  withRefund,
  withUnclearBill,
} from '../products/sale-lists.ts'
import { find, found, refundUnissued, sale } from './desk-sale.ts'

const rerun: Desk['rerun'] = async (tx, context, orderId, what) => {
  const { clock, queue } = context
  const order = await lockedOrder(tx, orderId)
  if (!order) throw notFound()
  const open = order.state === 'paid' || order.state === 'issuing'
  if (what === 'issue' ? !open : order.state !== 'issued') return false
  if (what === 'issue') {
    await tx
      .updateTable('orders')
      .set({ next_attempt_at: clock.now() })
      .where('id', '=', orderId)
      .execute()
    await queue.enqueue(tx, issueJob, { orderId })
  }
  if (what === 'documents') await queue.enqueue(tx, documentsJob, { orderId })
  if (what === 'notify')
    await enqueueMessage(tx, context, 'ogpo', orderId, `papers:${crypto.randomUUID()}`)
  return true
}

/** An issued order's documents go to the new address at once. */
const correctEmail: Exclude<Desk['correctEmail'], null> = async (
  tx,
  context,
  { id, iin, email },
) => {
  const order = await lockedOrder(tx, id)
  const policy = await tx
    .selectFrom('policies')
    .select('policyholder_iin')
    .where('order_id', '=', id)
    .executeTakeFirst()
  if (!order || (order.buyer_iin !== iin && policy?.policyholder_iin !== iin)) throw notFound()
  if (order.email === email) return
  await tx.updateTable('orders').set({ email }).where('id', '=', id).execute()
  if (order.state === 'issued')
    await enqueueMessage(tx, context, 'ogpo', id, `mail:${crypto.randomUUID()}`)
}

/** A contract of OGPO: a policy's orders and those of what replaced it. */
const contract: ContractPage = {
  named: (text, upper) =>
    sql`select contract_id as id from orders where id = ${text} or number = ${upper}`,
  sales: (id) => sql`
    select id, number, state, amount, insurance_premium as premium, ogpo_plus_premium as ogpo_plus,
      commission, replaces_global_id as replaces, taken_over, created_at
    from orders where contract_id = ${id} order by created_at`,
  months: null,
  saleMoves: (id) => sql`
    select one.state, at, actor, reason, orders.number as about, null::int as amount
    from order_history as one join orders on orders.id = one.order_id
    where orders.contract_id = ${id}`,
  monthMoves: null,
}

/** Orders of a view. */
function list(db: Sql, asked: ListAsked): Promise<ListedSale[]> {
  const { view, direction, state, channel } = asked
  let rows = db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'channel', 'amount', 'created_at', 'paid_at', 'issue_error'])
    .select(['issue_attempts', 'next_attempt_at', toRefund('orders.id').as('to_refund')])
    .select('paid_at as waits_since')
    .where(beyond('orders', asked))
  if (state) rows = rows.where('state', '=', state)
  if (channel) rows = rows.where('channel', '=', channel)
  if (view === 'stuck') rows = rows.where('state', 'in', ['paid', 'issuing'])
  if (view === 'refund_failed')
    rows = rows.where((expression) =>
      expression.or([expression('state', '=', 'refund_failed'), withRefund('orders.id', false)]),
    )
  if (view === 'details') rows = rows.where(withRefund('orders.id', true))
  if (view === 'bills') rows = rows.where(withUnclearBill('orders.id', asked.today))
  // No card of a client is charged by itself.
  if (view === 'charges') rows = rows.where(sql<SqlBool>`false`)
  if (view === 'letters') rows = rows.where(withLostLetter('orders.id', asked.today))
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(asked.limit).execute()
}

/** A client's orders; a promoter's sale is the client's by its policy. */
async function ofClient(db: Sql, { iin }: { iin: string }, atMost: number): Promise<SalesOfClient> {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .selectAll('orders')
    .where((expression) =>
      expression.or([
        expression.and([
          expression('orders.buyer_iin', '=', iin),
          expression('orders.promoter_iin', 'is', null),
        ]),
        expression('policies.policyholder_iin', '=', iin),
      ]),
    )
    .orderBy('orders.created_at', 'desc')
    .limit(atMost)
    .execute()
  return {
    sales: orders.map((order) => ({
      order_id: order.id,
      number: order.number,
      state: order.state,
      channel: order.channel,
      amount: order.amount,
      email: order.email,
      at: order.created_at.toISOString(),
    })),
    ofPolicy: new Map(),
  }
}

/** OGPO as staff see it: orders. */
export const ogpoDesk: Desk = {
  auditKind: 'order',
  find,
  found,
  list,
  sale,
  ofClient,
  facts: (db: Sql, ids) =>
    db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .select(['orders.id', 'orders.phone', 'orders.locale', 'quotes.facts'])
      .where('orders.id', 'in', ids)
      .execute(),
  numbers: (db: Sql, ids) =>
    db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute(),
  rerun,
  refundUnissued,
  correctEmail,
  contract,
}
