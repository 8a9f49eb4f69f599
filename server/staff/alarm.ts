import { pathOf } from '#contract/pages.ts'
import { alarmReason } from '#domain/alarm.ts'
import { alarmLetter } from '#texts/alarm.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { alarmJob } from '../jobs/definitions.ts'
import type { Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { isFinal } from '../messaging/unreachable.ts'
import { sellingNow } from '../telemetry/selling.ts'

/** So many letters that did not go are asked for again by one sweep. */
const ASKED = 10

/**
 * Opens an alarm when selling stands and closes it when it goes on; what has not been told is asked
 * for. Nothing happens where nobody is to be told (`ALARM_MAIL`).
 */
async function watch(deps: Deps, today: Date): Promise<void> {
  const { db, config, queue } = deps
  if (config.alarmMail.length === 0) return
  const { verdict, at } = await sellingNow(deps)
  const reason = alarmReason(verdict, { now: at, today })
  const { since } = verdict
  // Who waits for something else is no reason to sleep through what is worse: that is told anew.
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
  // What fails again in a moment is not over.
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
 * Job: one letter to each mailbox when an alarm begins and one when it is over. A letter is named by
 * the alarm, so that a repeated job is the same letter. One that was over before anybody heard of it
 * is told as over alone.
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
    // A mailbox that takes no letters, or none now, keeps the others from none.
    for (const one of sent) {
      if (one.status === 'fulfilled') continue
      if (!isFinal(one.reason)) throw one.reason
      deps.log.warn({ alarm: alarmId, reason: one.reason.message }, 'a mailbox takes no letters')
    }
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

/** Whether somebody has to be woken, at every sweep. */
export const alarmRecoveries: readonly Recovery[] = [
  { name: 'alarms of selling', recover: (deps, { now }) => watch(deps, now) },
]

export const alarmWork = [works(alarmJob, (deps, { alarmId }) => tellAlarm(deps, alarmId))]
