import { brand } from '#brand'
import { OrganisationRequest } from '#contract/staff-today.ts'
import { almatyClock } from '#domain/calendar.ts'
import { parseLocale } from '#domain/locale.ts'
import { feedbackLetter } from '#texts/feedback.ts'
import type { Deps } from '../deps.ts'
import { handle } from '../http/route.ts'
import { feedbackJob } from '../jobs/definitions.ts'

/**
 * Stores what a person wrote, with the job that sends it to the office: a mail server that is away
 * loses nothing.
 */
export const feedbackForm = handle(
  'feedbackForm',
  async (message, { db, limits, queue, clock, locale, address }) => {
    await limits.count('feedbackPerAddress', address)
    await limits.count('feedbackPerPhone', message.phone)
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
