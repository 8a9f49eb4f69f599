import { numericDay } from '#domain/calendar.ts'
import { formatMoney } from '#domain/format.ts'
import { parseLocale } from '#domain/locale.ts'
import { plateWords } from '#domain/plate-words.ts'
import { letters, sms } from '#texts/messages.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { leaveUnsaid } from '../messaging/messages.ts'
import { type Order, orderById } from '../orders/orders.ts'
import { orderPage, shortOrderPage } from '../orders/sold-by.ts'
import { inLanguage, policyDocumentsOf } from '../policies/documents.ts'
import { platesOf } from '../policies/policies.ts'
import type { Attachment, MessageKind, Words } from '../products/product.ts'

/** What a purpose (`issued`, `not_issued`, `delayed`, `refunded:…`, `papers:…`, `mail:…`) is told by. */
export function kindsOf(purpose: string): readonly MessageKind[] {
  const what = purpose.split(':')[0]
  if (what === 'mail') return ['mail']
  return what === 'refunded' || what === 'delayed' ? ['sms'] : ['sms', 'mail']
}

/**
 * The SMS and the letter of a purpose in the order's language; null when there is no such order any
 * more.
 */
export async function wordsOf(deps: Deps, orderId: string, purpose: string): Promise<Words | null> {
  const order = await orderById(deps.db, orderId)
  if (!order) return null
  const what = purpose.split(':')[0]
  const facts = await factsOf(deps, order, purpose)
  const locale = parseLocale(order.locale)
  const issued = what === 'issued' || what === 'papers' || what === 'mail'
  const text =
    what === 'not_issued'
      ? sms.notIssued(facts)
      : what === 'refunded'
        ? sms.refunded(facts)
        : what === 'delayed'
          ? sms.delayed()
          : sms.issued(facts)
  const letter = (issued ? letters.issued(facts) : letters.notIssued(facts))[locale]
  // Issued or given back meanwhile, nobody is told that they wait.
  const isOver = what === 'delayed' && order.state !== 'paid' && order.state !== 'issuing'
  const kinds = isOver ? [] : kindsOf(purpose)
  const to = kinds.includes('mail') ? order.email : null
  return {
    sms: kinds.includes('sms') ? { to: order.phone, text: text[locale] } : null,
    mail: to
      ? { to, ...letter, attachments: async () => (issued ? policyDocuments(deps, order) : []) }
      : null,
  }
}

/** The documents have been sent. */
export async function notified(deps: Deps, orderId: string, purpose: string): Promise<void> {
  if (purpose === 'delayed') return leaveUnsaid(deps.db, orderId, purpose)
  if (purpose.split(':')[0] !== 'issued') return
  await step('notify.commit', () =>
    deps.db
      .updateTable('orders')
      .set({ papers_sent_at: deps.clock.now() })
      .where('id', '=', orderId)
      .where('papers_sent_at', 'is', null)
      .execute(),
  )
}

async function factsOf(deps: Deps, order: Order, purpose: string) {
  const policy = await deps.db
    .selectFrom('policies')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  const refundId = purpose.startsWith('refunded:') ? purpose.slice('refunded:'.length) : null
  const refund = refundId
    ? await deps.db
        .selectFrom('refunds')
        .leftJoin('refund_details', 'refund_details.refund_id', 'refunds.id')
        .select(['refunds.amount', 'refund_details.paid_at'])
        .where('refunds.id', '=', refundId)
        .executeTakeFirst()
    : undefined
  return {
    number: policy?.global_id ?? order.number,
    plates: policy ? platesOf(policy.facts).map(plateWords) : [],
    start: numericDay(policy?.start_date ?? order.start_date),
    end: numericDay(policy?.end_date ?? order.start_date),
    amount: formatMoney(refund?.amount ?? order.amount),
    toAccount: Boolean(refund?.paid_at),
    link: orderPage(deps.config.publicUrl, order),
    short: shortOrderPage(deps.config.publicUrl, order),
  }
}

/** All four in the order's language: those not made yet are made now. */
async function policyDocuments(deps: Deps, order: Order): Promise<Attachment[]> {
  const policy = await deps.db
    .selectFrom('policies')
    .select(['id', 'order_id'])
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (!policy) return []
  const there = await policyDocumentsOf(deps.db, policy.id)
  await inLanguage(deps, there, policy, parseLocale(order.locale))
  const rows = await deps.db
    .selectFrom('documents')
    .select(['file_name', 'content'])
    .where('policy_id', '=', policy.id)
    .where('locale', '=', order.locale)
    .orderBy('kind')
    .execute()
  return rows.map((row) => ({ name: row.file_name, content: row.content, type: 'application/pdf' }))
}
