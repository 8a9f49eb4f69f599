import { sql } from 'kysely'
import { z } from 'zod'
import { changeEntry } from '../accounts/account-changes.ts'
import { myAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { ownRefusals } from '../http/refused-sales.ts'
import { handle } from '../http/route.ts'
import { allowCalls, refuseCalls } from '../persons/no-calls.ts'
import { reads } from '../products/products.ts'
import { messagesOf, type Person, salesOf } from './erase.ts'

/** Every row that we hold of a person, as they may take it away. */

/** Their rows in every table that is not a product's own. */
async function rowsOf(db: Db, account: Person, signingKey: string) {
  const { iin } = account
  const [person, consents, policies, refunds, policyDocuments, ofProducts, refusals, noCalls] =
    await Promise.all([
      db.selectFrom('people').selectAll().where('iin', '=', iin).executeTakeFirst(),
      db
        .selectFrom('consents')
        .select([
          'kind',
          'state',
          'channel',
          'text_version',
          'asked_by',
          'requested_at',
          'answered_at',
          'valid_until',
          'withdrawn_at',
        ])
        .where('iin', '=', iin)
        .execute(),
      db
        .selectFrom('policies')
        .select([
          'global_id',
          'number',
          'state',
          'insurer_code',
          'start_date',
          'end_date',
          'premium',
          'ogpo_plus_premium',
          'issued_at',
          'verified_at',
        ])
        .where('policyholder_iin', '=', iin)
        .execute(),
      db
        .selectFrom('refunds')
        .select(['amount', 'reason', 'state', 'created_at', 'done_at'])
        .where(sql<boolean>`order_id in ${salesOf(iin)}`)
        .execute(),
      db
        .selectFrom('documents')
        .innerJoin('policies', 'policies.id', 'documents.policy_id')
        .select([
          'documents.kind',
          'documents.locale',
          'documents.file_name',
          'documents.size',
          'documents.created_at',
        ])
        .where('policies.policyholder_iin', '=', iin)
        .execute(),
      Promise.all(reads().map(({ ownData }) => ownData.copy(db, iin))),
      ownRefusals(db, signingKey, iin),
      db.selectFrom('no_calls').select('at').where('iin', '=', iin).executeTakeFirst(),
    ])
  return {
    person: person ?? null,
    consents,
    ...Object.assign({}, ...ofProducts),
    policies,
    refunds,
    ...(await accountRows(db, account)),
    papers: policyDocuments,
    refusals,
    asked_not_to_be_called_at: noCalls?.at ?? null,
  }
}

/** What a third party named of the party at fault: `details` of their claim. */
const Named = z.object({ by: z.literal('third-party'), named: z.string() })

/** A third party's claim names a contract that is another person's. */
const ofThemAlone = <Row extends { details: unknown; policy_number: string }>(claim: Row): Row => {
  const third = Named.safeParse(claim.details)
  return third.success ? { ...claim, policy_number: third.data.named } : claim
}

/** The shared part of a notice and the client's own; excludes the other driver's. */
const ownNotices = (db: Db, iin: string) =>
  db
    .selectFrom('accident_notices')
    .select(['shared', 'created_at', 'signed_at'])
    .select((of) => [
      // The claim belongs to the notice's author.
      of.case().when('first_iin', '=', iin).then(of.ref('claim_id')).end().as('claim_id'),
      of
        .case()
        .when('first_iin', '=', iin)
        .then(sql<unknown>`first - 'cover'`)
        .else(sql<unknown>`second - 'cover'`)
        .end()
        .as('said'),
    ])
    .where((of) => of.or([of('first_iin', '=', iin), of('second_iin', '=', iin)]))
    .execute()

/** Returns their messages to the contact desk, the replies, and their reminders. */
async function correspondence(db: Db, account: Person) {
  const [messages, replies, reminders] = await Promise.all([
    db
      .selectFrom('feedback')
      .select(['number', 'kind', 'name', 'phone', 'email', 'text', 'created_at'])
      .where(messagesOf(account))
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('feedback_replies')
      .innerJoin('feedback', 'feedback.id', 'feedback_replies.feedback_id')
      .select(['feedback.number', 'way', 'address', 'feedback_replies.text'])
      .select('feedback_replies.created_at')
      .where(messagesOf(account))
      .orderBy('feedback_replies.created_at')
      .execute(),
    db
      .selectFrom('reminders_elsewhere')
      .select(['plate', 'ends_on', 'remind_on', 'consented_at'])
      .where('phone', '=', account.phone ?? '')
      .execute(),
  ])
  return { messages, replies, reminders }
}

async function accountRows(db: Db, account: Person) {
  const { id, iin } = account
  const [claims, claimDrafts, notices, cards, sessions, written] = await Promise.all([
    db
      .selectFrom('claims')
      .select([
        'id',
        'state',
        'policy_number',
        'claim_case',
        'claim_status',
        'damage_type',
        'details',
        'created_at',
      ])
      .where('account_id', '=', id)
      .execute(),
    db
      .selectFrom('claim_drafts')
      .select(['answers', 'created_at', 'updated_at'])
      .where('account_id', '=', id)
      .where('claim_id', 'is', null)
      .execute(),
    ownNotices(db, iin),
    db
      .selectFrom('cards')
      .select(['masked_pan', 'valid_to', 'added_at', 'removed_at'])
      .where('account_id', '=', id)
      .execute(),
    db
      .selectFrom('tokens')
      .select(['device', 'began_by', 'created_at', 'used_at'])
      .where('account_id', '=', id)
      .execute(),
    correspondence(db, account),
  ])
  return { claims: claims.map(ofThemAlone), claimDrafts, notices, cards, sessions, ...written }
}

/** Switches the reminders before the end of a policy on or off. */
export const setReminders = handle('cabinetSetReminders', async ({ on }, { db, me }) => {
  const account = await myAccount(db, me())
  await db.updateTable('accounts').set({ reminders: on }).where('id', '=', account.id).execute()
  return { success: true as const }
})

/** Sets whether promoters may call the client: recorded as the client's own wish, audited. */
export const setCalls = handle('cabinetSetCalls', async ({ on }, { db, me, clock }) => {
  const account = await myAccount(db, me())
  const [actor, at] = [actorOf(me()), clock.now()]
  await db.transaction().execute(async (tx) => {
    if (on) await allowCalls(tx, account.iin)
    else await refuseCalls(tx, { iin: account.iin, actor, at }, { byClient: true })
    await audit(tx, at, {
      actor,
      action: on ? 'client.calls_allowed' : 'client.calls_refused',
      object: { kind: 'account', id: account.id },
    })
  })
  return { success: true as const }
})

/** Everything we hold about the client, as data to take away; other people's stays out. */
export const exportMine = handle('cabinetExport', async (_body, context) => {
  const { db, me, clock, limits, config, device } = context
  const account = await myAccount(db, me())
  await limits.count('exportsPerClient', account.id)
  const rows = await rowsOf(db, account, config.signingKey)
  await db
    .transaction()
    .execute((tx) =>
      changeEntry(tx, context, 'data_exported', { before: account, actor: actorOf(me()), device }),
    )
  const { iin, phone, email, email_confirmed_at, role, created_at } = account
  return ok({
    madeAt: clock.now().toISOString(),
    // Through JSON once: instants become text, and nothing of the database's own types leaves.
    content: JSON.parse(
      JSON.stringify({
        account: { iin, phone, email, email_confirmed_at, role, created_at },
        ...rows,
      }),
    ),
  })
})
