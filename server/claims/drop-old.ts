import { sql } from 'kysely'
import { claimDraftMs, openNoticeMs } from '#domain/lifetimes.ts'
import type { Deps } from '../deps.ts'
import { RECOVERED_AT_ONCE, type SweepTimes } from '../jobs/recovery.ts'
import { removeDraft } from './drafts.ts'

/** What nobody came back to is dropped. */

/** An uploaded file that no claim took in an hour is of nobody. */
const UNCLAIMED_MS = 3_600_000

/**
 * Notices that nobody went on with: unsigned after a day; signed when their claim was dropped, as long
 * as a claim that is begun is kept.
 */
export const dropNotices = ({ db }: Deps, { ago }: SweepTimes) =>
  db
    .deleteFrom('accident_notices')
    .where(({ or, and, eb }) =>
      or([
        and([eb('signed_at', 'is', null), eb('updated_at', '<', ago(openNoticeMs))]),
        and([
          eb('draft_id', 'is', null),
          eb('claim_id', 'is', null),
          eb('updated_at', '<', ago(claimDraftMs)),
        ]),
      ]),
    )
    .execute()

/** Files whose form never became a claim, because its process died meanwhile, or an ending. */
export async function dropUploads({ db, systems }: Deps, { ago }: SweepTimes) {
  const lost = await db
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('claim_id', 'is', null)
    .where('kyc_case_id', 'is', null)
    .where(ofNoEnding(ago(UNCLAIMED_MS)))
    .where((expression) =>
      expression.or([expression('draft_id', 'is', null), expression('size', '=', 0)]),
    )
    .where('created_at', '<', ago(UNCLAIMED_MS))
    .limit(RECOVERED_AT_ONCE)
    .execute()
  for (const { id, storage_key } of lost) {
    await systems.files.remove(storage_key)
    await db.deleteFrom('file_links').where('file_id', '=', id).execute()
    await db
      .deleteFrom('files')
      .where('id', '=', id)
      .where('claim_id', 'is', null)
      .where('kyc_case_id', 'is', null)
      .where(ofNoEnding(ago(UNCLAIMED_MS)))
      .execute()
  }
}

/** No ending rests on it: none was named, or it was calculated and never taken. */
const ofNoEnding = (before: Date) =>
  sql<boolean>`(ending_id is null or exists (select from policy_endings as ending
    where ending.id = files.ending_id and ending.state = 'calculated' and ending.expires_at < ${before}))`

/**
 * Claims nobody went on with, each with its photographs; of one that was sent only the memory that
 * it was.
 */
export async function dropDrafts(deps: Deps, { ago }: SweepTimes) {
  const left = await deps.db
    .selectFrom('claim_drafts')
    .select(['id', 'claim_id'])
    .where('updated_at', '<', ago(claimDraftMs))
    .limit(RECOVERED_AT_ONCE)
    .execute()
  for (const { id, claim_id } of left)
    if (claim_id) await forgetSent(deps, id)
    else await removeDraft(deps, id)
}

/** A paper shown while its draft was being sent may still name it: it is of nobody then. */
const forgetSent = ({ db }: Deps, id: string) =>
  db.transaction().execute(async (tx) => {
    await tx.updateTable('files').set({ draft_id: null }).where('draft_id', '=', id).execute()
    await tx.deleteFrom('claim_drafts').where('id', '=', id).execute()
  })
