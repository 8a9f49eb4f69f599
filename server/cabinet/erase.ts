import { sql } from 'kysely'
import { addDays, type Day } from '#domain/calendar.ts'
import { unnamed } from '#domain/person.ts'
import { addYears, recordsKeptYears } from '#domain/policy.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { myAccount } from '../accounts/accounts.ts'
import { proveAnew } from '../accounts/change-password.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { ok } from '../http/refuse.ts'
import { eraseRefused } from '../http/refused-sales.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { atConsole, erased } from '../products/product.ts'
import { reads } from '../products/products.ts'

/** The rows of a person: which go, which stay without a name. */

const ownData = () => reads().map((of) => of.ownData)

export type Person = { id: string; iin: string; phone: string | null }

/**
 * Deletes at the request itself what no law requires: calculations without an order, refusals,
 * hand-typed persons, positions, old sessions.
 */
async function dropUnneeded(
  tx: Tx,
  { id, iin }: Person,
  { now, signingKey }: { now: Date; signingKey: string },
): Promise<void> {
  await eraseRefused(tx, signingKey, iin)
  await tx
    .deleteFrom('quotes')
    .where('buyer_iin', '=', iin)
    .where('expires_at', '<', now)
    .where(sql<boolean>`not exists (select 1 from orders where orders.calculation_id = quotes.id)`)
    .where(sql<boolean>`not exists (select 1 from hand_offs where hand_offs.quote_id = quotes.id)`)
    .execute()
  await tx.deleteFrom('typed_people').where('typed_by', '=', iin).execute()
  await tx.deleteFrom('positions').where('iin', '=', iin).execute()
  await tx
    .deleteFrom('tokens')
    .where('account_id', '=', id)
    .where((expression) =>
      expression.or([expression('revoked_at', 'is not', null), expression('expires_at', '<', now)]),
    )
    .execute()
}

/** The ids of a person's sales, of every product: a list for SQL. */
export const salesOf = (iin: string) =>
  sql`(${sql.join(
    ownData().map(({ sales }) => sales(iin)),
    sql` union all `,
  )})`

/** People in a sale's facts after erasure. */
const nobody = JSON.stringify({
  policyholder: {
    iin: '',
    clientId: 0,
    ...unnamed,
    birthDate: '1900-01-01',
    document: null,
    licence: null,
    bonusMalus: { kind: '', class: '' },
    privilege: false,
  },
  insured: [],
  vehicles: [],
  phone: '',
})

/**
 * Deletes a notice with its first driver; anonymises the second driver of somebody else's: the
 * paper both signed remains. The unified database's reply about a car names the car too.
 */
const ofNotices = (iin: string) => [
  sql`delete from accident_notices where first_iin = ${iin}`,
  sql`update accident_notices set second_iin = ${erased}, second_phone = null,
    second_signed_phone = null, second = second || '{"plate": "", "words": ""}'
      || jsonb_build_object('cover', second -> 'cover' || '{"plate": "", "globalId": null}')
    where second_iin = ${iin}`,
]

/**
 * Files the person sent, and those staff added to their claim, case or policy's end; keeps those
 * they added as staff to others'.
 */
const filesOf = ({ id, iin }: Pick<Person, 'id' | 'iin'>) => sql<boolean>`(
  (owner_id = ${id} and kyc_case_id is null and ending_id is null)
  or claim_id in (select id from claims where account_id = ${id})
  or kyc_case_id in (select id from kyc_cases where iin = ${iin})
  or ending_id in (select ending.id from policy_endings as ending
    join policies on policies.id = ending.policy_id where policies.policyholder_iin = ${iin}))`

/** Messages to the contact desk: from their phone, or from a mailbox proved theirs. */
export const messagesOf = ({ id, phone }: Pick<Person, 'id' | 'phone'>) => sql<boolean>`(
  feedback.phone = ${phone} or (feedback.email <> '' and lower(feedback.email) =
    (select lower(email) from accounts where id = ${id} and email_confirmed_at is not null)))`

async function eraseRows(tx: Tx, deps: Deps, person: Person): Promise<void> {
  const { id, iin, phone } = person
  const now = deps.clock.now()
  await dropUnneeded(tx, person, { now, signingKey: deps.config.signingKey })
  const claims = sql`(select id from claims where account_id = ${id})`
  const policies = sql`(select id from policies where policyholder_iin = ${iin})`
  const files = sql`(select id from files where ${filesOf(person)})`
  const sales = salesOf(iin)
  const theirMessages = messagesOf(person)
  for (const statement of [
    // Papers that are being made at this moment are there before they are deleted, or never.
    sql`select id from policies where policyholder_iin = ${iin} for update`,
    // Erases what staff wrote in their own words about a sale or a claim; keeps the act and its
    // actor.
    sql`update signatures set facts = '{}', reason = '', note = ''
      where subject in ${sales} or subject in ${claims}`,
    sql`update order_acts set reason = '' where order_id in ${sales}`,
    sql`update payment_attempt_history set reason = '' where actor ~ ${atConsole}
      and attempt_id in (select id from payment_attempts where order_id in ${sales})`,
    sql`insert into erased_outside (kind, key, account_id)
      select 'file', storage_key, ${id}::uuid from files where ${filesOf(person)}
      union all select 'card', token, ${id}::uuid from cards
        where account_id = ${id} and removed_at is null on conflict do nothing`,
    sql`delete from file_links where file_id in ${files}`,
    sql`delete from claim_requests where claim_id in ${claims}`,
    sql`delete from paper_verdicts where claim_id in ${claims}`,
    sql`delete from signatures where kind = 'claim' and subject in ${claims}`,
    sql`delete from claim_messages where claim_id in ${claims}`,
    sql`delete from claim_events where claim_id in ${claims}`,
    sql`delete from held_acts where kind = 'claim' and subject in ${claims}`,
    sql`delete from claim_history where claim_id in ${claims}`,
    sql`delete from messages where claim_id in ${claims}`,
    sql`delete from signatures where kind = 'kyc' and subject in (select case_.id::text from kyc_cases case_ where case_.iin = ${iin})`,
    sql`delete from files where ${filesOf(person)}`,
    ...ofNotices(iin),
    sql`delete from claim_drafts where account_id = ${id}`,
    sql`delete from desk_notes where about = 'claim' and subject in ${claims}`,
    sql`delete from desk_owners where about = 'claim' and subject in ${claims}`,
    sql`delete from claims where account_id = ${id}`,
    sql`delete from client_notes where account_id = ${id}`,
    ...[sql`desk_notes`, sql`desk_owners`].map(
      (table) => sql`delete from ${table} where (about = 'client' and subject = ${id})
        or (about = 'order' and subject in ${sales}) or (about = 'inbox' and subject in (select feedback.id::text from feedback where ${theirMessages}))`,
    ),
    sql`delete from pending_sign_ins where account_id = ${id}`,
    sql`delete from renewal_answers where policy_id in ${policies}`,
    sql`delete from no_calls where iin = ${iin}`,
    sql`delete from client_forms where typed ->> 'iin' = ${iin} or typed ->> 'phone' = ${phone}`,
    sql`delete from documents where policy_id in ${policies}`,
    sql`delete from wallet_passes where policy_id in ${policies}`,
    sql`delete from refund_details where refund_id in (select id from refunds where order_id in ${sales})`,
    // The books keep the movement without its counterparty.
    sql`update statement_rows set payer = '', payer_iin = '', purpose = ''
      where payer_iin = ${iin} or key in (select id from payment_attempts where order_id in ${sales})
        or key in (select id from refunds where order_id in ${sales})`,
    sql`update payment_attempts set phone = null, card_id = null where order_id in ${sales}`,
    ...ownData().flatMap((of) => of.erase({ id, iin, now, facts: nobody })),
    sql`update policies set policyholder_iin = ${erased}, facts = facts || ${nobody}::jsonb where policyholder_iin = ${iin}`,
    sql`delete from account_changes where account_id = ${id}`,
    sql`delete from cards where account_id = ${id}`,
    sql`delete from unreachable where (kind = 'sms' and address = ${phone})
      or (kind = 'mail' and address = (select lower(email) from accounts where id = ${id}))`,
    sql`delete from codes where account_id = ${id}`,
    sql`delete from tokens where account_id = ${id} or iin = ${iin}`,
    sql`delete from otp_codes where iin = ${iin}`,
    sql`delete from consent_tokens where iin = ${iin} or asked_by = ${iin}`,
    sql`delete from consents where iin = ${iin}`,
    sql`update consents set asked_by = ${erased} where asked_by = ${iin}`,
    sql`delete from typed_people where iin = ${iin}`,
    sql`delete from partner_visits where iin = ${iin}`,
    sql`delete from sign_in_failures where realm = 'cabinet' and iin = ${iin}`,
    sql`delete from sign_in_locks where realm = 'cabinet' and iin = ${iin}`,
    sql`delete from kyc_history where iin = ${iin}`,
    sql`delete from kyc_cases where iin = ${iin}`,
    sql`delete from screenings where iin = ${iin}`,
    // Their replies go with them, and the messages that carried these.
    sql`delete from feedback where ${theirMessages}`,
    sql`delete from reminders_elsewhere where phone = ${phone}`,
    sql`delete from rate_limits where key like ${`%${iin}%`} or key like ${`%${phone ?? id}%`} or key like ${`%${id}%`}`,
    sql`delete from people where iin = ${iin}`,
    sql`delete from accounts where id = ${id}`,
  ])
    await statement.execute(tx)
  await audit(tx, now, {
    actor: 'job:erase',
    action: 'client.erased',
    object: { kind: 'account', id },
  })
}

const AT_ONCE = 20
const AT_ONCE_OUTSIDE = 500

/**
 * Returns the last day the law requires contracts, payments, payouts and identification; null
 * without any contract or payout.
 */
async function keptUntil(db: Sql, { id, iin }: Pick<Person, 'id' | 'iin'>): Promise<Day | null> {
  const { rows } = await sql<{ last: Day | null }>`select greatest(
    (select max(end_date) from policies where policyholder_iin = ${iin}),
    (select max(paid_on) from claims where account_id = ${id}),
    ${sql.join(ownData().map(({ last }) => last(iin)))}
  ) as last`.execute(db)
  const last = rows[0]?.last
  return last ? addYears(last, recordsKeptYears) : null
}

/**
 * Sweep: erases clients whose requested deletion is past its retention. Postpones one that may not
 * be erased yet to the day it may.
 */
export async function eraseDue(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const today = clock.today()
  const due = await db
    .selectFrom('accounts')
    .select(['id', 'iin', 'phone'])
    .where('deletion_due_on', '<=', today)
    .where('realm', '=', 'cabinet')
    .where('role', '=', 'user')
    .orderBy('deletion_due_on')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  for (const person of due)
    try {
      await eraseOrWait(deps, person, today)
    } catch (cause) {
      // A failed erasure blocks no other one and is retried tomorrow.
      deps.log.error({ err: cause, account: person.id }, 'a client could not be erased')
      await dueOn(db, person, addDays(today, 1))
    }
  await destroyOutside(deps)
}

async function eraseOrWait(deps: Deps, person: Person, today: Day): Promise<void> {
  const kept = await keptUntil(deps.db, person)
  const again =
    kept && kept >= today
      ? addDays(kept, 1)
      : (await mustWait(deps.db, person))
        ? addDays(today, 1)
        : null
  if (again) return dueOn(deps.db, person, again)
  await step('cabinet.erase.commit', () =>
    deps.db.transaction().execute((tx) => eraseRows(tx, deps, person)),
  )
}

async function dueOn(db: Sql, { id }: Person, day: Day): Promise<void> {
  await db.updateTable('accounts').set({ deletion_due_on: day }).where('id', '=', id).execute()
}

/** Something is still going on: an order, a refund, a claim, or a block that the lists demand. */
async function mustWait(db: Sql, { id, iin }: Person): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select
    exists (select 1 from refunds where order_id in ${salesOf(iin)} and state <> 'done')
    or ${sql.join(
      ownData().map(({ goingOn }) => goingOn(iin)),
      sql` or `,
    )}
    or exists (select 1 from claims where account_id = ${id} and state not in ('rejected', 'completed'))
    or exists (select 1 from kyc_cases where iin = ${iin} and status = 'blocked') as waits`.execute(
    db,
  )
  return rows[0]?.waits ?? true
}

/**
 * Destroys erased people's data outside the database after their rows, even if a process dies in
 * between. One that cannot be destroyed now blocks no other: it moves behind them.
 */
async function destroyOutside({ db, systems, log, clock }: Deps): Promise<void> {
  const left = await db
    .selectFrom('erased_outside')
    .selectAll()
    .orderBy('tried_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE_OUTSIDE)
    .execute()
  for (const { kind, key, account_id } of left)
    try {
      await step('cabinet.erase.remove', () =>
        kind === 'card'
          ? systems.acquirer.removeCard({ userId: account_id, token: key })
          : systems.files.remove(key),
      )
      await db
        .deleteFrom('erased_outside')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute()
    } catch (cause) {
      await db
        .updateTable('erased_outside')
        .set({ tried_at: clock.now() })
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute()
      log.error({ err: cause, kind }, 'a thing of an erased client could not be destroyed')
    }
}

/**
 * Accepts the deletion request of a client who has proved their identity again; contracts, payments
 * and identification remain for the law's years after the last policy ends. Notifies phone and
 * e-mail the first time, with a link for "it was not me".
 */
export const askDeletion = handle('cabinetAskDeletion', async (ask, context) => {
  const { db, me, clock, locale, config, device } = context
  const account = await myAccount(db, me())
  await proveAnew(ask, context, account)
  const now = clock.now()
  const kept = await keptUntil(db, account)
  await db.transaction().execute(async (tx) => {
    const { asked } = await tx
      .selectFrom('accounts')
      .select('deletion_asked_at as asked')
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('accounts')
      .set({
        deletion_asked_at: asked ?? now,
        deletion_due_on: kept ? addDays(kept, 1) : clock.today(),
        reminders: false,
      })
      .where('id', '=', account.id)
      .execute()
    if (!asked)
      await changeEntry(tx, context, 'deletion_asked', {
        before: account,
        actor: actorOf(me()),
        device,
      })
    await dropUnneeded(tx, account, { now, signingKey: config.signingKey })
  })
  return ok({
    askedAt: (account.deletion_asked_at ?? now).toISOString(),
    keptUntil: kept,
    message: (kept ? cabinetAnswers.deletion : cabinetAnswers.deletionNow)[locale],
  })
})
