import type pg from 'pg'

/** Numbers that other systems know: those given since the recovered instant are never given again. */
const NAMING_SEQUENCES = ['policy_numbers', 'home_numbers', 'claim_numbers']
const NUMBERS_LEFT_FREE = 100_000

/** Leaves numbers free that may have been given after the instant the database was recovered to. */
export async function leaveNumbersFree(client: pg.ClientBase): Promise<void> {
  for (const name of NAMING_SEQUENCES)
    await client.query(`select setval($1::regclass, nextval($1::regclass) - 1 + $2)`, [
      `public.${name}`,
      NUMBERS_LEFT_FREE,
    ])
}

/**
 * Marks what waits as requested: it may have been requested outside after the recovered instant, and
 * that is lost. Each is then looked up before anything is sent: an order's policy by its number, a
 * refund by what the bank holds or the acquirer lists (decision 174). A bill is not sent twice:
 * it becomes unclear. Of several refunds of a payment only the first, as they go one at a time.
 */
export async function markAsRequested(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(`update orders set set_asked_at = now()
    where state in ('awaiting_payment', 'paid', 'issuing') and set_asked_at is null`)
  await client.query(
    `update payment_attempts set asked_at = $1
    where way = 'bill' and state = 'created' and asked_at is null`,
    [now],
  )
  await client.query(
    `update refunds set asked_at = $1,
      asked_lines = coalesce((select array_agg(one.outside_id) from refunds as one
        where one.attempt_id = refunds.attempt_id and one.outside_id is not null), '{}'),
      asked_rest = payment.amount - (select coalesce(sum(one.amount), 0) from refunds as one
        where one.attempt_id = refunds.attempt_id and one.state = 'done')
    from payment_attempts as payment
    where payment.id = refunds.attempt_id and refunds.state = 'due' and refunds.asked_at is null
      and not exists (select from refunds as one where one.attempt_id = refunds.attempt_id
        and one.state = 'due' and one.id <> refunds.id
        and (one.asked_at is not null or one.id < refunds.id))`,
    [now],
  )
}
