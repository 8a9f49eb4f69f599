import type { Verdict } from '#systems/antivirus/client.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { fileScanJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { askPrint, hasPrint } from './prints.ts'
import { clean, infected, scanActor } from './scan-result.ts'

/**
 * Asks for the scan of a file that joins its claim in the caller's transaction; until it is clean
 * nobody opens it (decision 120).
 */
export const askScan = (tx: Tx, { queue }: Pick<Deps, 'queue'>, fileId: string): Promise<void> =>
  queue.enqueue(tx, fileScanJob, { fileId })

/**
 * Job: sends a file to the scanner and writes its verdict down; an infected one is destroyed. A
 * scanner that is away leaves the file as it is, and the queue asks again. May run twice: the first
 * verdict counts, and what is removed stays so.
 */
export async function scanFile(deps: Deps, fileId: string): Promise<void> {
  const { db, systems } = deps
  const file = await db
    .selectFrom('files')
    .select(['storage_key', 'scan', 'destroyed_at', 'claim_id', 'draft_id'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file || file.scan === 'clean' || file.destroyed_at) return
  const { claim_id, draft_id, storage_key } = file
  if (!claim_id && !draft_id) return
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

/**
 * A photograph of a claim that is not sent yet: its client sees the verdict beside it. One that
 * joined its claim meanwhile is asked for again, by the sending.
 */
async function ofDraft(tx: Tx, deps: Deps, fileId: string, verdict: Verdict): Promise<boolean> {
  const at = deps.clock.now()
  const marked = await tx
    .updateTable('files')
    .set({
      scan: verdict.clean ? 'clean' : 'infected',
      signature: verdict.clean ? null : verdict.signature,
      scanned_at: at,
    })
    .where('id', '=', fileId)
    .where('scan', '=', 'waiting')
    .where('claim_id', 'is', null)
    .returning(['draft_id', 'kind', 'slot', 'mime'])
    .executeTakeFirst()
  if (marked && verdict.clean && hasPrint(marked)) await askPrint(tx, deps, fileId)
  if (marked && !verdict.clean)
    await audit(tx, at, {
      actor: scanActor,
      action: 'file.infected',
      object: { kind: 'file', id: fileId },
      details: { draft: marked.draft_id, signature: verdict.signature },
    })
  return marked !== undefined
}
