import type { RefusalCode } from '#domain/refusals.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { invoiceJob, paymentCheckJob } from '../jobs/queue.ts'
import type { Product, Sale } from '../product.ts'
import { saleOf } from '../products.ts'
import { step } from '../steps.ts'
import { type Attempt, attemptById, moveAttempt, type NewAttempt, newAttempt } from './attempts.ts'

/** Long enough for the request that made the attempt to open it itself; then the job does. */
const JOB_AFTER_SECONDS = 8

/** Writes a new bill or page and the job that opens it, in the caller's transaction under the contract's lock. */
export async function newPayment(tx: Tx, deps: Deps, of: NewAttempt, earlier?: number): Promise<string> {
  const id = await newAttempt(tx, of, earlier)
  await deps.queue.enqueue(tx, invoiceJob, { attemptId: id }, { inSeconds: JOB_AFTER_SECONDS })
  return id
}

export type Opened = { opened: true; redirectUrl: string | null } | { opened: false; code: RefusalCode }
type About = { attempt: Attempt; sale: Sale; product: Product }

/**
 * Asks the bank for a bill or the acquirer for a page, by the attempt's id: called by the request that ordered and again by the job, it
 * still is one bill. Throws `Unavailable` when they do not answer; the attempt stays `created` and the job goes on trying.
 */
export async function openAttempt(deps: Deps, attemptId: string): Promise<Opened> {
  const attempt = await attemptById(deps.db, attemptId)
  const found = attempt ? await saleOf(deps.db, attempt.order_id) : undefined
  if (!attempt || !found || attempt.way === 'saved_card') return { opened: false, code: 14012 }
  const about = { attempt, ...found }
  if (attempt.state === 'awaiting') return { opened: true, redirectUrl: attempt.redirect_url }
  if (attempt.state !== 'created' || !found.sale.waits) {
    // Closed while the bank's answer was on its way: the bill that may exist is learnt by its key and watched, so that no money is lost.
    if (attempt.system === 'mobile_bank' && attempt.state === 'expired' && attempt.asked_at && !attempt.outside_id)
      await sendBill(deps, about)
    return { opened: false, code: 14012 }
  }
  return attempt.system === 'mobile_bank' ? sendBill(deps, about) : openPage(deps, about)
}

async function sendBill(deps: Deps, about: About): Promise<Opened> {
  const { attempt, sale, product } = about
  await deps.db.updateTable('payment_attempts').set({ asked_at: deps.clock.now() }).where('id', '=', attempt.id).execute()
  const reply = await step('invoice.create', () =>
    deps.systems.bank.invoice({
      orderId: attempt.id,
      phone: attempt.phone ?? sale.phone ?? '',
      amount: attempt.amount,
      comment: product.purpose(sale),
    }),
  )
  if ('refused' in reply) {
    await refused(deps, about, 'bank', reply.refused)
    return { opened: false, code: reply.refused === 'phone_unknown' ? 10301 : 14010 }
  }
  await step('invoice.commit', () => opened(deps, about, reply.billId, null))
  return { opened: true, redirectUrl: null }
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
  const isOpen = await step('card.commit', () => opened(deps, about, reply.paymentId, reply.redirectUrl))
  return isOpen ? { opened: true, redirectUrl: reply.redirectUrl } : { opened: false, code: 14012 }
}

/** The acquirer's notices of a product come here; the last segment is the script name they are signed with. */
export const noticeUrl = (deps: Deps, { script }: Pick<Product, 'script'>): string =>
  `${deps.config.publicUrl}/api/hooks/acquirer/${script}`

/** No bill, no page. The attempt may have been closed, opened or refused by another run meanwhile: then that stands. */
async function refused(deps: Deps, { attempt, sale }: About, actor: string, reason: string) {
  await deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    await tx.updateTable('payment_attempts').set({ asked_at: null }).where('id', '=', attempt.id).where('outside_id', 'is', null).execute()
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(tx, sale.product, attempt.id, 'error', { actor, reason, at: deps.clock.now() })
  })
}

/** The bill exists: keep its id and begin to ask about it. Two runs of this write the same. False when it was closed meanwhile. */
async function opened(deps: Deps, { attempt, sale, product }: About, outsideId: string, redirectUrl: string | null): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    const now = await tx.selectFrom('payment_attempts').select('state').where('id', '=', attempt.id).executeTakeFirst()
    const bill = { outside_id: outsideId, redirect_url: redirectUrl }
    if (now?.state !== 'created') {
      await tx.updateTable('payment_attempts').set(bill).where('id', '=', attempt.id).execute()
      // Closed or opened meanwhile: a bill that exists is watched all the same, so that late money finds its way back.
      if (now?.state !== 'awaiting')
        await deps.queue.enqueue(tx, paymentCheckJob, { attemptId: attempt.id }, { inSeconds: deps.config.pollSeconds })
      return now?.state === 'awaiting'
    }
    await moveAttempt(tx, sale.product, attempt.id, 'awaiting', { actor: attempt.system, reason: 'opened', at: deps.clock.now() }, bill)
    if (sale.waits) await product.wake(tx, sale)
    await deps.queue.enqueue(tx, paymentCheckJob, { attemptId: attempt.id }, { inSeconds: deps.config.pollSeconds })
    return true
  })
}
