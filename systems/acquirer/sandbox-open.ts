import { localeOfTag } from '#domain/locale.ts'
import { type SandboxAnswer, type World, xml } from '../sandbox-kit.ts'
import { wrongField } from './sandbox-fields.ts'
import { indexOf, keepPayment, type Payment } from './sandbox-payments.ts'
import type { Answer, Form } from './sandbox-status.ts'
import { writeXml } from './xml.ts'

/** Opens a request of the shop: its form, its signature, its fields. */

/** The payment of a key: a new one, or the one it has already. */
export function opened(world: World, form: Form, cardToken: string | null): Payment | Answer {
  const wrong = wrongField(form)
  if (wrong) return { error: 'badField', text: `Wrong ${wrong}` }
  const known = indexOf(world).byKey.get(form.pg_idempotency_key ?? '')
  if (!known) return open(world, form, cardToken)
  return known.amount === Number(form.pg_amount) && known.orderId === form.pg_order_id
    ? known
    : { error: 'refused', text: 'The key belongs to another payment' }
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

export const unsigned = (code: string, text: string, status: number): SandboxAnswer =>
  xml(writeXml({ pg_status: 'error', pg_error_code: code, pg_error_description: text }), status)
export const formOf = (body: string): Form => Object.fromEntries(new URLSearchParams(body))
