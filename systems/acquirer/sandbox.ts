import { randomUUID } from 'node:crypto'
import { type SandboxAnswer, type SandboxAsk, type SandboxRoute, type SandboxSystem, type World, xml } from '../sandbox-kit.ts'
import { amountText, answerScript, errorCodes, type Operation, operations, pathOf, writeXml } from './protocol.ts'
import { hostedRoutes } from './sandbox-hosted.ts'
import { notifyResult, type Pauses, usualPauses } from './sandbox-notify.ts'
import { bindings, cards, failures, judge, maskPan, type Payment, payments, paymentWord, settle } from './sandbox-payments.ts'
import { isSigned, type PgParams, signed } from './sign.ts'

export type AcquirerSandboxOptions = { merchantId?: string; secret?: string; merchant?: string; pauses?: Pauses }
type Form = Record<string, string>
type Answer = { done: PgParams } | { error: keyof typeof errorCodes; text: string }

/** The card acquirer's side: signed calls, hosted pages, signed notices. */
export function acquirerSandbox(world: World, options: AcquirerSandboxOptions = {}): SandboxSystem {
  const { merchantId = '100001', secret = 'sandbox-secret', merchant = 'Интернет-магазин', pauses = usualPauses } = options
  const all = payments(world)
  const byOrder = new Map([...all.values()].map((payment) => [payment.orderId, payment]))

  const call = (operation: Operation, handle: (form: Form, ask: SandboxAsk) => Answer): SandboxRoute => {
    const answer = (fields: PgParams) => xml(writeXml(signed(answerScript(operation), fields, secret)))
    const refuse = (code: string, text: string) => answer({ pg_status: 'error', pg_error_code: code, pg_error_description: text })
    return {
      method: 'POST',
      path: `/acquirer${pathOf(operation, merchantId)}`,
      operation,
      key: ({ body }) => keysOf(formOf(body)),
      error: () => refuse('1000', 'Internal error'),
      handle(ask): SandboxAnswer {
        const form = formOf(ask.body)
        if (form.pg_merchant_id !== merchantId || !isSigned(operation, form, secret))
          return refuse(errorCodes.badSignature, 'Incorrect signature')
        const result = handle(form, ask)
        return 'done' in result ? answer({ pg_status: 'ok', ...result.done }) : refuse(errorCodes[result.error], result.text)
      },
    }
  }

  const open = (form: Form, cardToken: string | null): Payment => {
    const payment: Payment = {
      id: String(500_000 + world.next('acquirer.payment')),
      orderId: form.pg_order_id ?? '',
      amount: Number(form.pg_amount),
      currency: form.pg_currency ?? 'KZT',
      description: form.pg_description ?? '',
      locale: form.pg_language === 'ru' ? 'ru' : 'kz',
      state: 'new',
      resultUrl: form.pg_result_url ?? '',
      refundUrl: form.pg_refund_url ?? '',
      successUrl: form.pg_success_url ?? '',
      failureUrl: form.pg_failure_url ?? '',
      phone: form.pg_user_phone ?? '',
      email: form.pg_user_contact_email ?? '',
      createdAt: world.now().toISOString(),
      lifetimeS: Number(form.pg_lifetime ?? 86_400),
      cardToken,
      bindFor: form.pg_recurring_start === '1' && form.pg_user_id ? form.pg_user_id : null,
      challenged: null,
      cardPan: null,
      failure: null,
      refunds: [],
    }
    all.set(payment.id, payment)
    byOrder.set(payment.orderId, payment)
    world.saved()
    return payment
  }
  const missing: Answer = { error: 'notFound', text: 'Payment not found' }

  return {
    system: 'acquirer',
    routes: [
      call(operations.init, (form, ask) => {
        if (!form.pg_order_id || !(Number(form.pg_amount) > 0)) return { error: 'refused', text: 'Wrong order or amount' }
        const known = byOrder.get(form.pg_order_id)
        if (known && (known.state === 'success' || known.amount !== Number(form.pg_amount)))
          return { error: 'refused', text: 'The order already has a payment' }
        const payment = known && known.state === 'new' ? known : open(form, null)
        return { done: { pg_payment_id: payment.id, pg_redirect_url: `${originOf(ask)}/acquirer/pay/${payment.id}` } }
      }),
      call(operations.status, (form) => {
        const payment = form.pg_payment_id ? all.get(form.pg_payment_id) : byOrder.get(form.pg_order_id ?? '')
        if (!payment) return missing
        const lines = payment.refunds.map(({ id, amount, key }) => ({
          pg_payment_id: id,
          pg_amount: `-${amountText(amount)}`,
          pg_reference: key,
        }))
        const done = {
          pg_payment_id: payment.id,
          pg_order_id: payment.orderId,
          pg_payment_status: paymentWord(payment, world.now()),
          pg_captured: payment.state === 'success' ? '1' : '0',
          pg_can_reject: payment.state === 'success' ? '1' : '0',
          pg_amount: amountText(payment.amount),
          pg_currency: payment.currency,
          pg_card_pan: payment.cardPan ?? '',
          ...(lines.length ? { pg_refund_payments: { pg_refund_payment: lines } } : {}),
        }
        return { done }
      }),
      call(operations.revoke, (form) => {
        const payment = all.get(form.pg_payment_id ?? '')
        if (!payment) return missing
        const known = payment.refunds.find(({ key }) => key === form.pg_idempotency_key)
        if (known) return { done: { pg_payment_id: known.id } }
        const amount = Number(form.pg_refund_amount ?? payment.amount)
        const back = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0)
        if (payment.state !== 'success' || !(amount > 0) || back + amount > payment.amount)
          return { error: 'refused', text: 'The amount is more than can be refunded' }
        const id = String(900_000 + world.next('acquirer.refund'))
        payment.refunds.push({ id, amount, key: form.pg_idempotency_key ?? id })
        world.saved()
        return { done: { pg_payment_id: id } }
      }),
      call(operations.bind, (form, ask) => {
        const id = randomUUID()
        const { pg_user_id: userId, pg_post_link: noticeUrl, pg_back_link: backUrl } = form
        if (!userId || !noticeUrl || !backUrl) return { error: 'refused', text: 'Fields are missing' }
        bindings(world).set(id, { id, userId, noticeUrl, backUrl, locale: form.pg_language === 'ru' ? 'ru' : 'kz', state: 'open' })
        world.saved()
        return { done: { pg_redirect_url: `${originOf(ask)}/acquirer/bind/${id}` } }
      }),
      call(operations.cards, (form) => {
        const own = [...cards(world).values()].filter((card) => card.userId === form.pg_user_id && !card.removed)
        const card = own.map((card) => ({
          pg_card_id: card.id,
          pg_card_hash: maskPan(card.pan),
          pg_card_token: card.token,
          pg_status: 'success',
          created_at: card.addedAt,
        }))
        return { done: { ...(card.length ? { card } : {}) } satisfies PgParams }
      }),
      call(operations.removeCard, (form) => {
        const card = cards(world).get(form.pg_card_token ?? '')
        if (!card || card.userId !== form.pg_user_id || card.removed) return missing
        card.removed = true
        world.saved()
        return { done: { card: { pg_status: 'deleted' } } }
      }),
      call(operations.chargeInit, (form) => {
        const card = cards(world).get(form.pg_card_token ?? '')
        if (!card || card.removed || card.userId !== form.pg_user_id) return missing
        const payment = byOrder.get(form.pg_order_id ?? '') ?? open(form, card.token)
        return { done: { pg_payment_id: payment.id } }
      }),
      call(operations.charge, (form) => {
        const payment = all.get(form.pg_payment_id ?? '')
        const card = cards(world).get(payment?.cardToken ?? '')
        if (!payment || !card) return missing
        const verdict = judge(card.pan, `${card.month}/${card.year}`, world.now()) ?? 'no_funds'
        // The client is not here to type a code: a kept card that was once challenged is charged.
        const fine = verdict === 'approve' || verdict === 'challenge'
        if (settle(world, payment, card.pan, fine ? null : failures[verdict])) void notifyResult(world, payment, secret, pauses)
        return { done: { pg_payment_id: payment.id, pg_payment_status: paymentWord(payment, world.now()) } }
      }),
      ...hostedRoutes(world, { secret, merchant, pauses }),
    ],
  }
}

const formOf = (body: string): Form => Object.fromEntries(new URLSearchParams(body))
const originOf = ({ headers }: SandboxAsk) => `http://${headers.host ?? 'localhost'}`
const keysOf = ({ pg_order_id, pg_payment_id }: Form): Record<string, string> => ({
  ...(pg_order_id ? { orderId: pg_order_id } : {}),
  ...(pg_payment_id ? { paymentId: pg_payment_id } : {}),
})
