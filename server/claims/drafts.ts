import { sql } from 'kysely'
import type { z } from 'zod'
import { ClaimAnswers, type ClaimDraft } from '#contract/claim-draft.ts'
import { addMs, claimDraftMs } from '#domain/lifetimes.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import { forgetFiles } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { identityConfirmed, policyOfDraft, signsByCode } from './draft-policy.ts'
import { AT_MOST, type DraftRow, openDraft, photographShown, photographsOf } from './draft-row.ts'

const noticeFile = async (sql: Sql, draft: string): Promise<string | null> =>
  (
    await sql
      .selectFrom('accident_notices')
      .select('file_id')
      .where('draft_id', '=', draft)
      .executeTakeFirst()
  )?.file_id ?? null

export async function shown(context: Context, row: DraftRow): Promise<z.input<typeof ClaimDraft>> {
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
