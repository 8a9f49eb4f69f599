import { type SqlBool, sql } from 'kysely'
import type { ListAsked } from './product-desk.ts'

/**
 * Parts of a list of sales that every product's rows share. Sales with a refund that failed; by
 * details: that wait for bank details, approval or the transfer. The open refunds are few and have
 * an index of their own.
 */
export const withRefund = (id: string, byDetails: boolean) =>
  sql<boolean>`${sql.ref(id)} in (
    select refunds.order_id from refunds
      left join refund_details on refund_details.refund_id = refunds.id
    where refunds.state <> 'done' and refunds.state = 'failed'
    and (refunds.attempt_id is null or refund_details.refund_id is not null) = ${byDetails})`

/** After the place the page before ended at. */
export const beyond = (rows: string, { after, direction }: ListAsked) =>
  after
    ? sql<SqlBool>`(${sql.ref(`${rows}.created_at`)}, ${sql.ref(`${rows}.id`)})
        ${sql.raw(direction === 'desc' ? '<' : '>')} (${after.at}, ${after.id})`
    : sql<SqlBool>`true`

/** What is still to go back of a sale. */
export const toRefund = (id: string) =>
  sql<string | null>`(select sum(amount) from refunds
    where refunds.order_id = ${sql.ref(id)} and refunds.state <> 'done')`

/**
 * Of each kind of what happened with a sale staff see at most so many lines, the newest: a sale
 * that was tried for a day has hundreds of calls.
 */
export const linesOfKind = 150
