import { sql } from 'kysely'
import { pathOf } from '#contract/pages.ts'
import { addDays, numericDay } from '#domain/calendar.ts'
import { parseLocale } from '#domain/locale.ts'
import { reminderDays } from '#domain/policy.ts'
import { cabinetLetters, cabinetMessages } from '#texts/cabinet.ts'
import type { Deps } from '../deps.ts'
import { reminderJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { isFinal } from '../messaging/unreachable.ts'

const AT_ONCE = 500

/**
 * Enqueues today's reminders: 30, 14, 7, 3 and 1 days before the end of a policy without a renewal,
 * unless the client switched them off or has sold the car. A row per policy and day makes each
 * unique.
 */
export async function dueReminders({ db, clock, queue }: Deps): Promise<void> {
  const today = clock.today()
  const ends = reminderDays.map((days) => addDays(today, days))
  await db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('policies')
      .innerJoin('accounts', (join) =>
        join
          .onRef('accounts.iin', '=', 'policies.policyholder_iin')
          .on('accounts.realm', '=', 'cabinet'),
      )
      .leftJoin('reminders', (join) =>
        join
          .onRef('reminders.policy_id', '=', 'policies.id')
          .on('reminders.days', '=', sql<number>`policies.end_date - ${today}::date`),
      )
      .select(['policies.id', sql<number>`policies.end_date - ${today}::date`.as('days')])
      .where('policies.kind', '=', 'ogpo')
      .where('policies.state', '=', 'active')
      .where('policies.end_date', 'in', ends)
      .where('accounts.reminders', '=', true)
      .where('accounts.blocked_at', 'is', null)
      .where('reminders.days', 'is', null)
      .where(isStillTheirs)
      .where(
        // A car of it that no later policy has, as whichever of its cars.
        sql<boolean>`exists (select from jsonb_array_elements(policies.facts -> 'vehicles') as car
          where not exists (select from policies later where later.policyholder_iin = policies.policyholder_iin
            and later.end_date > policies.end_date and later.state in ('pending', 'active')
            and later.facts -> 'vehicles' @> jsonb_build_array(jsonb_build_object('plate', car -> 'plate'))))`,
      )
      .limit(AT_ONCE)
      .execute()
    for (const { id, days } of due) {
      const made = await tx
        .insertInto('reminders')
        .values({ policy_id: id, days, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['policy_id', 'days']).doNothing())
        .returning('days')
        .executeTakeFirst()
      if (made) await queue.enqueue(tx, reminderJob, { policyId: id, days })
    }
  })
}

/** No promoter recorded that the car is sold. */
const isStillTheirs = sql<boolean>`not exists (
  select from renewal_answers where renewal_answers.policy_id = policies.id)`

/** Job: the SMS and the letter, each by its own key, so that a repeat is the same message. */
export async function remind(deps: Deps, policyId: string, days: number): Promise<void> {
  const { db, systems, config, clock } = deps
  const row = await db
    .selectFrom('reminders')
    .innerJoin('policies', 'policies.id', 'reminders.policy_id')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.iin', '=', 'policies.policyholder_iin')
        .on('accounts.realm', '=', 'cabinet'),
    )
    .select([
      'policies.state',
      'policies.global_id',
      'policies.end_date',
      'accounts.phone',
      'accounts.email',
      'accounts.locale',
      'accounts.reminders',
      'reminders.tried_at',
      isStillTheirs.as('theirs'),
    ])
    .where('reminders.policy_id', '=', policyId)
    .where('reminders.days', '=', days)
    .where('reminders.sent_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const { phone, email } = row
  // Since it was enqueued the policy may have ended, or the client may have declined or sold the
  // car.
  if (row.state === 'active' && row.reminders && row.theirs) {
    const locale = parseLocale(row.locale)
    const account = `${config.publicUrl}${pathOf('account', locale)}`
    const facts = {
      number: row.global_id,
      end: numericDay(row.end_date),
      link: account,
    }
    const key = `reminder:${policyId}:${days}`
    if (phone)
      await remindBySms(
        deps,
        { policyId, days, again: row.tried_at !== null },
        { to: phone, text: cabinetMessages.reminder(facts)[locale], key: `${key}:sms` },
      )
    if (email)
      await unlessFinal(deps, `${key}:mail`, () =>
        step('cabinet.remind.mail', () =>
          systems.mail.send({
            ...cabinetLetters.reminder(facts)[locale],
            to: email,
            key: `${key}:mail`,
            unsubscribe: `${account}?tab=data`,
          }),
        ),
      )
  }
  await step('cabinet.remind.commit', () =>
    db
      .updateTable('reminders')
      .set({ sent_at: clock.now() })
      .where('policy_id', '=', policyId)
      .where('days', '=', days)
      .execute(),
  )
}

type Reminder = { policyId: string; days: number; again: boolean }

/**
 * Sends the SMS. Marks the try first: the next run queries the gateway first. A client with an
 * unreachable number still gets their letter.
 */
async function remindBySms(
  deps: Deps,
  of: Reminder,
  message: { to: string; text: string; key: string },
) {
  const { db, systems, clock } = deps
  const { policyId, days, again } = of
  await db
    .updateTable('reminders')
    .set({ tried_at: clock.now() })
    .where('policy_id', '=', policyId)
    .where('days', '=', days)
    .execute()
  await unlessFinal(deps, message.key, () =>
    step('cabinet.remind.sms', () => systems.sms.send({ ...message, again })),
  )
}

/** Never retries what a number or mailbox refuses for good; the other message is still sent. */
async function unlessFinal({ log }: Deps, message: string, send: () => Promise<unknown>) {
  try {
    await send()
  } catch (cause) {
    if (!isFinal(cause)) throw cause
    log.warn({ message, reason: cause.message }, 'a number or mailbox takes no messages')
  }
}
