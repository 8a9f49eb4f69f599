import { pathOf } from '#contract/pages.ts'
import { alarmReason } from '#domain/alarm.ts'
import { type Localized, parseLocale } from '#domain/locale.ts'
import { alarmLetter, alarmSms } from '#texts/alarm.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { alarmJob } from '../jobs/definitions.ts'
import type { Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { isFinal } from '../messaging/unreachable.ts'
import { alarmLimits } from '../settings/time-limits.ts'
import { sellingNow } from '../telemetry/selling.ts'

/** Unsent letters one sweep enqueues again. */
const ASKED = 10

/**
 * Opens an alarm when sales stop and closes it when they continue; enqueues unsent alarms. Does
 * nothing without recipients (`ALARM_MAIL`).
 */
async function watch(deps: Deps, today: Date): Promise<void> {
  const { db, config, queue } = deps
  if (config.alarmMail.length === 0) return
  const { verdict, at } = await sellingNow(deps)
  const reason = alarmReason(verdict, { now: at, today })
  const { since } = verdict
  // A milder open alarm must not hide a worse one: that is sent anew.
  if (reason === 'stopped')
    await db
      .updateTable('alarms')
      .set({ reason, began_at: new Date(), told_at: null })
      .where('reason', '=', 'waits')
      .where('over_at', 'is', null)
      .$if(since !== null, (open) => open.where('began_at', '<', since ?? at))
      .execute()
  if (reason)
    await db
      .insertInto('alarms')
      .values({ reason })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  // A failure that returns in a moment is not over.
  else if (verdict.tone !== 'bad')
    await db
      .updateTable('alarms')
      .set({ over_at: new Date() })
      .where('over_at', 'is', null)
      .execute()
  const untold = await db
    .selectFrom('alarms')
    .select('id')
    .where((expression) =>
      expression.or([
        expression('told_at', 'is', null),
        expression.and([
          expression('over_at', 'is not', null),
          expression('over_told_at', 'is', null),
        ]),
      ]),
    )
    .orderBy('began_at', 'desc')
    .limit(ASKED)
    .execute()
  for (const { id } of untold) await queue.send(alarmJob, { alarmId: id }, { once: 'any' })
}

/**
 * Job: sends one letter to each mailbox when an alarm begins and one when it is over. The letter's
 * id is the alarm's, so that a repeated job sends the same letter. An alarm that ended before its
 * first letter is reported as over alone. If no mailbox accepts letters, or the mail has been down
 * for minutes, sends the administrators an SMS: an alarm nobody received counts as unsent and is
 * enqueued again.
 */
export async function tellAlarm(deps: Deps, alarmId: string): Promise<void> {
  await withLock(deps.locks, `alarm:${alarmId}`, async () => {
    const { db, config, systems } = deps
    const alarm = await db
      .selectFrom('alarms')
      .selectAll()
      .where('id', '=', alarmId)
      .executeTakeFirst()
    if (!alarm || (alarm.told_at && (!alarm.over_at || alarm.over_told_at))) return
    const { verdict } = await sellingNow(deps)
    const about = alarm.over_at ? 'over' : alarm.reason === 'waits' ? 'waits' : 'stopped'
    const letter = alarmLetter(about, {
      began: alarm.began_at,
      kind: verdict.kind,
      waiting: verdict.waiting.count,
      systems: verdict.systems,
      link: `${config.publicUrl}${pathOf('staff-status', 'kz')}`,
    })
    const sent = await Promise.allSettled(
      config.alarmMail.map((to) =>
        systems.mail.send({ ...letter, to, key: `alarm:${alarmId}:${about}:${to}` }),
      ),
    )
    const isRead = sent.some(({ status }) => status === 'fulfilled')
    const isAwaited =
      isRead || Date.now() - (alarm.over_at ?? alarm.began_at).getTime() < alarmLimits.mailMs
    // A mailbox that refuses letters, or is down, does not stop the others'.
    for (const one of sent) {
      if (one.status === 'fulfilled') continue
      if (isAwaited && !isFinal(one.reason)) throw one.reason
      deps.log.warn({ alarm: alarmId, err: one.reason }, 'a mailbox takes no letters')
    }
    const isHeard =
      isRead || (await ringAdministrators(deps, `alarm:${alarmId}:${about}`, alarmSms(about)))
    if (!isHeard) return deps.log.error({ alarm: alarmId }, 'nobody hears of an alarm')
    const told = new Date()
    await db
      .updateTable('alarms')
      .set(
        about === 'over'
          ? { told_at: alarm.told_at ?? told, over_told_at: told }
          : { told_at: told },
      )
      .where('id', '=', alarmId)
      // It may have got worse while the letters went.
      .where('reason', '=', alarm.reason)
      .execute()
  })
}

/** Sends an SMS to each administrator, in their language; returns false if nobody gets one. */
async function ringAdministrators(
  { db, systems, log }: Deps,
  key: string,
  text: Localized,
): Promise<boolean> {
  const administrators = await db
    .selectFrom('accounts')
    .select(['id', 'phone', 'locale'])
    .where('administrator', '=', true)
    .where('blocked_at', 'is', null)
    .where('phone', 'is not', null)
    .execute()
  const sent = await Promise.allSettled(
    administrators.map(({ id, phone, locale }) =>
      systems.sms.send({
        to: phone ?? '',
        text: text[parseLocale(locale)],
        key: `${key}:${id}`,
        again: true,
      }),
    ),
  )
  for (const one of sent)
    if (one.status === 'rejected')
      log.warn({ err: one.reason }, 'an administrator did not hear of an alarm')
  return sent.some(({ status }) => status === 'fulfilled')
}

/**
 * Returns mailboxes of `ALARM_MAIL` that refused their last letter: their readers receive nothing.
 */
export async function deafMailboxes({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const named = config.alarmMail.map((address) => address.toLowerCase())
  if (named.length === 0) return []
  const rows = await db
    .selectFrom('unreachable')
    .select('address')
    .where('kind', '=', 'mail')
    .where('address', 'in', named)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

/** Checks at every sweep if the people on watch must be alerted. */
export const alarmRecoveries: readonly Recovery[] = [
  { name: 'alarms of selling', recover: (deps, { now }) => watch(deps, now) },
]

export const alarmWork = [works(alarmJob, (deps, { alarmId }) => tellAlarm(deps, alarmId))]
