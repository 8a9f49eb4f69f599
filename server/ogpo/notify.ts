import { numericDay } from '#domain/calendar.ts'
import { formatMoney } from '#domain/format.ts'
import { parseLocale } from '#domain/locale.ts'
import { plateWords } from '#domain/plate-words.ts'
import { letters, sms } from '#texts/messages.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { leaveUnsaid } from '../messaging/messages.ts'
import { type Order, orderById } from '../orders/orders.ts'
import { orderPage, shortOrderPage } from '../orders/sold-by.ts'
import { files, type PolicyFile, policyOf } from '../policies/documents.ts'
import { type Policy, platesOf } from '../policies/policies.ts'
import type { Attachment, MessageKind, Words } from '../products/product.ts'

/**
 * Returns the channels of a purpose (`issued`, `not_issued`, `late`, `delayed`, `refunded:…`,
 * `papers:…`, `mail:…`).
 */
export function kindsOf(purpose: string): readonly MessageKind[] {
  const what = purpose.split(':')[0]
  if (what === 'mail') return ['mail']
  return what === 'refunded' || what === 'delayed' ? ['sms'] : ['sms', 'mail']
}

/**
 * Returns the SMS and the letter of a purpose in the order's language; null if the order no longer
 * exists.
 */
export async function wordsOf(deps: Deps, orderId: string, purpose: string): Promise<Words | null> {
  const order = await orderById(deps.db, orderId)
  if (!order) return null
  const what = purpose.split(':')[0]
  const policy = await policyOf(deps.db, order.id)
  const facts = await factsOf(deps, order, policy, purpose)
  const locale = parseLocale(order.locale)
  const issued = what === 'issued' || what === 'papers' || what === 'mail'
  const said = what === 'not_issued' ? 'notIssued' : what === 'late' ? 'late' : 'issued'
  const text =
    what === 'refunded'
      ? sms.refunded(facts)
      : what === 'delayed'
        ? sms.delayed()
        : sms[said](facts)
  const letter = letters[said](facts)[locale]
  // Sends no delay notice if the order was issued or refunded meanwhile.
  const isOver = what === 'delayed' && order.state !== 'paid' && order.state !== 'issuing'
  const kinds = isOver ? [] : kindsOf(purpose)
  const to = kinds.includes('mail') ? order.email : null
  return {
    sms: kinds.includes('sms') ? { to: order.phone, text: text[locale] } : null,
    mail: to
      ? {
          to,
          ...letter,
          // All four in the order's language: those not made yet are made now.
          attachments: async () =>
            issued && policy ? (await files(deps, order, policy)).map(attached) : [],
        }
      : null,
  }
}

const attached = ({ file_name: name, content }: PolicyFile): Attachment => ({
  name,
  content,
  type: 'application/pdf',
})

/** The documents have been sent. */
export async function notified(
  tx: Tx,
  deps: Deps,
  orderId: string,
  purpose: string,
): Promise<void> {
  if (purpose === 'delayed') return leaveUnsaid(tx, orderId, purpose)
  if (purpose.split(':')[0] !== 'issued') return
  await tx
    .updateTable('orders')
    .set({ papers_sent_at: deps.clock.now() })
    .where('id', '=', orderId)
    .where('papers_sent_at', 'is', null)
    .execute()
}

async function factsOf(deps: Deps, order: Order, policy: Policy | undefined, purpose: string) {
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
