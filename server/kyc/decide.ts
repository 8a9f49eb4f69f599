import { sql } from 'kysely'
import { claimedFalsely } from '#domain/kyc/grounds.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { closeWaiting } from '../signatures/signatures.ts'
import { caseOf, iinAsked, keysWith, writeEvent } from './cases.ts'
import { comparedNow } from './compared.ts'

/**
 * Records a decision of staff: the block is lifted or stays; never about themselves (`ownMatter`).
 * It covers only what the case holds now.
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
  const actor = actorOf(me())
  if (of.event === 'unblocked') {
    const now = await comparedNow(context, iin, actor)
    const lie = claimedFalsely(of.reason, now.differs)
    if (lie && now.matches.length > 0)
      return refuse(locale, refusals.kycGroundContradicts, { differs: now.differs })
    if (now.takesTwo && known.status === 'blocked') return refuse(locale, refusals.kycTwoPeople)
  }
  const at = clock.now()
  const decided = await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('kyc_cases')
      .set({
        status: of.event === 'kept' ? 'blocked' : 'unblocked',
        ...(of.event === 'kept' ? {} : { entries: JSON.stringify(keysWith(known.entries, false)) }),
        reason: of.reason,
        decided_by: actor,
        decided_at: at,
        changed_at: at,
      })
      .where('iin', '=', of.iin)
      .where('status', '=', 'blocked')
      // Excludes what arrived or was decided after the case was read.
      .where(sql<Date>`date_trunc('milliseconds', changed_at)`, '=', known.changed_at)
      .returning(['id', 'screening_id'])
      .executeTakeFirst()
    if (row) {
      await closeWaiting(tx, { kind: 'kyc', subject: row.id, actor, at })
      await writeEvent(tx, context, {
        ...of,
        caseId: row.id,
        actor,
        screeningId: row.screening_id,
        at,
      })
    }
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

/** One person is enough to block: it holds until staff lift it. */
export const blockAgain = handle('kycBlock', async ({ case_id, reason, seen }, context) => {
  const { db, clock, me, locale } = context
  const actor = actorOf(me())
  const refused = await db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('kyc_cases')
      .selectAll()
      .where('id', '=', case_id)
      .forUpdate()
      .executeTakeFirst()
    if (!held) throw notFound()
    if (held.iin === me().iin) return refusals.ownMatter
    if (held.status !== 'unblocked') return refusals.claimChanged
    if (seen && new Date(seen).getTime() !== held.changed_at.getTime()) return refusals.claimChanged
    const at = clock.now()
    await tx
      .updateTable('kyc_cases')
      .set({
        status: 'blocked',
        reason,
        decided_by: actor,
        decided_at: at,
        changed_at: at,
        entries: JSON.stringify(keysWith(held.entries, true)),
      })
      .where('id', '=', held.id)
      .execute()
    await writeEvent(tx, context, {
      iin: held.iin,
      caseId: held.id,
      event: 'blocked_again',
      reason,
      actor,
      at,
      screeningId: held.screening_id,
    })
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
})
