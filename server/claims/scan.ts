import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { ofDraft } from './scan-draft.ts'
import { clean, infected } from './scan-result.ts'

/**
 * Job: sends a file to the scanner and writes its verdict down; an infected one is destroyed. A
 * scanner that is away leaves the file as it is, and the queue asks again. May run twice: the first
 * verdict counts, and what is removed stays so.
 */
export async function scanFile(deps: Deps, fileId: string): Promise<void> {
  const { db, systems } = deps
  const file = await db
    .selectFrom('files')
    .select([
      'storage_key',
      'scan',
      'destroyed_at',
      'claim_id',
      'draft_id',
      'kyc_case_id',
      'ending_id',
    ])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file || file.scan === 'clean' || file.destroyed_at) return
  const { claim_id, draft_id, kyc_case_id, ending_id, storage_key } = file
  if (!claim_id && !draft_id && !kyc_case_id && !ending_id) return
  if (file.scan === 'waiting') {
    const verdict = await systems.antivirus.scan({
      key: fileId,
      read: () => systems.files.read(storage_key),
    })
    const marked = await step('cabinet.scan.commit', () =>
      db.transaction().execute((tx) => {
        if (!claim_id) return ofDraft(tx, deps, fileId, verdict)
        return verdict.clean
          ? clean(tx, deps, claim_id, fileId)
          : infected(tx, deps, claim_id, fileId, verdict)
      }),
    )
    if (!marked || verdict.clean) return
  }
  await step('cabinet.scan.remove', () => systems.files.remove(storage_key))
  await db
    .updateTable('files')
    .set({ destroyed_at: deps.clock.now() })
    .where('id', '=', fileId)
    .execute()
}
