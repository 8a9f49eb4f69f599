import { sql } from 'kysely'
import { toldAt } from '#domain/lifetimes.ts'
import { SmsRefused } from '#systems/sms/port.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { notifyJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import type { MessageKind } from '../products/product.ts'
import { productOf, saleOf } from '../products/products.ts'
import { isFinal, reaches } from './unreachable.ts'

/** Each message of a sale has one id, which the gateways know too: nothing is sent twice. */
export const messageId = (orderId: string, kind: MessageKind, purpose: string) =>
  `${orderId}:${kind}:${purpose}`

/**
 * Stores a message and its job in the caller's transaction: the sweep finds an unsent one. A
 * message that can wait is sent in the morning.
 */
export async function enqueueMessage(
  tx: Tx,
  deps: Deps,
  product: string,
  orderId: string,
  purpose: string,
): Promise<void> {
  const { kinds: kindsOf, canWait } = productOf(product)
  const kinds = await kindsOf(tx, orderId, purpose)
  const now = deps.clock.now()
  const at = canWait?.(purpose) ? toldAt(now) : now
  if (kinds.length > 0)
    await tx
      .insertInto('messages')
      .values(
        kinds.map((kind) => ({
          id: messageId(orderId, kind, purpose),
          order_id: orderId,
          kind,
          purpose,
          created_at: at,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  const inSeconds = Math.ceil((at.getTime() - now.getTime()) / 1_000)
  await deps.queue.enqueue(
    tx,
    notifyJob,
    { orderId, purpose },
    inSeconds > 0 ? { inSeconds } : undefined,
  )
}

/**
 * Job: sends the messages of an order or a subscription. Each message has an id made of sale, kind
 * and purpose that the gateways know too, so that a repeated job sends nothing twice. A gateway
 * that is down does not delay the other message; the job then throws and is retried.
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
  const { product, sale } = found
  const { sms, mail } = words
  const due = await claimed(deps, sale.id, purpose, { sms: sms?.to, mail: mail?.to })
  const sendings: Record<MessageKind, (message: Due) => Promise<{ id: string }>> = {
    sms: async ({ id: key, again, reaches }) =>
      sms ? deps.systems.sms.send({ ...sms, key, again, noted: !again, reaches }) : { id: key },
    mail: async ({ id: key, reaches }) => {
      if (!mail) return { id: key }
      const attachments = await mail.attachments()
      await deps.systems.mail.send({ ...mail, attachments, key, reaches })
      return { id: key }
    },
  }
  const failures: unknown[] = []
  let isOver = false
  for (const message of due)
    try {
      const sent = await orRefused(deps, message.id, () =>
        step(`notify.${message.kind}`, () => sendings[message.kind](message)),
      )
      if (!sent) continue
      isOver = message === due.at(-1) && failures.length === 0
      await step('notify.commit', () =>
        deps.db.transaction().execute(async (tx) => {
          await tx
            .updateTable('messages')
            .set({ sent_at: deps.clock.now(), outside_id: sent.id })
            .where('id', '=', message.id)
            .where('sent_at', 'is', null)
            .execute()
          await product.wake(tx, sale)
          if (isOver) await product.notified?.(tx, deps, orderId, purpose)
        }),
      )
    } catch (cause) {
      failures.push(cause)
    }
  if (failures.length > 0) throw failures[0]
  // The last message was sent or refused before, and nobody recorded that all are done.
  if (!isOver)
    await deps.db
      .transaction()
      .execute(async (tx) => product.notified?.(tx, deps, orderId, purpose))
}

/** A message to send; `again`: it may have been sent before, so the gateway is queried first. */
type Due = { id: string; kind: MessageKind; again: boolean; reaches: boolean }

/**
 * Claims a purpose's messages that are neither sent nor refused, SMS first, with their recipients,
 * and records the SMS gateway used: the next run queries it first.
 */
async function claimed(
  deps: Deps,
  saleId: string,
  purpose: string,
  to: Partial<Record<MessageKind, string>>,
): Promise<Due[]> {
  const now = deps.clock.now()
  const messages = (['sms', 'mail'] as const).flatMap((kind) => {
    const address = to[kind]?.toLowerCase()
    return address ? [{ id: messageId(saleId, kind, purpose), kind, address }] : []
  })
  if (messages.length === 0) return []
  const { first } = deps.systems.sms
  const { rows } = await step('notify.claim', () =>
    sql<Due & { over: boolean }>`with
      claimed as (select * from unnest(${messages.map(({ id }) => id)}::text[], ${messages.map(({ kind }) => kind)}::text[],
        ${messages.map(({ address }) => address)}::text[]) as one (id, kind, address)),
      had as (
        select claimed.id, claimed.kind, message.tried_at is not null as again,
          message.sent_at is not null or message.refused is not null as over,
          ${reaches(sql.ref('claimed.kind'), sql.ref('claimed.address'))} as reaches
        from claimed left join messages as message on message.id = claimed.id),
      tried as (
        insert into messages as message (id, order_id, kind, purpose, created_at, tried_at)
        select id, ${saleId}, kind, ${purpose}, ${now}, ${now} from claimed
        on conflict (id) do update set tried_at = coalesce(message.tried_at, excluded.tried_at)),
      asked as (
        insert into sms_tries (key, gateway, tried_at) select id, ${first}, ${now} from had
        where kind = 'sms' and not again and not over on conflict (key) do nothing)
      select * from had order by kind desc`.execute(deps.db),
  )
  return rows.filter(({ over }) => !over)
}

/** Drops messages whose content no longer holds: they are not retried. */
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

/** Marks a message as tried; returns whether it was tried before. */
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
 * Returns null if the gateway will never accept the message: records the refusal, and there is no
 * retry. Errors of ours throw and are retried.
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
