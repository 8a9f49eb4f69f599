import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

/**
 * Records an arrived paper: if it was the last one requested, the law's days count from today,
 * unless the claim was decided without it (26 § 1). The claim must be locked.
 */
export async function papersCame(tx: Tx, { clock }: Pick<Deps, 'clock'>, claimId: string) {
  const open = await tx
    .selectFrom('claim_requests')
    .select('id')
    .where('claim_id', '=', claimId)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  await tx
    .updateTable('claims')
    .set({ updated_at: clock.now() })
    .where('id', '=', claimId)
    .execute()
  if (open) return
  await tx
    .updateTable('claims')
    .set({ documents_on: clock.today() })
    .where('id', '=', claimId)
    .where('state', 'in', ['wait', 'under_consideration', 'rejected'])
    .execute()
}
