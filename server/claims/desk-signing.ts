import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ClaimSigning } from '#contract/signatures.ts'
import { formatMoney } from '#domain/format.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  askSignature,
  closeSignature,
  newestSignature,
  signatureRow,
  whyNotSecond,
} from '../signatures/signatures.ts'
import { type ClaimRow, onClaim } from './desk-acts.ts'
import {
  grantedBefore,
  isHeld,
  moveClaim,
  needsTwo,
  payoutRefused,
  refuseOverLimit,
} from './desk-decide.ts'

const kind = 'claim' as const
const Signed = z.object({ payable: z.number().nullable() })

/** What the two sign: the sum, and what it was judged by. */
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
      if (payable !== undefined) await refuseOverLimit(tx, context, claim, payable)
      const isForTwo = await needsTwo(tx, context, claim, payable)
      if (claim.state !== 'under_consideration' || !isForTwo) return refusals.orderNotSuitable
      if (await isHeld(tx, claim.id)) return null
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

/** The second signature and the decision: one transaction under the claim's lock. */
export const sign = handle('staffClaimSign', async ({ signature_id }, context) => {
  const { subject } = await waitingRow(context, signature_id)
  return onClaim(context, subject, async (tx, claim) => {
    const row = await signatureRow(tx, kind, signature_id)
    if (!row) throw notFound()
    const { payable } = Signed.parse(row.facts)
    const actor = actorOf(context.me())
    const hindered = await whyNotSecond(tx, row, { actor, facts: factsOf(claim, payable) })
    if (hindered) return hindered
    const frozen = await payoutRefused(tx, claim)
    if (frozen) return frozen
    if (payable !== null) await refuseOverLimit(tx, context, claim, payable)
    const closed = await closeSignature(tx, row.id, {
      state: 'signed',
      actor,
      at: context.clock.now(),
    })
    if (!closed) return null
    return moveClaim(
      tx,
      context,
      claim,
      {
        from: 'under_consideration',
        to: 'accepted',
        reason: row.reason,
        ...(payable === null ? {} : { payable }),
      },
      actor,
    )
  })
})

/** The second person does not sign; the note stands in the claim's history. */
export const decline = handle('staffClaimDecline', async ({ signature_id, note }, context) => {
  const { subject, asked_by } = await waitingRow(context, signature_id)
  const actor = actorOf(context.me())
  if (asked_by === actor) return refuse(context.locale, refusals.secondPersonNeeded)
  return onClaim(context, subject, async (tx) => {
    const of = { state: 'refused' as const, actor, at: context.clock.now(), note }
    return (await closeSignature(tx, signature_id, of)) ? { what: 'sign_declined', note } : null
  })
})

/** Whoever asked takes it back. */
export const withdraw = handle('staffClaimWithdraw', async ({ signature_id }, context) => {
  const { subject, asked_by } = await waitingRow(context, signature_id)
  const actor = actorOf(context.me())
  if (asked_by !== actor) throw notFound()
  return onClaim(context, subject, async (tx) => {
    const of = { state: 'withdrawn' as const, actor, at: context.clock.now() }
    return (await closeSignature(tx, signature_id, of)) ? { what: 'sign_withdrawn' } : null
  })
})

/** Of a claim as its page shows it: from which sum on two decide, and the newest signature. */
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
