import type { Sql } from '../../db/connect.ts'
import type { SalesOfClient } from '../../products/product-desk.ts'

/** A client's orders; a promoter's sale is the client's by its policy. */
export async function ofClient(
  db: Sql,
  { iin }: { iin: string },
  atMost: number,
): Promise<SalesOfClient> {
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
