import { claimLimits } from '#domain/claims/limits.ts'
import { type ClaimState, claimBefore } from '#domain/claims/state.ts'
import { takesTwoPeople } from '#domain/claims/two-people.ts'
import { unknownFacts } from '#domain/claims/unknown-facts.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { isFrozenPayout } from '#domain/frozen-money.ts'
import { productNamed } from '#domain/products.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { HttpError } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isFrozen } from '../kyc/frozen.ts'
import { closeWaiting } from '../signatures/signatures.ts'
import { type Act, type ClaimRow, onClaim } from './desk-acts.ts'
import { happenedOf } from './happened.ts'
import { signedNoticeOf } from './notice/find.ts'
import { sumInsuredOf } from './policy-facts.ts'

/** 422 on `payable` where it is more than the limits of cover allow today. */
export async function refuseOverLimit(tx: Tx, context: Context, claim: ClaimRow, payable: number) {
  const { facts } = await tx
    .selectFrom('policies')
    .select('facts')
    .where('id', '=', claim.policy_id)
    .executeTakeFirstOrThrow()
  const tables = await context.reference.tables(context.clock.today())
  // Who settled without the police asks for no more than the simplified procedure pays (22-2 § 7).
  const simplified = (await signedNoticeOf(tx, claim.id)) !== undefined
  const known = { ...unknownFacts, simplified, sumInsured: sumInsuredOf(facts) }
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
 * Tenge granted to the same person by other claims under the same policy. Asked before one is
 * granted more, under a lock of the policy: two claims that are decided at once count each other.
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
 * Whether two people decide on the claim (`takesTwoPeople`); holds the policy until it is decided.
 */
export async function needsTwo(
  tx: Tx,
  { reference, clock }: Context,
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

/** Whoever is blocked is not paid under a voluntary contract; null where this one may be. */
export async function payoutRefused(tx: Tx, claim: ClaimRow): Promise<RefusalCode | null> {
  if (!isFrozenPayout(productNamed(claim.policy_type))) return null
  return (await isFrozen(tx, [claim.iin], true)) ? refusals.payoutFrozen : null
}

type Move = { from: ClaimState; to: ClaimState; reason: string; payable?: number | undefined }

/**
 * Sets the state under the claim's lock, as the table of transitions allows it; null where it does
 * not. A signature that waits under another decision is over.
 */
export async function moveClaim(
  tx: Tx,
  context: Context,
  claim: ClaimRow,
  { from, to, reason, payable }: Move,
): Promise<Act | null> {
  if (claim.state !== from) return null
  const { clock, me } = context
  const today = clock.today()
  const at = clock.now()
  const actor = actorOf(me())
  const moved = await tx
    .updateTable('claims')
    .set({
      state: to,
      decided_on:
        to === 'under_consideration' ? null : to === 'completed' ? claim.decided_on : today,
      ...(to === 'completed' ? { paid_on: today } : {}),
      ...(to === 'accepted' ? { payable_sum: payable ?? null } : {}),
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

/**
 * The state changes only from the one that was looked at. A payment of a sum for two is asked for
 * by `staffClaimAskSignature` instead.
 */
export const staffClaimMove = handle('staffClaimMove', (body, context) =>
  onClaim(
    context,
    body.claim_id,
    async (tx, claim) => {
      const { from, to, payable } = body
      if (claim.state !== from) return null
      const pays = to === 'accepted' || to === 'completed'
      const frozen = pays ? await payoutRefused(tx, claim) : null
      if (frozen) return frozen
      if (to === 'accepted' && payable !== undefined)
        await refuseOverLimit(tx, context, claim, payable)
      if (to === 'accepted' && (await needsTwo(tx, context, claim, payable)))
        return refusals.twoPeopleDecide
      return moveClaim(tx, context, claim, body)
    },
    body.acted,
  ),
)
