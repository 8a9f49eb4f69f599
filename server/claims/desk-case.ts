import * as refusals from '#domain/refusals.ts'
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
      if (to === 'fits' && !(await isSeen(tx, file_id, actorOf(context.me()))))
        return refusals.paperNotSeen
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

/** Whether somebody has opened a file: nobody says of a paper that it fits before. */
const isSeen = async (tx: Tx, fileId: string, actor: string): Promise<boolean> =>
  (await tx
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'file.opened')
    .where('object_kind', '=', 'file')
    .where('object_id', '=', fileId)
    .where('actor', '=', actor)
    .limit(1)
    .executeTakeFirst()) !== undefined

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
