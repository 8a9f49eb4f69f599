import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { Day, Mobile } from '#contract/fields.ts'
import { pathOf, routesOf } from '#contract/pages.ts'
import { numericDay, startOfDay } from '#domain/calendar.ts'
import { dayTyped } from '#domain/days-in-text.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { plateLetters } from '#domain/plate-letters.ts'
import { mayEndOn, mostReminders, reminderDay } from '#domain/reminder-elsewhere.ts'
import { fieldText } from '#texts/fields.ts'
import { reminderElsewhere } from '#texts/reminder-elsewhere.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { shortKey } from '../http/create-token.ts'
import {
  errorsOf,
  type FieldErrors,
  ownPage,
  type Typed,
  typedIn,
  typedInQuery,
} from '../http/html-form.ts'
import type { Site } from '../http/site.ts'
import { step } from '../jobs/steps.ts'
import { isFinal } from '../messaging/unreachable.ts'

const Form = z.object({
  plate: z
    .string({ error: 'plate' })
    .transform((text) => normalisePlate(plateLetters(text)))
    .refine(isPlate, { error: 'plate' }),
  // «20.11.2027», as printed in the policy.
  end: z
    .string({ error: 'day' })
    .transform((text) => dayTyped(text) ?? '')
    .pipe(Day),
  phone: Mobile,
  consent: z.literal('yes', { error: 'reminder_consent' }),
})
type Asked = z.infer<typeof Form>

type Shown = {
  typed?: Typed
  errors?: FieldErrors
  wait?: number | null
  /** Stored: the car, its policy's last day as people write it, and the day of the message. */
  sent?: { plate: string; end: string; day: string }
}

/**
 * Mounts the reminder of a policy bought elsewhere, open to anybody, and the page its message links
 * to: a new policy, or deletion. Both work without a script.
 */
export function mountRemindersElsewhere(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('remind')) {
    const show = (reply: FastifyReply, shown: Shown = {}) =>
      ownPage(reply).send(site.render('remind', locale, pageData(shown)))
    app.get(route, async (request, reply) => {
      const { plate = '' } = typedInQuery(request)
      return show(reply, { typed: { plate: plate.slice(0, 20) } })
    })
    app.post(route, async (request, reply) => {
      const typed = typedIn(request, locale)
      const form = checked(typed, deps.clock.today(), locale)
      if ('errors' in form) return show(reply.code(422), { typed, errors: form.errors })
      const address = askedFrom(request)
      const wait = await deps.limits.takeInAll('remindersInAll', address, [
        ['feedbackPerAddress', address],
        ['feedbackPerPhone', form.phone],
      ])
      if (wait !== null) return show(reply.code(429).header('retry-after', wait), { typed, wait })
      const full = await isFull(deps, form)
      if (full) return show(reply.code(422), { typed, errors: { phone: fieldText(full, locale) } })
      const day = await keep(deps, form, locale)
      return show(reply, { sent: { plate: form.plate, end: numericDay(form.end), day } })
    })
  }
  for (const { locale, route } of routesOf('remind-one')) {
    type OfKey = { Params: { key: string } }
    app.get<OfKey>(route, async (request, reply) => {
      const { key } = request.params
      const found = await ofKey(deps, key)
      if (!found) {
        const wait = await deps.limits.takeOrWait('shortKeysPerAddress', askedFrom(request))
        if (wait !== null) reply.code(429).header('retry-after', wait)
      }
      const shown = found ? { plate: found.plate, end: found.ends_on } : { plate: '', end: '' }
      return ownPage(reply.header('x-robots-tag', 'noindex')).send(
        site.render('remind-one', locale, { ...shown, stopped: !found, params: { key } }),
      )
    })
    app.post<OfKey>(route, async (request, reply) => {
      typedIn(request, locale)
      const { key } = request.params
      await deps.db.deleteFrom('reminders_elsewhere').where('stop_key', '=', key).execute()
      return reply.redirect(pathOf('remind-one', locale, { key }), 303)
    })
  }
}

function checked(typed: Typed, today: string, locale: Locale): Asked | { errors: FieldErrors } {
  const form = Form.safeParse(typed, { reportInput: true })
  if (!form.success) return { errors: errorsOf(form.error, locale) }
  return mayEndOn(form.data.end, today)
    ? form.data
    : { errors: { end: fieldText('reminder_end', locale) } }
}

/**
 * Returns why this phone has no room for the message, or null: anybody may enter it, and could have
 * it rung every day of a year. A phone not proved here has one car and one message.
 */
async function isFull({ db }: Deps, { plate, phone, end }: Asked) {
  const rows = await db
    .selectFrom('reminders_elsewhere')
    .select(['plate', 'ends_on', 'sent_at'])
    .where('phone', '=', phone)
    .execute()
  const others = rows.filter((row) => row.plate !== plate)
  const isProved = await db
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (isProved)
    return others.filter(({ sent_at }) => sent_at === null).length >= mostReminders
      ? 'reminder_many'
      : null
  const isTold = rows.some(({ sent_at, ends_on }) => sent_at !== null && ends_on !== end)
  return others.length > 0 || isTold ? 'reminder_one' : null
}

/**
 * Stores one row per phone and car: a repeated request has the newer day, and its message is sent
 * again. Returns the day of the message.
 */
async function keep({ db, clock }: Deps, { plate, end, phone }: Asked, locale: Locale) {
  const remind_on = reminderDay(end, clock.today())
  const asked = {
    ends_on: end,
    remind_on,
    locale,
    consented_at: clock.now(),
    tried_at: null,
    sent_at: null,
  }
  await db
    .insertInto('reminders_elsewhere')
    .values({ id: crypto.randomUUID(), plate, phone, stop_key: shortKey(), ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(['phone', 'plate'])
        .doUpdateSet(asked)
        // The same form sent again is the same wish.
        .where('reminders_elsewhere.ends_on', '!=', end),
    )
    .execute()
  return remind_on
}

const pageData = ({ typed = {}, errors = {}, wait = null, sent }: Shown) => ({
  typed: {
    plate: typed.plate ?? '',
    end: typed.end ?? '',
    phone: typed.phone ?? '',
    consent: typed.consent ?? '',
  },
  errors,
  wait,
  sent: sent ?? null,
})

const ofKey = ({ db }: Deps, key: string) =>
  db
    .selectFrom('reminders_elsewhere')
    .select(['plate', 'ends_on'])
    .where('stop_key', '=', key)
    .executeTakeFirst()

/**
 * Lists due messages of policies not ended meanwhile. A phone gets one a day: anybody may enter it,
 * with any number of cars.
 */
export const dueElsewhere = async ({ db, clock }: Deps, atOnce: number) => {
  const today = clock.today()
  const toldToday = db
    .selectFrom('reminders_elsewhere')
    .select('phone')
    .where('sent_at', '>=', startOfDay(today))
  const rows = await db
    .selectFrom('reminders_elsewhere')
    .distinctOn('phone')
    .select('id')
    .where('phone', 'not in', toldToday)
    .orderBy('phone')
    .orderBy('ends_on')
    .where('sent_at', 'is', null)
    .where('remind_on', '<=', today)
    .where('ends_on', '>=', today)
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => ({ reminderId: id }))
}

/** Deletes reminders of ended policies. */
export const dropElsewhere = ({ db, clock }: Deps) =>
  db.deleteFrom('reminders_elsewhere').where('ends_on', '<', clock.today()).execute()

/**
 * Job: sends the one SMS, by its own key. Marks the try first: the next run queries the gateway
 * first. Sends nothing to a client who has bought the next policy here meanwhile.
 */
export async function remindElsewhere(deps: Deps, id: string): Promise<void> {
  const { db, systems, config, clock, limits, log } = deps
  const row = await db
    .selectFrom('reminders_elsewhere')
    .selectAll()
    .select(hasNext.as('has_next'))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  if (!row.has_next && row.ends_on >= clock.today()) {
    const locale = parseLocale(row.locale)
    const text = reminderElsewhere({
      plate: row.plate,
      end: numericDay(row.ends_on),
      link: `${config.publicUrl}${pathOf('remind-one', locale, { key: row.stop_key })}`,
    })[locale]
    // Strangers must not ring a person all day, by whatever call: the rest waits for tomorrow.
    if (row.tried_at === null && !(await limits.take('smsPerPhoneADay', row.phone))) return
    await mark(deps, id, { tried_at: clock.now() })
    try {
      await step('cabinet.remind.sms', () =>
        systems.sms.send({
          to: row.phone,
          text,
          key: `elsewhere:${id}:${row.remind_on}`,
          again: row.tried_at !== null,
        }),
      )
    } catch (cause) {
      if (!isFinal(cause)) throw cause
      log.warn({ message: id, reason: cause.message }, 'a number or mailbox takes no messages')
    }
  }
  await step('cabinet.remind.commit', () => mark(deps, id, { sent_at: clock.now() }))
}

const mark = ({ db }: Deps, id: string, times: { tried_at: Date } | { sent_at: Date }) =>
  db.updateTable('reminders_elsewhere').set(times).where('id', '=', id).execute()

/** A policy of ours for the same car follows the one elsewhere. */
const hasNext = sql<boolean>`exists (
  select from policies where state in ('pending', 'active') and policies.end_date > reminders_elsewhere.ends_on
    and facts -> 'vehicles' @> jsonb_build_array(jsonb_build_object('plate', reminders_elsewhere.plate)))`
