import type { Sql } from '../../db/connect.ts'
import type { Desk } from '../../products/product-desk.ts'
import { correctEmail, rerun } from './acts.ts'
import { contract } from './contract.ts'
import { find, found } from './find.ts'
import { list } from './list.ts'
import { ofClient } from './of-client.ts'
import { refundUnissued } from './refund-unissued.ts'
import { sale } from './sale.ts'

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
      .select(['orders.id', 'quotes.facts'])
      .where('orders.id', 'in', ids)
      .execute(),
  numbers: (db: Sql, ids) =>
    db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute(),
  rerun,
  refundUnissued,
  correctEmail,
  contract,
}
