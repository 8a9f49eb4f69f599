import type { Sql } from '../../db/connect.ts'
import type { Desk } from '../../products/product-desk.ts'
import { rerun } from './acts.ts'
import { contract } from './contract.ts'
import { find, found } from './find.ts'
import { list } from './list.ts'
import { ofClient } from './of-client.ts'
import { sale } from './sale.ts'

/** The Home subscription as staff see it. */
export const homeDesk: Desk = {
  auditKind: 'home',
  find,
  found,
  list,
  sale,
  ofClient,
  facts: (db: Sql, ids) =>
    db.selectFrom('home_subscriptions').select(['id', 'facts']).where('id', 'in', ids).execute(),
  numbers: (db: Sql, ids) =>
    db.selectFrom('home_subscriptions').select(['id', 'number']).where('id', 'in', ids).execute(),
  rerun,
  refundUnissued: null,
  correctEmail: null,
  contract,
}
