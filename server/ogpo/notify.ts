import { formatDay } from '#domain/calendar.ts'
import { formatMoney } from '#domain/money.ts'
import { letters, sms } from '#texts/messages.ts'
import type { Deps } from '../deps.ts'
import { exclusively } from '../locks.ts'
import { kindsOf, type MessageKind, messageId } from '../messages.ts'
import { orderPage } from '../order-page.ts'
import { type Order, orderById } from '../orders.ts'
import { localeOf } from '../pay/attempts.ts'
import { step } from '../steps.ts'
import { platesOf } from './check-address.ts'

/**
 * Job: tells the client. `purpose` is what about (`issued`, `not_issued`, `refunded:…`, `papers:…`, `mail:…`); each message has an id made of
 * order, kind and purpose that the gateways know too, so that a repeated job sends nothing twice. A gateway that is down does not keep
 * the other message back; the job then throws and comes again.
 */
export async function notify(deps: Deps, orderId: string, purpose: string): Promise<void> {
  await exclusively(deps.locks, `notify:${orderId}:${purpose}`, () => tellAll(deps, orderId, purpose))
}

async function tellAll(deps: Deps, orderId: string, purpose: string) {
  const order = await orderById(deps.db, orderId)
  if (!order) return
  const what = purpose.split(':')[0]
  const facts = await factsOf(deps, order, purpose)
  const locale = localeOf(order)
  const issued = what === 'issued' || what === 'papers' || what === 'mail'
  const text = what === 'not_issued' ? sms.notIssued(facts) : what === 'refunded' ? sms.refunded(facts) : sms.issued(facts)
  const failures: unknown[] = []
  const attempted = (work: Promise<void>) => work.catch((cause: unknown) => void failures.push(cause))
  if (kindsOf(purpose).includes('sms'))
    await attempted(once(deps, order, 'sms', purpose, (key) => deps.systems.sms.send({ to: order.phone, text: text[locale], key })))
  const to = order.email
  if (to && kindsOf(purpose).includes('mail')) {
    const letter = (issued ? letters.issued(facts) : letters.notIssued(facts))[locale]
    const attachments = issued ? await papers(deps, order) : []
    await attempted(
      once(deps, order, 'mail', purpose, (key) =>
        deps.systems.mail.send({ to, subject: letter.subject, text: letter.text, attachments, key }).then(() => ({ id: key })),
      ),
    )
  }
  if (failures.length > 0) throw failures[0]
  if (what === 'issued')
    await step('notify.commit', () =>
      deps.db
        .updateTable('orders')
        .set({ papers_sent_at: deps.clock.now() })
        .where('id', '=', orderId)
        .where('papers_sent_at', 'is', null)
        .execute(),
    )
}

/** Claims the message's row, sends by its id, and marks it sent; what is marked is never sent again. */
async function once(deps: Deps, order: Order, kind: MessageKind, purpose: string, send: (key: string) => Promise<{ id: string }>) {
  const id = messageId(order.id, kind, purpose)
  await step('notify.claim', () =>
    deps.db
      .insertInto('messages')
      .values({ id, order_id: order.id, kind, purpose, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  )
  const row = await deps.db.selectFrom('messages').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow()
  if (row.sent_at) return
  const sent = await step(kind === 'sms' ? 'notify.sms' : 'notify.mail', () => send(id))
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('messages')
      .set({ sent_at: deps.clock.now(), outside_id: sent.id })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute()
    // Wakes whoever watches the order.
    await tx.updateTable('orders').set({ locale: order.locale }).where('id', '=', order.id).execute()
  })
}

async function factsOf(deps: Deps, order: Order, purpose: string) {
  const locale = localeOf(order)
  const policy = await deps.db.selectFrom('policies').selectAll().where('order_id', '=', order.id).executeTakeFirst()
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
    plates: policy ? platesOf(policy.facts).join(', ') : '',
    start: formatDay(policy?.start_date ?? order.start_date, locale, 'numeric'),
    end: formatDay(policy?.end_date ?? order.start_date, locale, 'numeric'),
    amount: formatMoney(refund?.amount ?? order.amount),
    toAccount: Boolean(refund?.paid_at),
    link: orderPage(deps.config.publicUrl, order),
  }
}

async function papers(deps: Deps, order: Order) {
  const rows = await deps.db
    .selectFrom('documents')
    .innerJoin('policies', 'policies.id', 'documents.policy_id')
    .select(['documents.file_name', 'documents.content'])
    .where('policies.order_id', '=', order.id)
    .where('documents.locale', '=', order.locale)
    .orderBy('documents.kind')
    .execute()
  return rows.map((row) => ({ name: row.file_name, content: row.content, type: 'application/pdf' }))
}
