import { localeOfTag } from '#domain/locale.ts'
import { type SandboxAnswer, type World, xml } from '../sandbox-kit.ts'
import { RECURRING_MONTHS } from './protocol.ts'
import { wrongLanguage } from './sandbox-cards.ts'
import { indexOf, keepPayment, type Payment } from './sandbox-payments.ts'
import type { Answer, Form } from './sandbox-status.ts'
import { writeXml } from './xml.ts'

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
