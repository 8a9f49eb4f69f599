import type { z } from 'zod'
import { ClaimSlot } from '#contract/claims.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Tx } from '../db/connect.ts'
import { handle } from '../http/route.ts'
import { isOpen, onClaim } from './desk-acts.ts'

/** Slots whose newest paper is to be sent again and that nobody has asked for yet. */
async function slotsToAsk(tx: Tx, claimId: string): Promise<z.infer<typeof ClaimSlot>[]> {
  const newest = await tx
    .selectFrom('files')
    .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
    .distinctOn('files.slot')
    .select(['files.slot', 'paper_verdicts.verdict'])
    .where('files.claim_id', '=', claimId)
    .where('files.kind', '=', 'slot')
    .orderBy('files.slot')
    .orderBy('files.created_at', 'desc')
    .execute()
  const asked = await tx
    .selectFrom('claim_requests')
    .select('slot')
    .where('claim_id', '=', claimId)
    .where('answered_at', 'is', null)
    .execute()
  const waited = new Set(asked.map(({ slot }) => slot))
  return newest
    .filter(({ slot, verdict }) => verdict === 'again' && !waited.has(slot))
    .map(({ slot }) => ClaimSlot.parse(slot))
}

/** One request for each paper marked to be sent again, and one SMS for all of them. */
export const staffClaimAskAgain = handle(
  'staffClaimAskAgain',
  async ({ claim_id, note }, context) => {
    let asked = 0
    const done = await onClaim(context, claim_id, async (tx, claim) => {
      const slots = isOpen(claim) ? await slotsToAsk(tx, claim_id) : []
      if (slots.length === 0) return null
      const at = context.clock.now()
      const actor = actorOf(context.me())
      await tx
        .insertInto('claim_requests')
        .values(slots.map((slot) => ({ claim_id, slot, note, at, actor })))
        .execute()
      asked = slots.length
      return { what: 'asked', note: slots.join(', '), notice: 'request' }
    })
    return done.success ? { ...done, asked } : done
  },
)
