import { claimSlots } from '#domain/claims/papers.ts'
import type { Verdict } from '#systems/antivirus/client.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { notifyClaimant } from './notify.ts'
import { askPrint, hasPrint } from './photographs.ts'

/** Records a scan's result. */

/** Actor of the request to resend an infected document. */
export const scanActor = 'job:file-scan'

/** The slot to request again: photographs became the one of the damage. */
const slotOf = ({ kind, slot }: { kind: string; slot: string }): string =>
  kind === 'photo' && !claimSlots.some((one) => one === slot) ? 'damage_document' : slot

/**
 * The claim's row is locked first, as by everybody who changes it. False when the file has its
 * verdict already.
 */
async function mark(
  tx: Tx,
  claimId: string,
  fileId: string,
  found: { scan: 'clean' | 'infected'; signature?: string; scanned_at: Date },
) {
  const claim = await tx
    .selectFrom('claims')
    .select(['state', 'account_id', 'visible_to_client'])
    .where('id', '=', claimId)
    .forUpdate()
    .executeTakeFirst()
  const file = await tx
    .updateTable('files')
    .set(found)
    .where('id', '=', fileId)
    .where('scan', '=', 'waiting')
    .returning(['kind', 'slot', 'mime', 'owner_id', 'created_at'])
    .executeTakeFirst()
  if (!claim || !file) return null
  const newer = await tx
    .selectFrom('files')
    .select('id')
    .where('claim_id', '=', claimId)
    .where('kind', '=', file.kind)
    .where('slot', '=', file.slot)
    .where('created_at', '>', file.created_at)
    .where('scan', '<>', 'infected')
    .limit(1)
    .executeTakeFirst()
  return { claim, file, newest: !newer }
}

/** Notifies the client of a report shown to them when it can be opened. */
async function clean(tx: Tx, deps: Deps, claimId: string, fileId: string): Promise<boolean> {
  const marked = await mark(tx, claimId, fileId, { scan: 'clean', scanned_at: deps.clock.now() })
  if (marked?.newest && marked.file.kind === 'evaluation_report' && marked.claim.visible_to_client)
    await notifyClaimant(tx, deps, claimId, 'report', `scan-${fileId}`)
  if (marked && hasPrint(marked.file)) await askPrint(tx, deps, fileId)
  return marked !== null
}

/**
 * Records the verdict, notifies staff, and requests the document again if the claim still needs it,
 * in one transaction.
 */
async function infected(
  tx: Tx,
  deps: Deps,
  claimId: string,
  fileId: string,
  { signature }: Extract<Verdict, { clean: false }>,
): Promise<boolean> {
  const at = deps.clock.now()
  const marked = await mark(tx, claimId, fileId, { scan: 'infected', signature, scanned_at: at })
  if (!marked) return false
  const { claim, file, newest } = marked
  const report = file.kind === 'evaluation_report'
  const event = await tx
    .insertInto('claim_events')
    .values({
      claim_id: claimId,
      at,
      actor: scanActor,
      what: report ? 'report_infected' : 'infected',
      note: report ? '' : slotOf(file),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('claims')
    .set({ updated_at: at, ...(report && newest ? { visible_to_client: false } : {}) })
    .where('id', '=', claimId)
    .execute()
  await audit(tx, at, {
    actor: scanActor,
    action: 'file.infected',
    object: { kind: 'file', id: fileId },
    details: { claim: claimId, signature },
  })
  const over = claim.state === 'completed' || claim.state === 'rejected'
  if (over || report || !newest) return true
  const open = await tx
    .selectFrom('claim_requests')
    .select('id')
    .where('claim_id', '=', claimId)
    .where('slot', '=', slotOf(file))
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (!open)
    await tx
      .insertInto('claim_requests')
      .values({ claim_id: claimId, slot: slotOf(file), note: '', at, actor: scanActor })
      .execute()
  await notifyClaimant(tx, deps, claimId, 'infected', event.id)
  return true
}

/**
 * Marks a photograph of a draft claim; its client sees the verdict beside it. If it joined its
 * claim meanwhile, the sending requests it again.
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

/**
 * Job: scans a file and records the verdict; destroys an infected one. If the scanner is down,
 * leaves the file and the queue retries. May run twice: the first verdict counts, and a removed
 * file stays removed.
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
