import { sql } from 'kysely'
import { claimDraftMs, openNoticeMs } from '#domain/lifetimes.ts'
import type { Deps } from '../deps.ts'
import {
  claimNoticeJob,
  fileScanJob,
  noticePaperJob,
  photographPrintJob,
} from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery, type SweepTimes } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { messageLimits } from '../settings/time-limits.ts'
import { removeDraft } from './draft.ts'
import { makeNoticePaper } from './notice/sign.ts'
import { sendClaimNotice } from './notify.ts'
import { makePrint, printed } from './photographs.ts'
import { scanFile } from './scan.ts'

/** Deletes what its author abandoned. */

/** An uploaded file that no claim used within an hour belongs to nobody. */
const UNCLAIMED_MS = 3_600_000

/**
 * Deletes abandoned notices: unsigned after a day; signed ones of a dropped claim after the
 * lifetime of a draft claim.
 */
const dropNotices = ({ db }: Deps, { ago }: SweepTimes) =>
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
async function dropUploads({ db, systems }: Deps, { ago }: SweepTimes) {
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

/** No ending uses it: none was named, or it was calculated and never accepted. */
const ofNoEnding = (before: Date) =>
  sql<boolean>`(ending_id is null or exists (select from policy_endings as ending
    where ending.id = files.ending_id and ending.state = 'calculated' and ending.expires_at < ${before}))`

/**
 * Deletes abandoned drafts with their photographs; of a sent one only the record that it was sent.
 */
async function dropDrafts(deps: Deps, { ago }: SweepTimes) {
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

/** A paper previewed during the sending may still name the draft: it belongs to nobody then. */
const forgetSent = ({ db }: Deps, id: string) =>
  db.transaction().execute(async (tx) => {
    await tx.updateTable('files').set({ draft_id: null }).where('draft_id', '=', id).execute()
    await tx.deleteFrom('claim_drafts').where('id', '=', id).execute()
  })

/** Notices and scans of claims whose job got lost, and data past their retention. */
export const claimRecoveries: readonly Recovery[] = [
  asksFor('notices of claims not sent', claimNoticeJob, async ({ db }, { ago, forgotten }) => {
    const unsent = await db
      .selectFrom('messages')
      .innerJoin('claims', 'claims.id', 'messages.claim_id')
      .innerJoin('accounts', 'accounts.id', 'claims.account_id')
      .select('messages.id')
      .where('messages.sent_at', 'is', null)
      .where('messages.refused', 'is', null)
      .where('messages.created_at', '<', forgotten)
      .where('messages.created_at', '>', ago(messageLimits.givenUpMs))
      .where('accounts.phone', 'is not', null)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unsent.map(({ id }) => ({ messageId: id }))
  }),
  // Those of before there was a scanner too.
  asksFor(
    'files not scanned or not destroyed',
    fileScanJob,
    async ({ db }, { forgotten }) => {
      const waiting = await db
        .selectFrom('files')
        .select('id')
        .where('scan', '=', 'waiting')
        .where('size', '>', 0)
        .where((expression) =>
          expression.or([
            expression('claim_id', 'is not', null),
            expression('draft_id', 'is not', null),
            expression('kyc_case_id', 'is not', null),
            expression('ending_id', 'is not', null),
          ]),
        )
        .where('created_at', '<', forgotten)
        .orderBy('created_at')
        .limit(RECOVERED_AT_ONCE)
        .execute()
      const doomed = await db
        .selectFrom('files')
        .select('id')
        .where('scan', '=', 'infected')
        .where('destroyed_at', 'is', null)
        .where('scanned_at', '<', forgotten)
        .limit(RECOVERED_AT_ONCE)
        .execute()
      return [...waiting, ...doomed].map(({ id }) => ({ fileId: id }))
    },
    'any',
  ),
  // Those of before prints were made too.
  asksFor(
    'photographs without a print',
    photographPrintJob,
    async ({ db }, { forgotten }) => {
      const bare = await db
        .selectFrom('files')
        .leftJoin('photograph_prints', 'photograph_prints.file_id', 'files.id')
        .select('files.id')
        .where((is) =>
          is.or([
            is('photograph_prints.file_id', 'is', null),
            // From before points were stored.
            is.and([is('points', 'is', null), is('across', 'is not', null)]),
            // From before small copies were stored.
            is.and([is('small', 'is', null), is('points', 'is not', null)]),
          ]),
        )
        .where('files.claim_id', 'is not', null)
        .where('files.scan', '=', 'clean')
        .where('files.size', '>', 0)
        .where('files.mime', 'in', printed)
        .where((expression) =>
          expression.or([
            expression('files.kind', '=', 'photo'),
            expression('files.slot', '=', 'damage_document'),
          ]),
        )
        .where('files.created_at', '<', forgotten)
        .orderBy('files.created_at')
        .limit(RECOVERED_AT_ONCE)
        .execute()
      return bare.map(({ id }) => ({ fileId: id }))
    },
    'any',
  ),
  { name: 'files no claim took', recover: dropUploads },
  { name: 'claims begun and never sent', recover: dropDrafts },
  { name: 'notices both did not sign', recover: dropNotices },
  asksFor('signed notices without their paper', noticePaperJob, async ({ db }, { forgotten }) => {
    const unmade = await db
      .selectFrom('accident_notices')
      .select('id')
      .where('file_id', 'is', null)
      .where('signed_at', '<', forgotten)
      .where(({ or, eb }) => or([eb('draft_id', 'is not', null), eb('claim_id', 'is not', null)]))
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unmade.map(({ id }) => ({ noticeId: id }))
  }),
  {
    name: 'links to files that are over',
    recover: ({ db }, { now }) =>
      db.deleteFrom('file_links').where('expires_at', '<', now).execute(),
  },
]

/** The jobs of claims. */
export const claimWork = [
  works(claimNoticeJob, (deps, { messageId }) => sendClaimNotice(deps, messageId)),
  works(fileScanJob, (deps, { fileId }) => scanFile(deps, fileId)),
  works(noticePaperJob, (deps, { noticeId }) => makeNoticePaper(deps, noticeId)),
  // One decoder at a time: it holds a whole picture.
  works(photographPrintJob, (deps, { fileId }) => makePrint(deps, fileId), {
    concurrency: 1,
  }),
]
