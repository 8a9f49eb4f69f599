import type { Selectable } from 'kysely'
import { z } from 'zod'
import { almatyDay, endOfDay } from '#domain/calendar.ts'
import { refundStates } from '#domain/contract/facts.ts'
import { cancelHindrance, terminationHindrance } from '#domain/contract/ogpo-issue.ts'
import { type Hindrance, isRefused } from '#domain/contract/refusal.ts'
import type { RefusalCode } from '#domain/finding.ts'
import { ogpoPlusReason } from '#domain/frozen-money.ts'
import type { Termination } from '#domain/ogpo/early-end.ts'
import { earlyTermination } from '#domain/ogpo/early-end.ts'
import type { TerminateReason } from '#domain/ogpo/refund-sums.ts'
import { retentionOn } from '#domain/ogpo/tables.ts'
import { refundWayOf } from '#domain/payment-ways.ts'
import { type PolicyState, policyStates } from '#domain/policy-states.ts'
import * as refusals from '#domain/refusals.ts'
import { act, contractFacts } from '../contracts/contracts.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { PolicyEndings } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Policy } from './policies.ts'

/**
 * The end of a policy before its time: terminated by the law's table, or cancelled whole on the day
 * of its issue. The cabinet's and the portal's.
 */
export type TerminationRow = Selectable<PolicyEndings>

const Lines = z.array(
  z.object({
    kind: z.enum(['premium', 'ogpo_plus']),
    paid: z.int(),
    retained: z.int(),
    refund: z.int(),
  }),
)

/** A calculated ending on the wire. */
export const sumsOf = (termination: TerminationRow) => ({
  calcId: termination.id,
  refundAmount: termination.refund,
  retainedAmount: termination.retained,
  elapsedDays: termination.elapsed_days,
  totalDays: termination.total_days,
  retainedPercent: termination.retained_percent,
  lines: Lines.parse(termination.lines),
  expiresAt: termination.expires_at.toISOString(),
})

/** Returns the state of an accepted ending and its refund, for its owner. */
export async function terminationStatusOf(sql: Sql, termination: TerminationRow, orderId: string) {
  const now = await sql
    .selectFrom('policy_endings')
    .selectAll()
    .where('id', '=', termination.id)
    .executeTakeFirstOrThrow()
  const refunds = await sql
    .selectFrom('refunds')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select([
      'refunds.amount',
      'refunds.state',
      'refunds.created_at',
      'refunds.done_at',
      'payment_attempts.system',
    ])
    .where('refunds.order_id', '=', orderId)
    .where('refunds.reason', 'in', [
      ...(['terminated', 'cancelled'] as const),
      ...Object.values(ogpoPlusReason),
    ])
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return {
    state: now.state === 'done' ? ('done' as const) : ('accepted' as const),
    kind: now.kind === 'cancel' ? ('cancel' as const) : ('terminate' as const),
    refundAmount: now.refund,
    refunds: refunds.map((refund) => ({
      amount: refund.amount,
      state: refundStates.find((state) => state === refund.state) ?? 'due',
      way: refundWayOf(refund.system),
      at: refund.created_at.toISOString(),
      doneAt: refund.done_at?.toISOString() ?? null,
    })),
  }
}

const policyStateText = z.custom<PolicyState>((value) =>
  policyStates.some((state) => state === value),
)

export const datesOf = (policy: Policy) => ({
  state: policyStateText.parse(policy.state),
  premium: policy.premium,
  ogpoPlus: policy.ogpo_plus_premium,
  start: policy.start_date,
  end: policy.end_date,
  issuedOn: almatyDay(policy.issued_at),
})

/**
 * Returns what prevents an early end of the policy now, null if nothing does: by its contract's
 * facts, the rule that also guards the acceptance. `byStaff`: staff have checked its claims.
 */
export const terminationHindranceOf = (deps: Deps, policy: Policy, byStaff: boolean) =>
  hindranceOf(deps, policy, byStaff, terminationHindrance)

/** Likewise of cancelling it whole. */
export const cancelHindranceOf = (deps: Deps, policy: Policy) =>
  hindranceOf(deps, policy, false, cancelHindrance)

async function hindranceOf(
  { db, clock }: Deps,
  policy: Policy,
  byStaff: boolean,
  rule: typeof terminationHindrance,
): Promise<Hindrance | null> {
  const contract = await contractFacts(db, policy.contract_id)
  if (contract.product !== 'ogpo') return 'not_in_force'
  return rule(
    contract,
    contract.policies.find(({ id }) => id === policy.id),
    clock.today(),
    byStaff,
  )
}

export const acceptedTermination = (sql: Sql, policyId: string) =>
  sql
    .selectFrom('policy_endings')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('state', 'in', ['accepted', 'done'])
    .executeTakeFirst()

/** First step: calculates today's refund, valid until the end of the day. */
export async function calculateTermination(
  deps: Deps,
  policy: Policy,
  reason: TerminateReason,
  actor: string,
): Promise<TerminationRow | RefusalCode> {
  const today = deps.clock.today()
  const all = await deps.reference.allTables()
  if (all.length === 0) return refusals.apiUnavailable
  const retention = retentionOn(all, almatyDay(policy.issued_at))
  const sums = earlyTermination(datesOf(policy), today, retention)
  return deps.db
    .transaction()
    .execute((tx) => keepEnding(tx, deps, policy, { kind: 'terminate', reason, sums, actor }))
}

export async function keepEnding(
  tx: Tx,
  deps: Deps,
  policy: Policy,
  of: { kind: 'terminate' | 'cancel'; reason: string; sums: Termination; actor: string },
) {
  const now = deps.clock.now()
  const { kind, reason, sums, actor } = of
  return tx
    .insertInto('policy_endings')
    .values({
      policy_id: policy.id,
      kind,
      reason,
      state: 'calculated',
      lines: JSON.stringify(sums.lines),
      refund: sums.refund,
      retained: sums.retained,
      retained_percent: sums.retainedPercent,
      elapsed_days: sums.elapsedDays,
      total_days: sums.totalDays,
      requested_on: almatyDay(now),
      actor,
      created_at: now,
      expires_at: endOfDay(almatyDay(now)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type Taken = { termination: TerminationRow } | { refused: Hindrance | null }

/**
 * Second step: accepts the calculated termination under the contract's lock. Refuses if the
 * contract's facts prevent it, or another ending was accepted meanwhile. `staffSay`: staff accept
 * it; writes their words in the same transaction.
 */
export async function acceptTermination(
  deps: Deps,
  termination: TerminationRow,
  policy: Policy,
  staffSay: ((tx: Tx) => Promise<void>) | null = null,
): Promise<Taken> {
  return deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, policy.contract_id)
    const known = await acceptedTermination(tx, policy.id)
    if (known)
      return known.id === termination.id
        ? { termination: known }
        : { refused: 'being_ended' as const }
    const by = { actor: termination.actor, byStaff: staffSay !== null }
    const accepted = await taken(tx, deps, termination, policy, by)
    if ('termination' in accepted) await staffSay?.(tx)
    return accepted
  })
}

export async function taken(
  tx: Tx,
  deps: Deps,
  termination: TerminationRow,
  policy: Policy,
  by: { actor: string; byStaff: boolean },
): Promise<Taken> {
  const end = {
    act: 'end',
    policyId: policy.id,
    terminationId: termination.id,
    today: deps.clock.today(),
    byStaff: by.byStaff,
  } as const
  const decision = await act(tx, deps, policy.contract_id, end, {
    actor: by.actor,
    at: deps.clock.now(),
  })
  if (isRefused(decision)) return { refused: decision.refused.reason ?? null }
  return {
    termination: await tx
      .selectFrom('policy_endings')
      .selectAll()
      .where('id', '=', termination.id)
      .executeTakeFirstOrThrow(),
  }
}
