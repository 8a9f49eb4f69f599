import { sql } from 'kysely'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { writeEvent } from './case-events.ts'
import { caseOf, iinAsked } from './cases.ts'

/**
 * Staff decide: the block comes off, or stays, and never about themselves (`ownMatter`). What was
 * decided about is what the case holds now.
 */
async function decide(
  context: Context,
  asked: { iin?: string | undefined; case_id?: string | undefined; seen?: string | undefined } & {
    reason: string
    event: 'kept' | 'unblocked'
  },
) {
  const { db, clock, me, locale } = context
  const iin = await iinAsked(db, asked)
  const known = iin === undefined ? undefined : await caseOf(db, iin)
  if (iin === undefined || !known) throw notFound()
  const of = { ...asked, iin }
  if (of.iin === me().iin) return refuse(locale, refusals.ownMatter)
  if (of.seen && new Date(of.seen).getTime() !== known.changed_at.getTime())
    return refuse(locale, refusals.claimChanged)
  const at = clock.now()
  const actor = actorOf(me())
  const decided = await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('kyc_cases')
      .set({
        status: of.event === 'kept' ? 'blocked' : 'unblocked',
        reason: of.reason,
        decided_by: actor,
        decided_at: at,
        changed_at: at,
      })
      .where('iin', '=', of.iin)
      .where('status', '=', 'blocked')
      // What came or was decided between the look and this moment is not decided about.
      .where(sql<Date>`date_trunc('milliseconds', changed_at)`, '=', known.changed_at)
      .returning(['id', 'screening_id'])
      .executeTakeFirst()
    if (row)
      await writeEvent(tx, { ...of, caseId: row.id, actor, screeningId: row.screening_id, at })
    return row
  })
  if (decided) return { success: true as const }
  return refuse(locale, known.status === 'blocked' ? refusals.claimChanged : refusals.kycNotBlocked)
}
export const unblock = handle('kycUnblock', (body, context) =>
  decide(context, { ...body, event: 'unblocked' }),
)
export const keep = handle('kycKeep', (body, context) =>
  decide(context, { ...body, event: 'kept' }),
)
