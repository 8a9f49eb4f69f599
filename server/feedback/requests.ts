import { OrganisationRequest } from '#contract/staff-today.ts'
import { almatyClock } from '#domain/calendar.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import { feedbackLetter } from '#texts/feedback.ts'
import { replyLetter } from '#texts/inbox-reply.ts'
import { brand } from '../../brand.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { handle } from '../http/route.ts'
import { feedbackJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { orRefused, triedBefore } from '../messaging/messages.ts'

/** A request for the contact desk. `id` is the key of the form it was written in. */
export type ContactRequest = {
  id: string
  name: string
  phone: string
  email: string
  locale: Locale
} & (
  | { kind: 'message'; text: string }
  | { kind: 'call_back'; call_from: Date; call_until: Date | null }
  | { kind: 'organisation'; organisation: OrganisationRequest }
)

/**
 * Stores a request with its job to the office, once per form; returns its number. `wait`: seconds,
 * beyond the limits of the contact form. `taken`: the key belongs to another request.
 */
export async function storeRequest(
  { db, queue, clock, limits }: Deps,
  request: ContactRequest,
  address: string,
): Promise<number | 'taken' | { wait: number }> {
  const known = async () => {
    const row = await db
      .selectFrom('feedback')
      .select(['number', 'phone', 'kind'])
      .where('id', '=', request.id)
      .executeTakeFirst()
    if (!row) return null
    return row.phone === request.phone && row.kind === request.kind ? Number(row.number) : 'taken'
  }
  const before = await known()
  if (before !== null) return before
  const wait = await limits.takeAllOrWait([
    ['feedbackPerAddress', address],
    ['feedbackPerPhone', request.phone],
  ])
  if (wait !== null) return { wait }
  const { kind, ...row } = request
  const stored = await db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('feedback')
      .values({
        text: '',
        ...row,
        kind,
        created_at: clock.now(),
        ...('organisation' in row ? { organisation: JSON.stringify(row.organisation) } : {}),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('number')
      .executeTakeFirst()
    if (inserted) await queue.enqueue(tx, feedbackJob, { feedbackId: request.id })
    return inserted
  })
  // Pressed twice at once: the other press has stored it.
  return stored ? Number(stored.number) : ((await known()) ?? 'taken')
}

/** Job: sends one reply by its message's own id, in the language of the person. */
export async function sendReply(deps: Deps, messageId: string): Promise<void> {
  await withLock(deps.locks, `inbox-reply:${messageId}`, async () => {
    const { db, systems, clock } = deps
    const row = await db
      .selectFrom('messages')
      .innerJoin('feedback_replies', 'feedback_replies.id', 'messages.feedback_reply_id')
      .innerJoin('feedback', 'feedback.id', 'feedback_replies.feedback_id')
      .selectAll('feedback_replies')
      .select(['messages.sent_at', 'messages.refused', 'feedback.number', 'feedback.text as asked'])
      .where('messages.id', '=', messageId)
      .executeTakeFirst()
    if (!row || row.sent_at || row.refused) return
    const { way, address: to, text } = row
    const again = await triedBefore(deps, messageId)
    const sent = await orRefused(deps, messageId, () =>
      step(way === 'sms' ? 'notify.sms' : 'notify.mail', async () => {
        if (way === 'sms') return systems.sms.send({ to, text, key: messageId, again })
        const { number, asked } = row
        const letter = replyLetter(parseLocale(row.locale), { number: Number(number), text, asked })
        await systems.mail.send({ ...letter, to, key: messageId })
        return { id: messageId }
      }),
    )
    if (!sent) {
      // No reply reached the person: the message returns to the desk.
      await db
        .updateTable('feedback')
        .set({ state: 'in_work' })
        .where('id', '=', row.feedback_id)
        .where('state', '=', 'answered')
        .execute()
      return
    }
    await db
      .updateTable('messages')
      .set({ sent_at: clock.now(), outside_id: sent.id })
      .where('id', '=', messageId)
      .where('sent_at', 'is', null)
      .execute()
  })
}

/**
 * Stores what a person wrote, with the job that sends it to the office: a mail server that is away
 * loses nothing.
 */
export const feedbackForm = handle(
  'feedbackForm',
  async (message, { db, limits, queue, clock, locale, address }) => {
    await limits.countAll([
      ['feedbackPerAddress', address],
      ['feedbackPerPhone', message.phone],
    ])
    const id = crypto.randomUUID()
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('feedback')
        .values({ id, ...message, locale, created_at: clock.now() })
        .execute()
      await queue.enqueue(tx, feedbackJob, { feedbackId: id })
    })
    return { success: true }
  },
)

/**
 * Job: one letter to the office for each message. The letter is named by the message, so a repeated
 * job is the same letter.
 */
export async function mailFeedback({ db, systems, clock }: Deps, id: string): Promise<void> {
  const message = await db
    .selectFrom('feedback')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!message || message.sent_at) return
  const { call_from: from, call_until: until } = message
  const letter = feedbackLetter({
    ...message,
    locale: parseLocale(message.locale),
    at: minuteOf(message.created_at),
    call: from && { from: minuteOf(from), until: until && minuteOf(until) },
    organisation: message.organisation ? OrganisationRequest.parse(message.organisation) : null,
  })
  await systems.mail.send({ to: brand.email, ...letter, key: `feedback:${id}` })
  await db.updateTable('feedback').set({ sent_at: clock.now() }).where('id', '=', id).execute()
}

/** `2026-11-20 14:05` in Almaty. */
const minuteOf = (at: Date): string => almatyClock(at).slice(0, 16).replace('T', ' ')
