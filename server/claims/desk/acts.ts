import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { ClaimSlot } from '#contract/claims.ts'
import type { AuditAct } from '#domain/audit-acts.ts'
import type { RefusalCode } from '#domain/finding.ts'
import * as refusals from '#domain/refusals.ts'
import type { ClaimNotice } from '#texts/claim-messages.ts'
import { actorOf } from '../../accounts/owner.ts'
import { audit } from '../../audit/audit.ts'
import type { Sql, Tx } from '../../db/connect.ts'
import type { Claims } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Context } from '../../http/context.ts'
import { notFound, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { notifyClaimant } from '../notify.ts'
import { scanActor } from '../scan.ts'

export type ClaimRow = Selectable<Claims>
type ClaimAct = AuditAct extends infer Act
  ? Act extends `claim.${infer What}`
    ? What
    : never
  : never
/** An act for the claim's own history; `notice`: the client's message about it. */
export type Act = { what: ClaimAct; note?: string; notice?: ClaimNotice | null }

/** Returns the last act on a claim by anybody but the scanner; `0` before the first. */
export async function lastActOf(sql: Sql, claimId: string): Promise<string> {
  const { last } = await sql
    .selectFrom('claim_events')
    .select((expression) => expression.fn.max('id').as('last'))
    .where('claim_id', '=', claimId)
    .where('actor', '<>', scanActor)
    .executeTakeFirstOrThrow()
  return last ?? '0'
}

/** Checks if anybody else has acted since: also the client, by a paper or a message. */
const actedSince = async (tx: Tx, claimId: string, of: { acted: string; actor: string }) =>
  (await tx
    .selectFrom('claim_events')
    .select('id')
    .where('claim_id', '=', claimId)
    .where('id', '>', of.acted)
    .where('actor', 'not in', [scanActor, of.actor])
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Runs one act of staff on a claim in one transaction: locks and changes the claim's row, writes
 * history and audit, notifies the client. If `change` returns null because the claim changed since
 * staff viewed it, or if somebody acted since `acted`, writes nothing and refuses with
 * `claimChanged`; `change` may also return another refusal, having written nothing. Refuses acts on
 * one's own claim (`ownMatter`).
 */
export async function onClaim(
  context: Context,
  claimId: string,
  change: (tx: Tx, claim: ClaimRow) => Promise<Act | RefusalCode | null>,
  acted?: string,
) {
  const { db, me, locale } = context
  const actor = actorOf(me())
  const refused = await db.transaction().execute(async (tx) => {
    const claim = await tx
      .selectFrom('claims')
      .selectAll()
      .where('id', '=', claimId)
      .forUpdate()
      .executeTakeFirst()
    if (!claim) throw notFound()
    if (await isTheirs(tx, claim, me().iin)) return refusals.ownMatter
    if (acted !== undefined && (await actedSince(tx, claimId, { acted, actor })))
      return refusals.claimChanged
    const act = (await change(tx, claim)) ?? refusals.claimChanged
    if (typeof act === 'number') return act
    await writeDown(tx, context, { claimId, actor, act })
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
}

/**
 * Records an act in the claim's history and the audit, and notifies the client if it concerns them.
 */
export async function writeDown(
  tx: Tx,
  deps: Deps,
  { claimId, actor, act }: { claimId: string; actor: string; act: Act },
): Promise<void> {
  const at = deps.clock.now()
  await tx.updateTable('claims').set({ updated_at: at }).where('id', '=', claimId).execute()
  const event = await tx
    .insertInto('claim_events')
    .values({ claim_id: claimId, at, actor, what: act.what, note: act.note ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, at, {
    actor,
    action: `claim.${act.what}`,
    object: { kind: 'claim', id: claimId },
    details: { event: event.id },
  })
  if (act.notice) await notifyClaimant(tx, deps, claimId, act.notice, event.id)
}

/** Checks if the claim is the person's own: as claimant or as policyholder. */
async function isTheirs(tx: Tx, claim: ClaimRow, iin: string): Promise<boolean> {
  const policy = await tx
    .selectFrom('policies')
    .select('policyholder_iin')
    .where('id', '=', claim.policy_id)
    .executeTakeFirst()
  return claim.iin === iin || policy?.policyholder_iin === iin
}

export const isOpen = (claim: ClaimRow) => claim.state !== 'completed' && claim.state !== 'rejected'

export const staffRequestDocument = handle(
  'staffClaimRequest',
  ({ claim_id, slot, note }, context) =>
    onClaim(context, claim_id, async (tx, claim) => {
      if (!isOpen(claim)) return null
      const open = await tx
        .selectFrom('claim_requests')
        .select('id')
        .where('claim_id', '=', claim_id)
        .where('slot', '=', slot)
        .where('answered_at', 'is', null)
        .executeTakeFirst()
      if (open) return null
      await tx
        .insertInto('claim_requests')
        .values({ claim_id, slot, note, at: context.clock.now(), actor: actorOf(context.me()) })
        .execute()
      return { what: 'asked', note: slot, notice: 'request' }
    }),
)

export const staffClaimMessage = handle('staffClaimMessage', ({ claim_id, text }, context) =>
  onClaim(context, claim_id, async (tx) => {
    await tx
      .insertInto('claim_messages')
      .values({
        claim_id,
        author: 'staff',
        actor: actorOf(context.me()),
        body: text,
        at: context.clock.now(),
      })
      .execute()
    return { what: 'message', notice: 'message' }
  }),
)

export const staffSetDamage = handle('staffClaimDamage', ({ claim_id, from, to }, context) =>
  onClaim(context, claim_id, async (tx, claim) => {
    if (claim.damage_type !== from) return null
    await tx.updateTable('claims').set({ damage_type: to }).where('id', '=', claim_id).execute()
    return { what: 'damage', note: `${from} → ${to}`, notice: 'damage' }
  }),
)

export const staffShowReport = handle('staffClaimShowReport', ({ claim_id, visible }, context) =>
  onClaim(context, claim_id, async (tx, claim) => {
    const report = await tx
      .selectFrom('files')
      .select('scan')
      .where('claim_id', '=', claim_id)
      .where('kind', '=', 'evaluation_report')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!report || (visible && report.scan === 'infected') || claim.visible_to_client === visible)
      return null
    await tx
      .updateTable('claims')
      .set({ visible_to_client: visible })
      .where('id', '=', claim_id)
      .execute()
    // The client gets no message about an unscanned one until its scan.
    return {
      what: visible ? 'report_shown' : 'report_hidden',
      notice: visible && report.scan === 'clean' ? 'report' : null,
    }
  }),
)

/** Slots whose newest paper must be sent again and has no request yet. */
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

/** Stores a person's verdict on one paper of an open claim; sends the client nothing. */
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
      if (claim.state === 'wait') return refusals.claimNotTaken
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
      // It was requested again but fits after all: the client need not send anything.
      if (to === 'fits' && file.slot)
        await tx
          .updateTable('claim_requests')
          .set({ answered_at: context.clock.now(), file_id })
          .where('claim_id', '=', claim_id)
          .where('slot', '=', file.slot)
          .where('answered_at', 'is', null)
          .execute()
      return { what: to === null ? 'paper_open' : `paper_${to}`, note: file.slot }
    }),
)

/** Checks that a person has opened the file: before that nobody may judge a paper as fit. */
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

/** Stores the requested and the estimated sum of an undecided claim. */
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
