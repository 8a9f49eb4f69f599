import type { z } from 'zod'
import { ClaimSlot } from '#contract/claims.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Tx } from '../db/connect.ts'
import { notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isOpen, onClaim } from './desk-acts.ts'

/** A person's verdict on one paper of an open claim; nothing is told to the client. */
export const staffClaimJudge = handle(
  'staffClaimJudge',
  ({ claim_id, file_id, from, to }, context) =>
    onClaim(context, claim_id, async (tx, claim) => {
      const file = await tx
        .selectFrom('files')
        .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
        .select(['files.slot', 'paper_verdicts.verdict'])
        .where('files.id', '=', file_id)
        .where('files.claim_id', '=', claim_id)
        .where('files.kind', '<>', 'evaluation_report')
        .executeTakeFirst()
      if (!file) throw notFound()
      if (!isOpen(claim) || (file.verdict ?? null) !== from) return null
      if (to === null)
        await tx.deleteFrom('paper_verdicts').where('file_id', '=', file_id).execute()
      else {
        const said = { verdict: to, at: context.clock.now(), actor: actorOf(context.me()) }
        await tx
          .insertInto('paper_verdicts')
          .values({ file_id, claim_id, ...said })
          .onConflict((conflict) => conflict.column('file_id').doUpdateSet(said))
          .execute()
      }
      return { what: to === null ? 'paper_open' : `paper_${to}`, note: file.slot }
    }),
)

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

/** What is asked and what it is estimated at, while the claim is not decided. */
export const staffClaimSums = handle('staffClaimSums', ({ claim_id, from, to }, context) =>
  onClaim(context, claim_id, async (tx, claim) => {
    const isSame = claim.asked_sum === from.asked && claim.estimated_sum === from.estimated
    if (!isSame || (claim.state !== 'wait' && claim.state !== 'under_consideration')) return null
    await tx
      .updateTable('claims')
      .set({ asked_sum: to.asked, estimated_sum: to.estimated })
      .where('id', '=', claim_id)
      .execute()
    return { what: 'sums', note: `${to.asked ?? '–'} / ${to.estimated ?? '–'}` }
  }),
)
