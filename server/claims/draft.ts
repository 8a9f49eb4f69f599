import { sql } from 'kysely'
import type { z } from 'zod'
import { ClaimAnswers, type ClaimDraft } from '#contract/claim-draft.ts'
import { FileScan } from '#contract/claims.ts'
import { almatyClock } from '#domain/calendar.ts'
import {
  type ClaimAnswers as Answers,
  type Claimant,
  productOf,
} from '#domain/claim-way/answers.ts'
import { dayFault } from '#domain/claim-way/day.ts'
import { shows } from '#domain/claim-way/photographs.ts'
import { addMs, claimDraftMs } from '#domain/lifetimes.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { forgetFiles } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import type { Identity } from '../http/identity.ts'
import { invalid, notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type ClaimPolicy, claimPolicies, insuredDays } from './queries.ts'

/** A draft claim, as stored. */

/** Checks if an identity may open a draft of its account: a token of one claim only its own. */
export const opensDraft = ({ kind, draftId }: Identity, id: string | null): boolean =>
  kind !== 'claim' || (id !== null && draftId === id)

/** Throws 404 if a token of one claim names another sent claim. */
export async function refuseOtherClaim(sql: Sql, me: Identity, claimId: string): Promise<void> {
  if (me.kind === 'claim' && !(await isOfDraft(sql, me, claimId))) throw notFound()
}
/** Checks if a claim was the draft of a token of one claim. */
export const isOfDraft = async (sql: Sql, { draftId }: Identity, claimId: string) =>
  (await sql
    .selectFrom('claim_drafts')
    .select('id')
    .where('id', '=', draftId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()) !== undefined

/** The own draft, also one that is sent. */
export const draftRow = async (sql: Sql, me: Identity, id: string) =>
  opensDraft(me, id) ? ownDraft(sql, me.accountId, id) : undefined
const ownDraft = (sql: Sql, accountId: string | null, id: string) =>
  sql
    .selectFrom('claim_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
export type DraftRow = NonNullable<Awaited<ReturnType<typeof ownDraft>>>

/** Lists completely received photographs and papers, in the order of arrival. */
export const photographsOf = (sql: Sql, draftId: string) =>
  sql
    .selectFrom('files')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'photo')
    .where('size', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
export type PhotographRow = Awaited<ReturnType<typeof photographsOf>>[number]

export const photographShown = (file: PhotographRow) => ({
  id: file.id,
  shows: shows.find((one) => one === file.slot) ?? ('more' as const),
  name: file.name,
  size: file.size,
  scan: FileScan.parse(file.scan),
})

/** Returns the claimant: only a third party's draft names the party at fault. */
export const claimantOf = ({ against }: Pick<DraftRow, 'against'>): Claimant =>
  against === null ? 'policyholder' : 'third-party'

/** The own draft that is not sent yet; 404 for any other. */
export async function openDraft({ db, me }: Context, id: string): Promise<DraftRow> {
  const row = await draftRow(db, me(), id)
  if (!row || row.claim_id) throw notFound()
  return row
}

/** Claims that one client may have begun at a time; the oldest gives way to no one. */
const AT_MOST = 20

/** An own policy, which a claim may be about. */
const policyOf = (sql: Sql, iin: string, globalId: string) =>
  claimPolicies(sql)
    .where('policyholder_iin', '=', iin)
    .where('global_id', '=', globalId)
    .executeTakeFirst()

/** Returns a draft's policy: an own one, or the one a third party's answers led to. */
export async function policyOfDraft(
  sql: Sql,
  iin: string,
  { against, policy_id }: Pick<DraftRow, 'against' | 'policy_id'>,
  { policy }: Pick<Answers, 'policy'>,
): Promise<ClaimPolicy | undefined> {
  if (against !== null && policy_id)
    return claimPolicies(sql).where('id', '=', policy_id).executeTakeFirst()
  return against === null && policy ? policyOf(sql, iin, policy) : undefined
}

/** The register of persons has confirmed who this is and that the identity document is good. */
export async function identityConfirmed(sql: Sql, iin: string): Promise<boolean> {
  const person = await sql
    .selectFrom('people')
    .select('iin')
    .where('iin', '=', iin)
    .where('origin', '=', 'register')
    .where('document_valid', '=', true)
    .executeTakeFirst()
  return person !== undefined
}

/**
 * Checks if the insurer of a policy accepts a code as a signature today; without a policy, the
 * rule.
 */
export async function signsByCode(
  { reference, clock }: Pick<Context, 'reference' | 'clock'>,
  insurerCode: string | undefined,
): Promise<boolean> {
  const found = (await reference.insurers(clock.today())).find(({ code }) => code === insurerCode)
  return found?.signsClaimsByCode ?? insurerCode === undefined
}

const noticeFile = async (sql: Sql, draft: string): Promise<string | null> =>
  (
    await sql
      .selectFrom('accident_notices')
      .select('file_id')
      .where('draft_id', '=', draft)
      .executeTakeFirst()
  )?.file_id ?? null

async function shown(context: Context, row: DraftRow): Promise<z.input<typeof ClaimDraft>> {
  const { db, me, reference, clock, locale } = context
  const answers = ClaimAnswers.parse(row.answers)
  const [photographs, policy, confirmed] = await Promise.all([
    photographsOf(db, row.id),
    policyOfDraft(db, me().iin, row, answers),
    identityConfirmed(db, me().iin),
  ])
  const insurer = (await reference.insurers(clock.today())).find(
    ({ code }) => code === policy?.insurer_code,
  )
  return {
    id: row.id,
    version: row.version,
    answers,
    photographs: photographs.map(photographShown),
    asks_identity: !confirmed,
    signs_by_code: await signsByCode(context, policy?.insurer_code),
    third_party:
      row.against === null ? null : { named: row.against, insurer: insurer?.name[locale] ?? '' },
    notice_file: await noticeFile(db, row.id),
    kept_until: addMs(row.updated_at, claimDraftMs).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export const drafts = handle('claimDrafts', async (_body, context) => {
  const account = await myAccount(context.db, context.me())
  const rows = await context.db
    .selectFrom('claim_drafts')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('claim_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(AT_MOST)
    .execute()
  return ok(await Promise.all(rows.map((row) => shown(context, row))))
})

export const draft = handle('claimDraft', async ({ id }, context) => {
  await myAccount(context.db, context.me())
  return ok(await shown(context, await openDraft(context, id)))
})

export const dropDraft = handle('claimDraftDrop', async ({ id }, context) => {
  await myAccount(context.db, context.me())
  await openDraft(context, id)
  await removeDraft(context, id)
  return { success: true as const }
})

/**
 * Takes a draft away with its files, unless it has become a claim meanwhile: the files first lose
 * their draft, so that what cannot be removed now is found by the sweep.
 */
export async function removeDraft(
  deps: Pick<Context, 'db' | 'systems' | 'log'>,
  id: string,
): Promise<void> {
  const files = await deps.db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('claim_drafts')
      .select('id')
      .where('id', '=', id)
      .where('claim_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!open) return []
    const loose = await tx
      .updateTable('files')
      .set({ draft_id: null })
      .where('draft_id', '=', id)
      .returning(['id', 'storage_key as key'])
      .execute()
    await sql`delete from file_links where file_id in (${sql.join([...loose.map((file) => file.id), null])})`.execute(
      tx,
    )
    await tx.deleteFrom('claim_drafts').where('id', '=', id).execute()
    return loose
  })
  await forgetFiles(deps, files)
}

/** Stores the client's answers so far. */

/**
 * Throws 422 on `on` if the day is impossible or outside this policy. A third party's day was
 * checked at the beginning; reveals nothing more about the policy's days.
 */
export async function checkDay(
  context: Context,
  row: Pick<DraftRow, 'against' | 'policy_id'>,
  answers: Answers,
): Promise<void> {
  const { db, me, clock, locale } = context
  const policy = await policyOfDraft(db, me().iin, row, answers)
  if (answers.policy && (!policy || policy.kind !== product(answers, policy.kind)))
    throw invalid([{ path: 'policy', message: fieldText('required', locale) }])
  const fault = dayFault(
    answers,
    { today: clock.today(), minute: almatyClock(clock.now()).slice(11, 16) },
    policy && row.against === null ? insuredDays(policy) : null,
  )
  if (fault) throw invalid([{ path: 'on', message: fieldText(fault, locale) }])
}
const product = ({ happened }: Answers, otherwise: string): string =>
  happened ? productOf[happened] : otherwise

/**
 * The answers that changed join those that are there, under the draft's lock, so that two devices
 * lose none of each other's.
 */
export const saveDraft = handle('claimDraftSave', async ({ id, answers }, context) => {
  const { db, me, clock, limits, locale } = context
  const account = await myAccount(db, me())
  if (!opensDraft(me(), id)) throw notFound()
  await limits.count('claimDraftsPerClient', account.id)
  const now = clock.now()
  const row = await db.transaction().execute(async (tx) => {
    const begun = await tx
      .insertInto('claim_drafts')
      .values({ id, account_id: account.id, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (begun) await refuseTooMany(tx, context, account)
    const before = await tx
      .selectFrom('claim_drafts')
      .select(['answers', 'against', 'policy_id'])
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .where('claim_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound()
    const was = ClaimAnswers.parse(before.answers)
    if (before.against && answers.on && answers.on !== was.on)
      throw invalid([{ path: 'on', message: fieldText('claim_day_named', locale) }])
    const whole = ClaimAnswers.parse({ ...was, ...answers, ...(before.against ? fixed(was) : {}) })
    await checkDay({ ...context, db: tx as unknown as Context['db'] }, before, whole)
    const policy = await policyOfDraft(tx, me().iin, before, whole)
    return tx
      .updateTable('claim_drafts')
      .set((expression) => ({
        answers: JSON.stringify(whole),
        policy_id: policy?.id ?? null,
        version: expression('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return ok(await shown(context, row))
})

/** A third party's first answers are fixed: another contract is another claim. */
const fixed = ({ happened, harmed, on }: Answers): Answers => ({
  happened,
  harmed,
  on,
  policy: undefined,
})

/** Throws 422 on `id` if the new draft is one too many; the account's lock serialises two. */
export async function refuseTooMany(
  tx: Tx,
  { locale }: Context,
  account: Pick<Account, 'id'>,
): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account.id)
    .forNoKeyUpdate()
    .execute()
  const { open } = await tx
    .selectFrom('claim_drafts')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('account_id', '=', account.id)
    .where('claim_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(open) > AT_MOST)
    throw invalid([{ path: 'id', message: fieldText('claims_too_many', locale) }])
}
