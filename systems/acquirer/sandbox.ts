import { localeOfTag } from '#domain/locale.ts'
import { type SandboxAnswer, type SandboxSystem, type World, xml } from '../sandbox-kit.ts'
import { fieldsOf } from './notices.ts'
import {
  answerScripts,
  errorCodes,
  type Operation,
  operations,
  pathOf,
  RECURRING_MONTHS,
  scriptOf,
} from './protocol.ts'
import { type Call, cardCalls, missing, originOf, wrongLanguage } from './sandbox-cards.ts'
import { hostedRoutes } from './sandbox-hosted.ts'
import {
  type Answer,
  charged,
  cleared,
  type Form,
  released,
  revoked,
  statusOf,
} from './sandbox-money.ts'
import { type Pauses, usualPauses } from './sandbox-notify.ts'
import { cards, indexOf, keepPayment, type Payment } from './sandbox-payments.ts'
import { isSigned, type PgParams, signed } from './sign.ts'
import { writeXml } from './xml.ts'

export type AcquirerSandboxOptions = {
  merchantId?: string
  secret?: string
  merchant?: string
  pauses?: Pauses
}

/**
 * The card acquirer's side: signed calls, hosted pages, signed notices. As strict as the real one;
 * its evidence stands in `protocol.ts`.
 */
export function acquirerSandbox(world: World, options: AcquirerSandboxOptions = {}): SandboxSystem {
  const {
    merchantId = '100001',
    secret = 'sandbox-secret',
    merchant = 'Интернет-магазин',
    pauses = usualPauses,
  } = options
  const setting = { secret, pauses }

  const call: Call = (operation, handle, plain = false) => {
    const answer = (fields: PgParams) =>
      xml(writeXml(signed(answerScripts(operation, plain)[0] ?? '', fields, secret)))
    const refuse = (code: string, text: string) =>
      answer({ pg_status: 'error', pg_error_code: code, pg_error_description: text })
    return {
      method: 'POST',
      path: `/acquirer${pathOf(operation, merchantId, plain)}`,
      operation,
      key: ({ body }) => keysOf(formOf(body)),
      error: () => refuse('1000', 'Internal error'),
      handle(ask): SandboxAnswer {
        const form = formOf(ask.body)
        // Who asks is not known, or it is not proved: the answer is not signed.
        if (form.pg_merchant_id !== merchantId)
          return unsigned(errorCodes.unknownMerchant, 'Merchant not found', 200)
        if (!isSigned(scriptOf(operation, plain), fieldsOf(ask.body), secret))
          return unsigned(errorCodes.badSignature, 'Некорректная подпись запроса', 401)
        const result = handle(form, ask)
        if ('failed' in result) return answer({ pg_status: 'error', ...result.failed })
        return 'done' in result
          ? answer({ pg_status: 'ok', ...result.done })
          : refuse(errorCodes[result.error], result.text)
      },
    }
  }

  const money: [Operation, (form: Form) => Answer][] = [
    [operations.status, (form) => statusOf(world, form)],
    [operations.revoke, (form) => revoked(world, form, setting)],
    [operations.capture, (form) => cleared(world, form)],
    [operations.cancel, (form) => released(world, form)],
    [operations.charge, (form) => charged(world, form, setting)],
  ]

  return {
    system: 'acquirer',
    routes: [
      call(operations.init, (form, ask) => {
        const payment = opened(world, form, null)
        if (!('id' in payment)) return payment
        return {
          done: {
            pg_payment_id: payment.id,
            pg_redirect_url: `${originOf(ask)}/acquirer/pay/${payment.id}`,
          },
        }
      }),
      ...money.map(([operation, handle]) => call(operation, handle)),
      ...money
        .filter(([operation]) => pathOf(operation, '', true) !== pathOf(operation, ''))
        .map(([operation, handle]) => call(operation, handle, true)),
      ...cardCalls(world, call),
      call(operations.chargeInit, (form) => {
        const card = cards(world).get(form.pg_card_token ?? '')
        if (!card || card.removed || card.userId !== form.pg_user_id) return missing
        // The pages of saved cards do not name pg_auto_clearing: their money is held first.
        const payment = opened(world, { ...form, pg_auto_clearing: '0' }, card.token)
        return 'id' in payment
          ? { done: { pg_payment_id: payment.id, pg_order_id: payment.orderId } }
          : payment
      }),
      ...hostedRoutes(world, { secret, merchant, pauses }),
    ],
  }
}

/** The payment of a key: a new one, or the one it has already. */
function opened(world: World, form: Form, cardToken: string | null): Payment | Answer {
  const wrong = wrongField(form)
  if (wrong) return { error: 'badField', text: `Wrong ${wrong}` }
  const known = indexOf(world).byKey.get(form.pg_idempotency_key ?? '')
  if (!known) return open(world, form, cardToken)
  return known.amount === Number(form.pg_amount) && known.orderId === form.pg_order_id
    ? known
    : { error: 'refused', text: 'The key belongs to another payment' }
}

/** The first field that the real one would refuse. */
function wrongField(form: Form): string | null {
  const {
    pg_order_id: order = '',
    pg_amount: amount = '',
    pg_description: description = '',
    pg_idempotency_key: key = '',
  } = form
  const lifetime = Number(form.pg_lifetime ?? 86_400)
  const months = Number(form.pg_recurring_lifetime)
  if (order.length < 1 || order.length > 50) return 'pg_order_id'
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(amount) || Number(amount) < 0.01) return 'pg_amount'
  if (description.length < 1 || description.length > 1_024) return 'pg_description'
  if (key.length > 255) return 'pg_idempotency_key'
  if (!['0', '1', undefined].includes(form.pg_auto_clearing)) return 'pg_auto_clearing'
  if (lifetime < 300 || lifetime > 604_800) return 'pg_lifetime'
  if (wrongLanguage(form)) return 'pg_language'
  if (form.pg_user_id !== undefined && !/^[a-zA-Z0-9_-]{1,50}$/.test(form.pg_user_id))
    return 'pg_user_id'
  if (form.pg_recurring_start === '1' && !(months >= 1 && months <= RECURRING_MONTHS))
    return 'pg_recurring_lifetime'
  const address = ['pg_result_url', 'pg_refund_url', 'pg_success_url', 'pg_failure_url'].find(
    (name) => (form[name] ?? '').length > 255,
  )
  return address ?? null
}

function open(world: World, form: Form, cardToken: string | null): Payment {
  return keepPayment(world, {
    id: String(500_000 + world.next('acquirer.payment')),
    orderId: form.pg_order_id ?? '',
    idempotencyKey: form.pg_idempotency_key ?? '',
    autoClearing: form.pg_auto_clearing === '1',
    clearing: 0,
    amount: Number(form.pg_amount),
    currency: form.pg_currency ?? 'KZT',
    description: form.pg_description ?? '',
    locale: localeOfTag(form.pg_language ?? '') ?? 'ru',
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
  })
}

const unsigned = (code: string, text: string, status: number): SandboxAnswer =>
  xml(writeXml({ pg_status: 'error', pg_error_code: code, pg_error_description: text }), status)
const formOf = (body: string): Form => Object.fromEntries(new URLSearchParams(body))
const keysOf = ({ pg_order_id, pg_payment_id }: Form): Record<string, string> => ({
  ...(pg_order_id ? { orderId: pg_order_id } : {}),
  ...(pg_payment_id ? { paymentId: pg_payment_id } : {}),
})
