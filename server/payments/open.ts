import { type RawBuilder, sql as raw } from 'kysely'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { invoiceJob } from '../jobs/definitions.ts'
import { type Given, jobRow } from '../jobs/job-row.ts'
import { step } from '../jobs/steps.ts'
import { stoppedAmong } from '../kyc/frozen.ts'
import type { Product } from '../products/product.ts'
import { saleOf } from '../products/products.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { attemptById, attemptRows, type NewAttempt, nextAttemptId } from './attempts.ts'
import { type About, type Opened, opened, openedAtOnce, refused } from './opened.ts'
import { sendBill, sendNewBill } from './send-bill.ts'

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
 * Asks the bank for a bill or the acquirer for a page: called by the request that ordered and again
 * by the job. Throws `Unavailable` when they do not answer and nothing was made; the attempt stays
 * `created` and the job goes on trying. The bank knows no key of ours, so that a bill is asked for
 * once: one whose answer was lost is over for us, and the client chooses what now (decision 174).
 * Whoever is blocked meanwhile gets none.
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
    if (!isOpen) await refused(deps, about, 'job:screening', 'screening')
    return { opened: false, code: refusals.terroristMatch }
  }
  if (isOpen) return { opened: true, redirectUrl: attempt.redirect_url }
  if (attempt.system !== 'mobile_bank') return openPage(deps, about)
  // Another run is asking for this very bill: how that ends is seen by whoever watches the order.
  return (
    (await withLock(deps.locks, `bill:${attempt.id}`, () => sendBill(deps, about))) ?? {
      opened: false,
      code: refusals.apiUnavailable,
    }
  )
}

/**
 * The same for an attempt that this request has stored a moment ago, so that nothing is read again.
 * A bill's row says already that the bank is asked. `storedAt`: when, by `performance.now()`.
 */
export async function openNewAttempt(deps: Deps, about: About, storedAt: number): Promise<Opened> {
  const { attempt } = about
  if (attempt.system !== 'mobile_bank') return openPage(deps, about, openedAtOnce)
  const opened = await withLock(deps.locks, `bill:${attempt.id}`, async () =>
    // As long as the job has not come, nobody else can have taken the attempt up before the lock.
    performance.now() - storedAt < (paymentLimits.jobAfterSeconds * 1_000) / 2
      ? sendNewBill(deps, about)
      : sendBill(deps, about),
  )
  return opened ?? { opened: false, code: refusals.apiUnavailable }
}

async function openPage(deps: Deps, about: About, first?: typeof openedAtOnce): Promise<Opened> {
  const { attempt, sale, product } = about
  const { backUrl, bindFor } = await product.page(deps, sale)
  const reply = await step('card.page', () =>
    deps.systems.acquirer.payPage({
      attemptId: attempt.id,
      amount: attempt.amount,
      description: product.purpose(sale),
      locale: sale.locale,
      resultUrl: noticeUrl(deps, product),
      refundUrl: `${deps.config.publicUrl}/api/hooks/acquirer/refund`,
      successUrl: backUrl,
      failureUrl: backUrl,
      ...(bindFor ? { bindFor } : {}),
      ...(sale.phone ? { phone: sale.phone } : {}),
      ...(sale.email ? { email: sale.email } : {}),
    }),
  )
  if ('refused' in reply) {
    await refused(deps, about, 'acquirer', reply.refused)
    return { opened: false, code: refusals.cardPageFailed }
  }
  const { paymentId, redirectUrl } = reply
  const isOpen = await step(
    'card.commit',
    async () =>
      (await first?.(deps, about, paymentId, redirectUrl)) ||
      opened(deps, about, paymentId, redirectUrl),
  )
  return isOpen ? { opened: true, redirectUrl } : { opened: false, code: refusals.orderNotSuitable }
}

/**
 * The acquirer's notices of a product come here; the last segment is the script name they are
 * signed with.
 */
export const noticeUrl = (deps: Deps, { script }: Pick<Product, 'script'>): string =>
  `${deps.config.publicUrl}/api/hooks/acquirer/${script}`
