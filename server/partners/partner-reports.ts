import { nextReportAttempt } from '#domain/lifetimes.ts'
import { Unavailable } from '#systems/http.ts'
import { Report } from '#systems/partner/protocol.ts'
import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { partnerReportJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import type { Order } from '../orders/orders.ts'
import { secretOf, webhookOf } from './partners.ts'

type What =
  | { event: 'issued'; policy: NonNullable<Report['policy']> }
  | { event: 'failed'; reason: 'not_issued' | 'expired' | 'rejected' | 'cancelled' }
  | { event: 'refunded'; refund: NonNullable<Report['refund']> }

/**
 * Records a report to the partner who sold an order, with its job, in the transaction of the change
 * itself. Its id derives from order and event: repeated, it is the same report. Does nothing for
 * orders without a partner.
 */
export async function reportToPartner(
  tx: Tx,
  deps: Deps,
  order: Pick<Order, 'id' | 'partner' | 'partner_reference' | 'source' | 'amount'>,
  what: What,
): Promise<void> {
  if (!order.partner) return
  const at = deps.clock.now()
  const id = `${order.id}:${what.event}${what.event === 'refunded' ? `:${what.refund.id}` : ''}`
  const report: Report = {
    id,
    at: at.toISOString(),
    reference: order.partner_reference,
    order: { id: order.id, source: order.source, amount: order.amount },
    ...what,
  }
  await tx
    .insertInto('partner_events')
    .values({
      id,
      partner: order.partner,
      order_id: order.id,
      event: what.event,
      payload: JSON.stringify(report),
      created_at: at,
      next_attempt_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, partnerReportJob, { eventId: id })
}

/**
 * Job: sends a report to a partner, signed with their secret. Never resends a delivered one; a
 * process that dies in between sends the same report by the same id. A failed one is retried by the
 * schedule of `domain/lifetimes.ts`.
 */
export async function notifyPartner(deps: Deps, eventId: string): Promise<void> {
  await withLock(deps.locks, `partner:${eventId}`, () => notify(deps, eventId))
}

async function notify(deps: Deps, id: string) {
  const { db, clock, config, systems, queue } = deps
  const event = await db
    .selectFrom('partner_events')
    .innerJoin('partners', 'partners.code', 'partner_events.partner')
    .selectAll('partner_events')
    .select(['partners.secret_ref', 'partners.webhook_url'])
    .where('partner_events.id', '=', id)
    .executeTakeFirst()
  const now = clock.now()
  if (!event || event.delivered_at || event.given_up_at || event.next_attempt_at > now) return
  try {
    const secret = secretOf(config, event)
    if (!secret)
      throw new Unavailable(
        'partner',
        'report',
        'no secret of this partner in the configuration',
        false,
      )
    await step('partner.report.send', () =>
      systems.partners.report({
        url: webhookOf(config, event),
        secret,
        report: Report.parse(event.payload),
        at: now,
      }),
    )
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    const attempts = event.attempts + 1
    const next = nextReportAttempt(attempts, event.created_at, now)
    deps.log.warn({ err: cause, event: id, attempts, next }, 'a partner did not take a report')
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('partner_events')
        .set({ attempts, ...(next ? { next_attempt_at: next } : { given_up_at: now }) })
        .where('id', '=', id)
        .execute()
      if (next)
        await queue.enqueue(
          tx,
          partnerReportJob,
          { eventId: id },
          { inSeconds: Math.ceil((next.getTime() - now.getTime()) / 1_000) },
        )
    })
    return
  }
  await step('partner.report.commit', () =>
    db
      .updateTable('partner_events')
      .set((expression) => ({
        delivered_at: clock.now(),
        attempts: expression('attempts', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
  )
}
