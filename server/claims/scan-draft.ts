import type { Verdict } from '#systems/antivirus/client.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { askPrint, hasPrint } from './prints.ts'
import { scanActor } from './scan-result.ts'

/**
 * A photograph of a claim that is not sent yet: its client sees the verdict beside it. One that
 * joined its claim meanwhile is asked for again, by the sending.
 */
export async function ofDraft(
  tx: Tx,
  deps: Deps,
  fileId: string,
  verdict: Verdict,
): Promise<boolean> {
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
