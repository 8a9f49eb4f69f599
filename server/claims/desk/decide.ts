import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { ClaimCase, ClaimState } from '#contract/claims.ts'
import type { ClaimSigning } from '#contract/signatures.ts'
import { isOverLimits, type OfEvent, ofOneEvent } from '#domain/claims/limits.ts'
import { claimBefore, type ClaimState as State } from '#domain/claims/state.ts'
import { takesTwoPeople } from '#domain/claims/two-people.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { formatMoney } from '#domain/format.ts'
import { isFrozenPayout } from '#domain/frozen-money.ts'
import { nearestMrp } from '#domain/ogpo/tables.ts'
import { productNamed } from '#domain/products.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../../accounts/owner.ts'
import type { Db, Sql, Tx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Context } from '../../http/context.ts'
import { HttpError, notFound, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { isFrozen } from '../../kyc/frozen.ts'
import { type HeldRow, heldAbout, heldOrGoes, takenBack } from '../../signatures/held.ts'
import {
  askSignature,
  closeSignature,
  closeWaiting,
  newestSignature,
  signatureRow,
  whyNotSecond,
} from '../../signatures/signatures.ts'
import { signedNoticeOf } from '../notice/notice.ts'
import { happenedOf, homeSumsOf } from '../verdict.ts'
import { type Act, type ClaimRow, onClaim, writeDown } from './acts.ts'

/**
 * Throws 422 on `payable` if the sum, together with the grants of other claims of the same event,
 * exceeds today's limits of cover. Locks the policy: two parallel decisions count each other.
 * `byTwo`: two people have read when the accidents were, so no guess joins two accidents into one.
 */
export async function refuseOverLimit(
  tx: Tx,
  context: Pick<Context, 'reference' | 'clock' | 'locale'>,
  claim: ClaimRow,
  payable: number,
  byTwo: boolean,
) {
  const { facts } = await tx
    .selectFrom('policies')
    .select('facts')
    .where('id', '=', claim.policy_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const tables = await context.reference.allTables()
  const others = await tx
    .selectFrom('claims')
    .selectAll()
    .where('policy_id', '=', claim.policy_id)
    .where('id', '<>', claim.id)
    .where('state', 'in', ['accepted', 'completed'])
    .execute()
  const dayOf = (row: ClaimRow) => ({ on: happenedOf(row).on, submittedOn: row.submitted_on })
  const isOver = isOverLimits(
    productNamed(claim.policy_type),
    ofEvent(claim, payable),
    others
      .filter((row) => {
        const joined = ofOneEvent(dayOf(claim), dayOf(row))
        return joined === 'told' || (joined === 'guess' && !byTwo)
      })
      .map((row) => ofEvent(row, row.payable_sum ?? 0)),
    {
      // Drivers who settled without the police claim no more than the simplified procedure pays
      // (22-2 § 7).
      simplified: (await signedNoticeOf(tx, claim.id)) !== undefined,
      home: homeSumsOf(facts),
      mrp: nearestMrp(tables, context.clock.today()),
    },
  )
  if (!isOver) return
  const message = fieldText('over_limit', context.locale)
  throw new HttpError(422, { message, errors: [{ path: 'payable', message }] })
}

/**
 * A claim as the limits count it. If it does not state whether a person is hurt, assumes one is.
 */
const ofEvent = (row: ClaimRow, sum: number): OfEvent => ({
  who: row.account_id,
  claimCase: ClaimCase.parse(row.claim_case),
  hurt: happenedOf(row).injured ?? true,
  sum,
})

/**
 * Returns the tenge granted to the same person by other claims under the same policy. Read before
 * another grant, under a lock of the policy: two parallel decisions count each other.
 */
export async function grantedBefore(
  sql: Sql,
  claim: Pick<ClaimRow, 'id' | 'policy_id' | 'account_id'>,
): Promise<number> {
  const { granted } = await sql
    .selectFrom('claims')
    .select(({ fn }) => fn.sum<string | null>('payable_sum').as('granted'))
    .where('policy_id', '=', claim.policy_id)
    .where('account_id', '=', claim.account_id)
    .where('id', '<>', claim.id)
    .where('state', 'in', ['accepted', 'completed'])
    .executeTakeFirstOrThrow()
  return Number(granted ?? 0)
}

/**
 * Checks if two people decide on the claim (`takesTwoPeople`); locks the policy until the decision.
 */
export async function needsTwo(
  tx: Tx,
  { reference, clock }: Pick<Context, 'reference' | 'clock'>,
  claim: ClaimRow,
  payable: number | undefined,
): Promise<boolean> {
  await tx
    .selectFrom('policies')
    .select('id')
    .where('id', '=', claim.policy_id)
    .forNoKeyUpdate()
    .execute()
  const from = await reference.twoPeopleFrom(clock.today())
  return takesTwoPeople(payable ?? null, from, await grantedBefore(tx, claim))
}

/** Refuses a payout under a voluntary contract to a blocked person; null if it may be paid. */
export async function payoutRefused(tx: Tx, claim: ClaimRow): Promise<RefusalCode | null> {
  if (!isFrozenPayout(productNamed(claim.policy_type))) return null
  return (await isFrozen(tx, [claim.iin], true)) ? refusals.payoutFrozen : null
}

const kind = 'claim' as const
type Move = { from: State; to: State; reason: string; payable?: number | undefined }
const Signed = z.object({ payable: z.number().nullable() })
/** A decision as it is held: the body of its call. */
const HeldMove = z.object({
  from: ClaimState,
  to: ClaimState,
  reason: z.string(),
  payable: z.number().optional(),
})
const HeldSign = z.object({ signature_id: z.string() })
type SignatureRow = NonNullable<Awaited<ReturnType<typeof signatureRow>>>

/**
 * Sets the state under the claim's lock; null if the table of transitions forbids it. Cancels a
 * signature that waits under another decision.
 */
export async function moveClaim(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  claim: ClaimRow,
  { from, to, reason, payable }: Move,
  actor: string,
): Promise<Act | null> {
  if (claim.state !== from) return null
  const today = clock.today()
  const at = clock.now()
  const moved = await tx
    .updateTable('claims')
    .set({
      state: to,
      decided_on:
        to === 'under_consideration' ? null : to === 'completed' ? claim.decided_on : today,
      ...(to === 'completed' ? { paid_on: today } : {}),
      ...(to === 'accepted'
        ? {
            payable_sum: payable ?? null,
            // The payment term begins with the last paper the decision uses (decision 311), even if
            // another requested one is missing.
            documents_on: sql<string | null>`coalesce((
              select (max(answered_at) at time zone 'Asia/Almaty')::date from claim_requests
              where claim_id = ${claim.id}), documents_on)`,
          }
        : {}),
    })
    .where('id', '=', claim.id)
    .where('state', '=', from)
    .where('state', 'in', claimBefore(to))
    .executeTakeFirst()
  if (Number(moved.numUpdatedRows) !== 1) return null
  await closeWaiting(tx, { kind: 'claim', subject: claim.id, actor, at })
  await tx
    .insertInto('claim_history')
    .values({ claim_id: claim.id, state: to, at, actor, reason })
    .execute()
  return { what: to, note: reason, notice: to === 'wait' ? null : to }
}

/** Returns what prevents a decision now; null if nothing does. */
async function hindered(
  tx: Tx,
  deps: Pick<Context, 'reference' | 'clock' | 'locale'>,
  claim: ClaimRow,
  { from, to, payable }: Omit<Move, 'reason'>,
): Promise<RefusalCode | null> {
  if (claim.state !== from) return refusals.claimChanged
  const pays = to === 'accepted' || to === 'completed'
  const frozen = pays ? await payoutRefused(tx, claim) : null
  if (frozen) return frozen
  if (to !== 'accepted') return null
  if (payable !== undefined) await refuseOverLimit(tx, deps, claim, payable, true)
  if (await needsTwo(tx, deps, claim, payable)) return refusals.twoPeopleDecide
  if (payable !== undefined) await refuseOverLimit(tx, deps, claim, payable, false)
  return null
}

/**
 * Changes the state only from the one staff viewed. For a payment that two must sign
 * `staffClaimAskSignature` is called instead. A held decision takes effect after some seconds,
 * unless it is withdrawn.
 */
export const staffClaimMove = handle('staffClaimMove', (body, context) =>
  onClaim(
    context,
    body.claim_id,
    async (tx, claim) => {
      const actor = actorOf(context.me())
      const why = await hindered(tx, context, claim, body)
      if (why) return why
      // Stores `acted` too: acts of others meanwhile count when the decision takes effect.
      const { hold, ...then } = body
      if (hold && !claimBefore(body.to).includes(body.from)) return null
      const press = { ...about(claim), call: 'staffClaimMove' as const, hold, body: then }
      const held = await heldOrGoes(tx, context, press)
      if (held === 'held') return { what: 'held', note: body.to }
      return held ?? moveClaim(tx, context, claim, body, actor)
    },
    body.acted,
  ),
)

/** Under what a decision is held. */
const about = ({ id }: Pick<ClaimRow, 'id'>) => ({ kind, subject: id })

/** Returns a held decision; for a signature, what the first person signed. */
async function decisionOf(sql: Sql, held: HeldRow): Promise<Move | null> {
  const move = HeldMove.safeParse(held.body)
  if (move.success) return move.data
  const sign = HeldSign.safeParse(held.body)
  const row = sign.success ? await signatureRow(sql, kind, sign.data.signature_id) : undefined
  return row ? moveOf(row) : null
}

/** Withdraws the caller's own decision while it is held: the claim has not changed. */
export const staffClaimTakeBack = handle('staffClaimTakeBack', ({ claim_id }, context) =>
  onClaim(context, claim_id, async (tx, claim) => {
    const taken = await takenBack(tx, about(claim), context.me().accountId ?? '')
    if (!taken) return refusals.decisionGone
    return { what: 'taken_back', note: (await decisionOf(tx, taken))?.to ?? '' }
  }),
)

/** Records in the history that a held decision no longer fits the claim; changes nothing else. */
export async function notGone(tx: Tx, deps: Deps, held: HeldRow & { actor: string }) {
  const act = { what: 'not_gone' as const, note: (await decisionOf(tx, held))?.to ?? '' }
  await writeDown(tx, deps, { claimId: held.subject, actor: held.actor, act })
}

/** The decision that waits to go, as the claim's page shows it. */
export async function heldOf(db: Db, claimId: string, me: string) {
  const held = await heldAbout(db, { kind, subject: claimId }, me)
  const move = held && (await decisionOf(db, held))
  if (!move) return null
  const { goes_at, by, mine } = held.shown
  return { to: move.to, payable: move.payable ?? null, reason: move.reason, goes_at, by, mine }
}

/** What the two people sign: the sum and its basis. */
const factsOf = (
  claim: Pick<ClaimRow, 'state' | 'asked_sum' | 'estimated_sum' | 'damage_type'>,
  payable: number | null,
) => ({
  payable,
  state: claim.state,
  asked: claim.asked_sum,
  estimated: claim.estimated_sum,
  damage: claim.damage_type,
})

/** The first signature. The claim stays as it is. */
export const ask = handle('staffClaimAskSignature', (body, context) =>
  onClaim(
    context,
    body.claim_id,
    async (tx, claim) => {
      const { payable, reason } = body
      const frozen = await payoutRefused(tx, claim)
      if (frozen) return frozen
      if (payable !== undefined) await refuseOverLimit(tx, context, claim, payable, true)
      const isForTwo = await needsTwo(tx, context, claim, payable)
      if (claim.state !== 'under_consideration' || !isForTwo) return refusals.orderNotSuitable
      if (await heldAbout(tx, about(claim), '')) return refusals.alreadyHeld
      const made = await askSignature(tx, {
        kind,
        subject: claim.id,
        facts: factsOf(claim, payable ?? null),
        reason,
        actor: actorOf(context.me()),
        at: context.clock.now(),
      })
      if (!made) return null
      const sum = payable === undefined ? '' : `${formatMoney(payable)}: `
      return { what: 'sign_asked', note: `${sum}${reason}` }
    },
    body.acted,
  ),
)

const waitingRow = async ({ db }: Context, id: string) => {
  const row = await signatureRow(db, kind, id)
  if (!row) throw notFound()
  return row
}

/** Returns why this person cannot give a waiting signature now; null if they can. */
async function unsigned(
  tx: Tx,
  deps: Pick<Context, 'reference' | 'clock' | 'locale'>,
  claim: ClaimRow,
  row: SignatureRow | undefined,
  actor: string,
): Promise<RefusalCode | null> {
  if (!row) return refusals.claimChanged
  const { payable } = Signed.parse(row.facts)
  const hindered = await whyNotSecond(tx, row, { actor, facts: factsOf(claim, payable) })
  if (hindered) return hindered
  const frozen = await payoutRefused(tx, claim)
  if (frozen) return frozen
  if (payable !== null) await refuseOverLimit(tx, deps, claim, payable, true)
  return null
}

/** What a signature decides. */
const moveOf = (row: SignatureRow): Move => {
  const { payable } = Signed.parse(row.facts)
  return {
    from: 'under_consideration',
    to: 'accepted',
    reason: row.reason,
    ...(payable === null ? {} : { payable }),
  }
}

/** The second signature and the decision: one transaction under the claim's lock. */
async function moveSigned(
  tx: Tx,
  deps: Pick<Context, 'clock'>,
  claim: ClaimRow,
  row: SignatureRow,
  actor: string,
): Promise<Act | null> {
  const signed = { state: 'signed' as const, actor, at: deps.clock.now() }
  if (!(await closeSignature(tx, row.id, signed))) return null
  return moveClaim(tx, deps, claim, moveOf(row), actor)
}

/** A held one waits as a signature, and takes effect after some seconds unless withdrawn. */
export const sign = handle('staffClaimSign', async ({ signature_id, hold }, context) => {
  const { subject } = await waitingRow(context, signature_id)
  return onClaim(context, subject, async (tx, claim) => {
    const row = await signatureRow(tx, kind, signature_id)
    const actor = actorOf(context.me())
    const why = await unsigned(tx, context, claim, row, actor)
    if (why || !row) return why
    const press = { ...about(claim), call: 'staffClaimSign' as const, hold, body: { signature_id } }
    const held = await heldOrGoes(tx, context, press)
    if (held === 'held') return { what: 'held', note: moveOf(row).to }
    return held ?? moveSigned(tx, context, claim, row, actor)
  })
})

/** Declines the second signature; the history stores the note. */
export const decline = handle('staffClaimDecline', async ({ signature_id, note }, context) => {
  const { subject, asked_by } = await waitingRow(context, signature_id)
  const actor = actorOf(context.me())
  if (asked_by === actor) return refuse(context.locale, refusals.secondPersonNeeded)
  return onClaim(context, subject, async (tx) => {
    const of = { state: 'refused' as const, actor, at: context.clock.now(), note }
    return (await closeSignature(tx, signature_id, of)) ? { what: 'sign_declined', note } : null
  })
})

/** Withdraws the caller's own request. */
export const withdraw = handle('staffClaimWithdraw', async ({ signature_id }, context) => {
  const { subject, asked_by } = await waitingRow(context, signature_id)
  const actor = actorOf(context.me())
  if (asked_by !== actor) throw notFound()
  return onClaim(context, subject, async (tx) => {
    const of = { state: 'withdrawn' as const, actor, at: context.clock.now() }
    return (await closeSignature(tx, signature_id, of)) ? { what: 'sign_withdrawn' } : null
  })
})

/** Returns for a claim's page the sum from which two decide, and the newest signature. */
export async function signingOf(
  context: Context,
  claim: ClaimRow,
): Promise<z.input<typeof ClaimSigning>> {
  const { db, reference, clock, me } = context
  const signature = await newestSignature(db, { kind, subject: claim.id }, actorOf(me()))
  const row = signature && (await signatureRow(db, kind, signature.id))
  const facts = row ? Signed.safeParse(row.facts) : null
  const payable = facts?.success ? facts.data.payable : null
  return {
    two_people_from: await reference.twoPeopleFrom(clock.today()),
    granted: await grantedBefore(db, claim),
    signature,
    signed: row ? { payable, holds: isDeepStrictEqual(row.facts, factsOf(claim, payable)) } : null,
  }
}
