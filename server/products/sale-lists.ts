import { type SqlBool, sql } from 'kysely'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { waysAskedOnce } from '#domain/payment-ways.ts'
import { openDays } from '#domain/waiting.ts'
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

/** Amount still to refund of a sale. */
export const toRefund = (id: string) =>
  sql<string | null>`(select sum(amount) from refunds
    where refunds.order_id = ${sql.ref(id)} and refunds.state <> 'done')`

/**
 * Maximum of history lines staff see per kind, the newest: a sale retried for a day has hundreds of
 * calls.
 */
export const linesOfKind = 150

/** Sales with a bill the bank did not confirm (`payments/unclear.ts`). */
export const withUnclearBill = (id: string, today: Day) =>
  sql<boolean>`${sql.ref(id)} in (
    select order_id from payment_attempts
    where system = any(${waysAskedOnce}::text[]) and asked_at is not null and outside_id is null
    and state in ('error', 'expired') and created_at >= ${openSince(today)})`

/**
 * Sales with a message the gateway refused or nobody resent, and no later one of its kind that was
 * sent.
 */
export const withLostLetter = (id: string, today: Day) =>
  sql<boolean>`${sql.ref(id)} in (
    select lost.order_id from messages as lost
    where lost.sent_at is null and lost.order_id is not null
    and lost.created_at >= ${openSince(today)}
    and (lost.refused is not null or lost.created_at < ${lettersGoneBy(today)})
    and not exists (select from messages as later
      where later.order_id = lost.order_id and later.kind = lost.kind
      and later.sent_at > lost.created_at))`

const openSince = (today: Day) => startOfDay(addDays(today, -openDays))
/** Messages unsent for two days are no longer tried (`settings/time-limits.ts`). */
const lettersGoneBy = (today: Day) => startOfDay(addDays(today, -2))
