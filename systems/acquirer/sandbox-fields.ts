import { RECURRING_MONTHS } from './protocol.ts'
import { wrongLanguage } from './sandbox-cards.ts'
import type { Form } from './sandbox-status.ts'

/** The first field that the real one would refuse. */
export function wrongField(form: Form): string | null {
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
