import type { Locale } from '#brand'
import { startOfDay } from '#domain/calendar.ts'
import { invoiceExpiresAt } from '#domain/lifetimes.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { payTexts } from '#texts/pay.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { invoiceJob, paymentCheckJob } from '../jobs/queue.ts'
import { orderPage } from '../order-page.ts'
import { type Attempt, attemptById, lockedOrder, moveAttempt, type Order, orderById } from '../orders.ts'
import { step } from '../steps.ts'

export type Pay = { system: 'mobile_bank'; method: 'bill'; phone?: string | undefined } | { system: 'card'; method: 'redirect' }

/** Long enough for the request that made the attempt to open it itself; then the job does. */
const JOB_AFTER_SECONDS = 8

export const sameWay = (attempt: Attempt, pay: Pay, policyholderPhone: string): boolean =>
  attempt.system === pay.system && (pay.system === 'card' || attempt.phone === (pay.phone ?? policyholderPhone))

/**
 * Writes a new attempt and the job that opens it, in the caller's transaction; closes the live one. The order's row must be locked. `earlier`:
 * how many there have been, where that is known.
 */
export async function newAttempt(tx: Tx, deps: Deps, order: Order, pay: Pay, actor: string, earlier?: number): Promise<string> {
  const now = deps.clock.now()
  const id = `${order.id}-${(earlier ?? (await attemptsOf(tx, order.id))) + 1}`
  await tx
    .insertInto('payment_attempts')
    .values({
      id,
      order_id: order.id,
      system: pay.system,
      phone: pay.system === 'mobile_bank' ? (pay.phone ?? order.phone) : null,
      amount: order.amount,
      state: 'created',
      created_at: now,
      expires_at: new Date(Math.min(invoiceExpiresAt(now).getTime(), startOfDay(order.start_date).getTime())),
    })
    .execute()
  await tx.insertInto('payment_attempt_history').values({ attempt_id: id, state: 'created', at: now, actor, reason: pay.system }).execute()
  await deps.queue.enqueue(tx, invoiceJob, { attemptId: id }, { inSeconds: JOB_AFTER_SECONDS })
  return id
}

async function attemptsOf(tx: Tx, orderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_attempts')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type Opened = { opened: true; redirectUrl: string | null } | { opened: false; code: RefusalCode }

/**
 * Asks the bank for a bill or the acquirer for a page, by the attempt's id: called by the request that ordered and again by the job, it
 * still is one bill. Throws `Unavailable` when they do not answer; the attempt stays `created` and the job goes on trying.
 */
export async function openAttempt(deps: Deps, attemptId: string): Promise<Opened> {
  const attempt = await attemptById(deps.db, attemptId)
  const order = attempt ? await orderById(deps.db, attempt.order_id) : undefined
  if (!attempt || !order) return { opened: false, code: 14012 }
  if (attempt.state === 'awaiting') return { opened: true, redirectUrl: attempt.redirect_url }
  if (attempt.state !== 'created' || order.state !== 'awaiting_payment') {
    // Closed while the bank's answer was on its way: the bill that may exist is learnt by its key and watched, so that no money is lost.
    if (attempt.state === 'expired' && attempt.asked_at && !attempt.outside_id) await sendBill(deps, order, attempt)
    return { opened: false, code: 14012 }
  }
  return attempt.system === 'mobile_bank' ? sendBill(deps, order, attempt) : openPage(deps, order, attempt)
}

async function sendBill(deps: Deps, order: Order, attempt: Attempt): Promise<Opened> {
  await deps.db.updateTable('payment_attempts').set({ asked_at: deps.clock.now() }).where('id', '=', attempt.id).execute()
  const reply = await step('invoice.create', () =>
    deps.systems.bank.invoice({
      orderId: attempt.id,
      phone: attempt.phone ?? order.phone,
      amount: attempt.amount,
      comment: payTexts.purpose(order.number)[localeOf(order)],
    }),
  )
  if ('refused' in reply) {
    await refused(deps, attempt, 'bank', reply.refused)
    return { opened: false, code: reply.refused === 'phone_unknown' ? 10301 : 14010 }
  }
  await step('invoice.commit', () => opened(deps, attempt, reply.billId, null))
  return { opened: true, redirectUrl: null }
}

async function openPage(deps: Deps, order: Order, attempt: Attempt): Promise<Opened> {
  const result = orderPage(deps.config.publicUrl, order)
  const reply = await step('card.page', () =>
    deps.systems.acquirer.payPage({
      attemptId: attempt.id,
      amount: attempt.amount,
      description: payTexts.purpose(order.number)[localeOf(order)],
      locale: localeOf(order),
      resultUrl: `${deps.config.publicUrl}/api/hooks/acquirer/result`,
      successUrl: result,
      failureUrl: result,
      phone: order.phone,
      ...(order.email ? { email: order.email } : {}),
    }),
  )
  if ('refused' in reply) {
    await refused(deps, attempt, 'acquirer', reply.refused)
    return { opened: false, code: 14011 }
  }
  await step('card.commit', () => opened(deps, attempt, reply.paymentId, reply.redirectUrl))
  return { opened: true, redirectUrl: reply.redirectUrl }
}

/** No bill, no page. The attempt may have been closed, opened or refused by another run meanwhile: then that stands. */
async function refused(deps: Deps, attempt: Attempt, actor: string, reason: string) {
  await deps.db.transaction().execute(async (tx) => {
    await lockedOrder(tx, attempt.order_id)
    await tx.updateTable('payment_attempts').set({ asked_at: null }).where('id', '=', attempt.id).where('outside_id', 'is', null).execute()
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(tx, attempt.id, 'error', { actor, reason, at: deps.clock.now() })
  })
}

/** The bill exists: keep its id and begin to ask about it. Two runs of this write the same. */
async function opened(deps: Deps, attempt: Attempt, outsideId: string, redirectUrl: string | null) {
  await deps.db.transaction().execute(async (tx) => {
    await lockedOrder(tx, attempt.order_id)
    const now = await tx.selectFrom('payment_attempts').select('state').where('id', '=', attempt.id).executeTakeFirst()
    const bill = { outside_id: outsideId, redirect_url: redirectUrl }
    if (now?.state !== 'created') {
      await tx.updateTable('payment_attempts').set(bill).where('id', '=', attempt.id).execute()
      // Closed or opened meanwhile: a bill that exists is watched all the same, so that late money finds its way back.
      if (now?.state !== 'awaiting')
        await deps.queue.enqueue(tx, paymentCheckJob, { attemptId: attempt.id }, { inSeconds: deps.config.pollSeconds })
      return
    }
    await moveAttempt(tx, attempt.id, 'awaiting', { actor: attempt.system, reason: 'opened', at: deps.clock.now() }, bill)
    await tx
      .updateTable('orders')
      .set({ state: 'awaiting_payment' })
      .where('id', '=', attempt.order_id)
      .where('state', '=', 'awaiting_payment')
      .execute()
    await deps.queue.enqueue(tx, paymentCheckJob, { attemptId: attempt.id }, { inSeconds: deps.config.pollSeconds })
  })
}

export const localeOf = (order: { locale: string }): Locale => (order.locale === 'ru' ? 'ru' : 'kz')
