import type { Selectable } from 'kysely'
import { unknownFacts } from '#domain/claims/facts.ts'
import { claimLimits } from '#domain/claims/limits.ts'
import { claimBefore } from '#domain/claims/state.ts'
import { productNamed } from '#domain/products.ts'
import type { ClaimNotice } from '#texts/claim-messages.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Claims } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { HttpError, notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { happenedOf } from './happened.ts'
import { notifyClaimant } from './notify.ts'
import { sumInsuredOf } from './policy-facts.ts'

type ClaimRow = Selectable<Claims>
/** What was done, for the claim's own history; `notice`: what the client hears of it. */
type Act = { what: string; note?: string; notice?: ClaimNotice | null }

/**
 * One act of staff on a claim, in one transaction: the claim's row is locked, changed, the act
 * written down and audited, the client told. `change` answers null when the claim is no longer what
 * staff looked at: then nothing is kept and a colleague was faster (14060). Nobody acts on their
 * own claim (14090).
 */
export async function onClaim(
  context: Context,
  claimId: string,
  change: (tx: Tx, claim: ClaimRow) => Promise<Act | null>,
) {
  const { db, clock, me, locale } = context
  const actor = actorOf(me())
  const refused = await db.transaction().execute(async (tx) => {
    const claim = await tx
      .selectFrom('claims')
      .selectAll()
      .where('id', '=', claimId)
      .forUpdate()
      .executeTakeFirst()
    if (!claim) throw notFound()
    if (await isTheirs(tx, claim, me().iin)) return 14090 as const
    const act = await change(tx, claim)
    if (!act) return 14060 as const
    const at = clock.now()
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
    if (act.notice) await notifyClaimant(tx, context, claimId, act.notice, event.id)
    return null
  })
  return refused ? refuse(locale, refused) : { success: true as const }
}

/** Whether the claim is the person's own: as the one who claims, or as the policyholder. */
async function isTheirs(tx: Tx, claim: ClaimRow, iin: string): Promise<boolean> {
  const policy = await tx
    .selectFrom('policies')
    .select('policyholder_iin')
    .where('id', '=', claim.policy_id)
    .executeTakeFirst()
  return claim.iin === iin || policy?.policyholder_iin === iin
}

export const isOpen = (claim: ClaimRow) => claim.state !== 'completed' && claim.state !== 'rejected'

/** 422 on `payable` where it is more than the limits of cover allow today. */
async function refuseOverLimit(tx: Tx, context: Context, claim: ClaimRow, payable: number) {
  const { facts } = await tx
    .selectFrom('policies')
    .select('facts')
    .where('id', '=', claim.policy_id)
    .executeTakeFirstOrThrow()
  const tables = await context.reference.tables(context.clock.today())
  const known = { ...unknownFacts, sumInsured: sumInsuredOf(facts) }
  const injured = happenedOf(claim).injured
  const limits = claimLimits(
    productNamed(claim.policy_type),
    { ...known, health: injured ? 'death' : 'unhurt' },
    tables?.mrp ?? null,
  )
  const most = limits.every(({ sum }) => sum !== null)
    ? limits.reduce((all, { sum }) => all + (sum ?? 0), 0)
    : null
  if (most === null || payable <= most) return
  const message = fieldText('over_limit', context.locale)
  throw new HttpError(422, { message, errors: [{ path: 'payable', message }] })
}

/**
 * The state changes only from the one that was looked at, and only as the table of transitions
 * says.
 */
export const staffClaimMove = handle('staffClaimMove', (body, context) =>
  onClaim(context, body.claim_id, async (tx, claim) => {
    const { claim_id, from, to, reason, payable } = body
    if (claim.state !== from) return null
    const today = context.clock.today()
    if (to === 'accepted' && payable !== undefined)
      await refuseOverLimit(tx, context, claim, payable)
    const moved = await tx
      .updateTable('claims')
      .set({
        state: to,
        decided_on:
          to === 'under_consideration' ? null : to === 'completed' ? claim.decided_on : today,
        ...(to === 'completed' ? { paid_on: today } : {}),
        ...(to === 'accepted' && payable !== undefined ? { payable_sum: payable } : {}),
      })
      .where('id', '=', claim_id)
      .where('state', '=', from)
      .where('state', 'in', claimBefore(to))
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) !== 1) return null
    await tx
      .insertInto('claim_history')
      .values({
        claim_id,
        state: to,
        at: context.clock.now(),
        actor: actorOf(context.me()),
        reason,
      })
      .execute()
    return { what: to, note: reason, notice: to === 'wait' ? null : to }
  }),
)

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
    // Of one that is not scanned yet the client hears when it is.
    return {
      what: visible ? 'report_shown' : 'report_hidden',
      notice: visible && report.scan === 'clean' ? 'report' : null,
    }
  }),
)
