import type { FastifyInstance } from 'fastify'
import { isRefused } from '#domain/contract/refusal.ts'
import * as refusals from '#domain/refusals.ts'
import { readRefundNotice } from '#systems/partner/client.ts'
import { audit } from '../audit/audit.ts'
import { act } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../http/refuse.ts'
import { lockedOrder } from '../orders/orders.ts'
import { secretOf } from './partners.ts'

/**
 * Handles a partner's notice that they returned the client's money past us: records the partner as
 * its source, and the refund in the ledger and beside the payment, so that nothing is refunded
 * twice. Ten equal notices are one refund.
 */
export function mountRefundNotice(app: FastifyInstance, deps: Deps): void {
  void app.register(async (own) => {
    own.removeContentTypeParser('application/json')
    // The signature covers the raw bytes.
    own.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    own.post<{ Params: { partner: string }; Body: string }>(
      '/api/hooks/partner/:partner/refund',
      { bodyLimit: 16_384 },
      async (request) => {
        const now = deps.clock.now()
        const partner = await deps.db
          .selectFrom('partners')
          .selectAll()
          .where('code', '=', request.params.partner)
          .executeTakeFirst()
        const secret = partner ? secretOf(deps.config, partner) : undefined
        if (!partner || !secret) throw notFound()
        const read = readRefundNotice(
          request.headers,
          typeof request.body === 'string' ? request.body : '',
          secret,
          now,
        )
        if (!read.ok) {
          deps.log.warn(
            { request: request.id, partner: partner.code, reason: read.reason },
            'a notice of a refund was refused',
          )
          throw new HttpError(read.reason === 'shape' ? 422 : 401, { error: read.reason })
        }
        const { refundId, orderId, amount } = read.notice
        await deps.db.transaction().execute(async (tx) => {
          const order = await lockedOrder(tx, orderId)
          if (order?.partner !== partner.code) throw notFound()
          const known = await tx
            .selectFrom('partner_refunds')
            .select(['order_id', 'amount'])
            .where('partner', '=', partner.code)
            .where('refund_id', '=', refundId)
            .executeTakeFirst()
          if (known) {
            if (known.order_id !== orderId || known.amount !== amount)
              throw new HttpError(409, { error: 'other_refund', code: refusals.partnerRefundOther })
            return
          }
          const told = { act: 'partner_refund', orderId, amount, refundId } as const
          const doing = { actor: `partner:${partner.code}`, at: now, outsideId: refundId }
          // Nothing was paid, our own refund is under way, or the sum exceeds the payment: staff
          // have to check.
          if (isRefused(await act(tx, deps, order.contract_id, told, doing)))
            throw new HttpError(409, {
              error: 'order_not_suitable',
              code: refusals.partnerRefundLooked,
            })
          await tx
            .insertInto('partner_refunds')
            .values({
              partner: partner.code,
              refund_id: refundId,
              order_id: orderId,
              amount,
              at: now,
            })
            .execute()
          await tx
            .updateTable('orders')
            .set({ source: partner.refund_source })
            .where('id', '=', orderId)
            .execute()
          await audit(tx, now, {
            actor: `partner:${partner.code}`,
            action: 'order.refunded_outside',
            object: { kind: 'order', id: orderId },
            details: { refund: refundId, amount },
          })
        })
        return { success: true }
      },
    )
  })
}
