import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { invoiceJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import type { Product } from '../products/product.ts'
import { saleOf } from '../products/products.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { attemptById, type NewAttempt, newAttempt } from './attempts.ts'
import { type About, type Opened, opened, refused } from './opened.ts'
import { sendBill } from './send-bill.ts'

/**
 * Writes a new bill or page and the job that opens it, in the caller's transaction under the
 * contract's lock.
 */
export async function newPayment(
  tx: Tx,
  deps: Deps,
  of: NewAttempt,
  earlier?: number,
): Promise<string> {
  const id = await newAttempt(tx, of, earlier)
  await deps.queue.enqueue(
    tx,
    invoiceJob,
    { attemptId: id },
    { inSeconds: paymentLimits.jobAfterSeconds },
  )
  return id
}

/**
 * Asks the bank for a bill or the acquirer for a page: called by the request that ordered and again
 * by the job. Throws `Unavailable` when they do not answer and nothing was made; the attempt stays
 * `created` and the job goes on trying. The bank knows no key of ours, so that a bill is asked for
 * once: one whose answer was lost is over for us, and the client chooses what now (decision 174).
 */
export async function openAttempt(deps: Deps, attemptId: string): Promise<Opened> {
  const attempt = await attemptById(deps.db, attemptId)
  const found = attempt ? await saleOf(deps.db, attempt.order_id) : undefined
  if (!attempt || !found || attempt.way === 'saved_card') return { opened: false, code: 14012 }
  const about = { attempt, ...found }
  if (attempt.state === 'awaiting') return { opened: true, redirectUrl: attempt.redirect_url }
  if (attempt.state !== 'created' || !found.sale.waits) return { opened: false, code: 14012 }
  if (attempt.system !== 'mobile_bank') return openPage(deps, about)
  // Another run is asking for this very bill: how that ends is seen by whoever watches the order.
  return (
    (await withLock(deps.locks, `bill:${attempt.id}`, () => sendBill(deps, about))) ?? {
      opened: false,
      code: 12002,
    }
  )
}

async function openPage(deps: Deps, about: About): Promise<Opened> {
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
    return { opened: false, code: 14011 }
  }
  const isOpen = await step('card.commit', () =>
    opened(deps, about, reply.paymentId, reply.redirectUrl),
  )
  return isOpen ? { opened: true, redirectUrl: reply.redirectUrl } : { opened: false, code: 14012 }
}

/**
 * The acquirer's notices of a product come here; the last segment is the script name they are
 * signed with.
 */
export const noticeUrl = (deps: Deps, { script }: Pick<Product, 'script'>): string =>
  `${deps.config.publicUrl}/api/hooks/acquirer/${script}`
