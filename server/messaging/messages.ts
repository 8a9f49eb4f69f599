import { SmsRefused } from '#systems/sms/port.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { notifyJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import type { MessageKind } from '../products/product.ts'
import { productOf, saleOf } from '../products/products.ts'
import { isFinal } from './unreachable.ts'

/** Each message of a sale has one id, which the gateways know too: nothing is sent twice. */
export const messageId = (orderId: string, kind: MessageKind, purpose: string) =>
  `${orderId}:${kind}:${purpose}`

/**
 * Writes down what has to be told, with the job that tells it, in the caller's transaction: a
 * message not sent is found by the sweep.
 */
export async function enqueueMessage(
  tx: Tx,
  deps: Deps,
  product: string,
  orderId: string,
  purpose: string,
): Promise<void> {
  const kinds = await productOf(product).kinds(tx, orderId, purpose)
  if (kinds.length > 0)
    await tx
      .insertInto('messages')
      .values(
        kinds.map((kind) => ({
          id: messageId(orderId, kind, purpose),
          order_id: orderId,
          kind,
          purpose,
          created_at: deps.clock.now(),
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  await deps.queue.enqueue(tx, notifyJob, { orderId, purpose })
}

/**
 * Job: tells the client of an order or a subscription. Each message has an id made of sale, kind
 * and purpose that the gateways know too, so that a repeated job sends nothing twice. A gateway
 * that is down does not keep the other message back; the job then throws and comes again.
 */
export async function notify(deps: Deps, orderId: string, purpose: string): Promise<void> {
  await withLock(deps.locks, `notify:${orderId}:${purpose}`, () =>
    sendMessages(deps, orderId, purpose),
  )
}

async function sendMessages(deps: Deps, orderId: string, purpose: string) {
  const found = await saleOf(deps.db, orderId)
  const words = await found?.product.words(deps, orderId, purpose)
  if (!found || !words) return
  const failures: unknown[] = []
  const attempted = (work: Promise<void>) =>
    work.catch((cause: unknown) => void failures.push(cause))
  const { sms, mail } = words
  if (sms)
    await attempted(
      once(deps, orderId, 'sms', purpose, (key, again) =>
        deps.systems.sms.send({ ...sms, key, again }),
      ),
    )
  if (mail)
    await attempted(
      once(deps, orderId, 'mail', purpose, async (key) => {
        await deps.systems.mail.send({ ...mail, attachments: await mail.attachments(), key })
        return { id: key }
      }),
    )
  if (failures.length > 0) throw failures[0]
  await found.product.notified?.(deps, orderId, purpose)
}

type Sending = (key: string, again: boolean) => Promise<{ id: string }>

/**
 * Claims the message's row, sends by its id, and marks it sent; what is marked is never sent again.
 * That it was tried is marked before: the next run then asks the gateway first.
 */
async function once(
  deps: Deps,
  orderId: string,
  kind: MessageKind,
  purpose: string,
  send: Sending,
) {
  const id = messageId(orderId, kind, purpose)
  await step('notify.claim', () =>
    deps.db
      .insertInto('messages')
      .values({ id, order_id: orderId, kind, purpose, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  )
  const row = await deps.db
    .selectFrom('messages')
    .select(['sent_at', 'refused'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.sent_at || row.refused) return
  const again = await triedBefore(deps, id)
  const sent = await orRefused(deps, id, () =>
    step(kind === 'sms' ? 'notify.sms' : 'notify.mail', () => send(id, again)),
  )
  if (!sent) return
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('messages')
      .set({ sent_at: deps.clock.now(), outside_id: sent.id })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute()
    const found = await saleOf(tx, orderId)
    await found?.product.wake(tx, found.sale)
  })
}

/** What a message was to say holds no more: nobody tries it again. */
export async function leaveUnsaid(sql: Sql, orderId: string, purpose: string): Promise<void> {
  await sql
    .updateTable('messages')
    .set({ refused: 'over before it was sent' })
    .where('order_id', '=', orderId)
    .where('purpose', '=', purpose)
    .where('sent_at', 'is', null)
    .where('refused', 'is', null)
    .execute()
}

/** Marks a message tried, and says whether it was before. */
export async function triedBefore({ db, clock }: Deps, id: string): Promise<boolean> {
  const first = await db
    .updateTable('messages')
    .set({ tried_at: clock.now() })
    .where('id', '=', id)
    .where('tried_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return first === undefined
}

/**
 * Null when the gateway will never take the message: then it is written down and nobody tries
 * again. What we have to mend is told and tried on.
 */
export async function orRefused<T>(
  { db, log }: Deps,
  id: string,
  send: () => Promise<T>,
): Promise<T | null> {
  try {
    return await send()
  } catch (cause) {
    if (cause instanceof SmsRefused && cause.kind !== 'final')
      log.error(
        { message: id, kind: cause.kind, reason: cause.message },
        'the SMS gateway refused a message',
      )
    if (!isFinal(cause)) throw cause
    log.warn({ message: id, reason: cause.message }, 'a number or mailbox takes no messages')
    await db
      .updateTable('messages')
      .set({ refused: cause.message.slice(0, 200) })
      .where('id', '=', id)
      .execute()
    return null
  }
}
