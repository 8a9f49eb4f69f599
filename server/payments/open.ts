import { type RawBuilder, sql as raw } from 'kysely'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { invoiceJob } from '../jobs/definitions.ts'
import { type Given, jobRow } from '../jobs/queue.ts'
import { stoppedAmong } from '../kyc/frozen.ts'
import { saleOf } from '../products/products.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { attemptById, attemptRows, type NewAttempt, nextAttemptId } from './attempts.ts'
import { type About, type Opened, recordRefused } from './record.ts'
import { wayOf } from './ways/ways.ts'

/**
 * Writes a new bill or page and the job that opens it, in the caller's transaction under the
 * contract's lock.
 */
export async function newPayment(tx: Tx, of: NewAttempt, earlier?: number): Promise<string> {
  const id = await nextAttemptId(tx, of, earlier)
  await raw`with ${paymentRows(tx, id, of)} select`.execute(tx)
  return id
}

/** The same as parts of the statement that makes the order, too. */
export const paymentRows = (sql: Sql, id: Given, of: NewAttempt<Given>): RawBuilder<unknown> =>
  raw`${attemptRows(sql, id, of)}, job as (${jobRow(invoiceJob, id, paymentLimits.jobAfterSeconds)})`

/**
 * Requests the money of an attempt by its payment method; the ordering request calls it, and the
 * job again. Throws `Unavailable` if the other side does not reply and nothing was made; the
 * attempt stays `created` and the job retries. Requests nothing from a client blocked meanwhile.
 */
export async function openAttempt(deps: Deps, attemptId: string): Promise<Opened> {
  const attempt = await attemptById(deps.db, attemptId)
  const found = attempt ? await saleOf(deps.db, attempt.order_id) : undefined
  if (!attempt || !found || attempt.way === 'saved_card')
    return { opened: false, code: refusals.orderNotSuitable }
  const about = { attempt, ...found }
  const isOpen = attempt.state === 'awaiting'
  if (!isOpen && (attempt.state !== 'created' || !found.sale.waits))
    return { opened: false, code: refusals.orderNotSuitable }
  // Since it was ordered the lists may have changed, or staff decided.
  const stopped = await stoppedAmong(deps, await found.product.people(deps.db, found.sale.id))
  if (stopped?.verdict === 'unavailable')
    throw new Unavailable('aml', 'screening', 'AML check failed', false)
  if (stopped) {
    if (!isOpen) await recordRefused(deps, about, 'job:screening', 'screening')
    return { opened: false, code: refusals.terroristMatch }
  }
  if (isOpen) return { opened: true, redirectUrl: attempt.redirect_url }
  return wayOf(attempt).open(deps, about, () => false)
}

/**
 * The same for an attempt this request has just stored. A bill's row already records the request to
 * the bank. `storedAt`: when, by `performance.now()`.
 */
export const openNewAttempt = (deps: Deps, about: About, storedAt: number): Promise<Opened> =>
  wayOf(about.attempt).open(
    deps,
    about,
    // Before the job runs nobody else can have started on the attempt.
    () => performance.now() - storedAt < (paymentLimits.jobAfterSeconds * 1_000) / 2,
  )
