import { sql } from 'kysely'
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
      once(deps, found, 'sms', purpose, (key, again) =>
        deps.systems.sms.send({ ...sms, key, again }),
      ),
    )
  if (mail)
    await attempted(
      once(deps, found, 'mail', purpose, async (key) => {
        await deps.systems.mail.send({ ...mail, attachments: await mail.attachments(), key })
        return { id: key }
      }),
    )
  if (failures.length > 0) throw failures[0]
  await found.product.notified?.(deps, orderId, purpose)
}

type Found = NonNullable<Awaited<ReturnType<typeof saleOf>>>
type Sending = (key: string, again: boolean) => Promise<{ id: string }>

/**
 * Claims the message's row, sends by its id, and marks it sent; what is marked is never sent again.
 * That it was tried is marked before: the next run then asks the gateway first.
 */
async function once(
  deps: Deps,
  { product, sale }: Found,
  kind: MessageKind,
  purpose: string,
  send: Sending,
) {
  const id = messageId(sale.id, kind, purpose)
  const now = deps.clock.now()
  const { rows } = await step('notify.claim', () =>
    sql<{ tried_at: Date | null; sent_at: Date | null; refused: string | null }>`with
      had as (select tried_at, sent_at, refused from messages where id = ${id}),
      tried as (
        insert into messages as message (id, order_id, kind, purpose, created_at, tried_at)
        values (${id}, ${sale.id}, ${kind}, ${purpose}, ${now}, ${now})
        on conflict (id) do update set tried_at = coalesce(message.tried_at, excluded.tried_at))
      select tried_at, sent_at, refused from had`.execute(deps.db),
  )
  const [had] = rows
  if (had?.sent_at || had?.refused) return
  const again = Boolean(had?.tried_at)
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
    await product.wake(tx, sale)
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
