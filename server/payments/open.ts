import type { RefusalCode } from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { invoiceJob, paymentCheckJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import type { Product, Sale } from '../products/product.ts'
import { saleOf } from '../products/products.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { type Attempt, attemptById, moveAttempt, type NewAttempt, newAttempt } from './attempts.ts'
import { billUnclear } from './unclear.ts'

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

/** `bill_unclear`: a bill may be on the client's phone, and nobody can tell. */
export type Opened =
  | { opened: true; redirectUrl: string | null }
  | { opened: false; code: RefusalCode; reason?: typeof billUnclear }
type About = { attempt: Attempt; sale: Sale; product: Product }
const UNCLEAR: Opened = { opened: false, code: 14010, reason: billUnclear }

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

async function sendBill(deps: Deps, about: About): Promise<Opened> {
  const { sale, product } = about
  const attempt = await attemptById(deps.db, about.attempt.id)
  if (attempt?.state === 'awaiting') return { opened: true, redirectUrl: null }
  if (attempt?.state !== 'created') return { opened: false, code: 14012 }
  // Asked before, and the answer was not kept: whoever asked is dead.
  if (attempt.asked_at) return unclear(deps, about, 'whoever asked for it has died')
  const phone = attempt.phone ?? sale.phone ?? ''
  if ((await deps.systems.bank.hasApp(phone)) === 'no') {
    await refused(deps, about, 'bank', 'phone_unknown')
    return { opened: false, code: 10301 }
  }
  const reply = await step('invoice.create', () =>
    askOnce(deps, about, phone, product.purpose(sale)),
  )
  if ('closed' in reply) return { opened: false, code: 14012 }
  if ('unclear' in reply) return unclear(deps, about, reply.unclear)
  if ('refused' in reply) {
    if (reply.refused === 'setup')
      deps.log.error({ attempt: attempt.id, reason: reply.text }, 'the bank makes no bills for us')
    await refused(deps, about, 'bank', reply.refused)
    return { opened: false, code: reply.refused === 'phone_unknown' ? 10301 : 14010 }
  }
  const known = await deps.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('way', '=', 'bill')
    .where('outside_id', '=', reply.billId)
    .where('id', '<>', attempt.id)
    .executeTakeFirst()
  if (known) return unclear(deps, about, `QrPaymentId is that of ${known.id}`)
  await step('invoice.commit', () => opened(deps, about, reply.billId, null))
  return { opened: true, redirectUrl: null }
}

/**
 * That the bill is asked for is written down before. What surely was not sent is taken back and may
 * be asked for again.
 */
async function askOnce(deps: Deps, { attempt, sale }: About, phone: string, comment: string) {
  const { numUpdatedRows } = await deps.db
    .updateTable('payment_attempts')
    .set({ asked_at: deps.clock.now() })
    .where('id', '=', attempt.id)
    .where('state', '=', 'created')
    .where('asked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { closed: true as const }
  try {
    return await deps.systems.bank.invoice({
      orderId: attempt.id,
      phone,
      amount: attempt.amount,
      comment,
    })
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    if (cause.mayHaveHappened) return { unclear: cause.message }
    deps.log.warn({ attempt: attempt.id, order: sale.id }, 'a bill was not sent')
    await deps.db
      .updateTable('payment_attempts')
      .set({ asked_at: null })
      .where('id', '=', attempt.id)
      .execute()
    throw cause
  }
}

/**
 * A bill may exist. It cannot be asked about without its number: the client is told, staff find it
 * by our number in the bank's application.
 */
async function unclear(deps: Deps, { attempt, sale }: About, why: string): Promise<Opened> {
  deps.log.error(
    { attempt: attempt.id, order: sale.id, reason: why },
    'a bill may have been sent: the bank did not say',
  )
  await deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(
        tx,
        sale.product,
        attempt.id,
        'error',
        { actor: 'bank', reason: billUnclear, at: deps.clock.now() },
        { failure: why.slice(0, 200) },
      )
  })
  return UNCLEAR
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

/**
 * No bill, no page. The attempt may have been closed, opened or refused by another run meanwhile:
 * then that stands.
 */
async function refused(deps: Deps, { attempt, sale }: About, actor: string, reason: string) {
  await deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    await tx
      .updateTable('payment_attempts')
      .set({ asked_at: null })
      .where('id', '=', attempt.id)
      .where('outside_id', 'is', null)
      .execute()
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(tx, sale.product, attempt.id, 'error', {
        actor,
        reason,
        at: deps.clock.now(),
      })
  })
}

/**
 * The bill exists: keep its id and begin to ask about it. Two runs of this write the same. False
 * when it was closed meanwhile.
 */
async function opened(
  deps: Deps,
  { attempt, sale, product }: About,
  outsideId: string,
  redirectUrl: string | null,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    const now = await tx
      .selectFrom('payment_attempts')
      .select('state')
      .where('id', '=', attempt.id)
      .executeTakeFirst()
    const bill = { outside_id: outsideId, redirect_url: redirectUrl }
    if (now?.state !== 'created') {
      await tx.updateTable('payment_attempts').set(bill).where('id', '=', attempt.id).execute()
      // Closed or opened meanwhile: a bill that exists is watched all the same, so that late money
      // finds its way back.
      if (now?.state !== 'awaiting')
        await deps.queue.enqueue(
          tx,
          paymentCheckJob,
          { attemptId: attempt.id },
          { inSeconds: deps.config.pollSeconds },
        )
      return now?.state === 'awaiting'
    }
    await moveAttempt(
      tx,
      sale.product,
      attempt.id,
      'awaiting',
      { actor: attempt.system, reason: 'opened', at: deps.clock.now() },
      bill,
    )
    if (sale.waits) await product.wake(tx, sale)
    await deps.queue.enqueue(
      tx,
      paymentCheckJob,
      { attemptId: attempt.id },
      { inSeconds: deps.config.pollSeconds },
    )
    return true
  })
}
