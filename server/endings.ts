import type { Selectable } from 'kysely'
import { z } from 'zod'
import { almatyDay, endOfDay } from '#domain/calendar.ts'
import { cancelling, type Ending, termination } from '#domain/ogpo/ending.ts'
import { mayTerminate, type TerminateReason } from '#domain/ogpo/refund.ts'
import { type PolicyState, policyMayBecome, policyStates } from '#domain/order.ts'
import { policyStateOn } from '#domain/policy.ts'
import type { Finding, RefusalCode } from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Sql } from './db/connect.ts'
import type { Policies, PolicyEndings } from './db/rows.ts'
import type { Deps } from './deps.ts'
import { endingJob } from './jobs/queue.ts'
import { exclusively } from './locks.ts'
import { lockedOrder, movePolicy, orderById, writeLedger } from './orders.ts'
import { giveBack } from './pay/give-back.ts'
import { step } from './steps.ts'

/** The end of a policy before its time: terminated by the law's table, or cancelled whole on the day of its issue. The cabinet's and the portal's. */
export type Policy = Selectable<Policies>
export type EndingRow = Selectable<PolicyEndings>

const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string(), techPassport: z.string() })) })
const policyStateText = z.custom<PolicyState>((value) => policyStates.some((state) => state === value))

export const datesOf = (policy: Policy) => ({
  state: policyStateText.parse(policy.state),
  premium: policy.premium,
  ogpoPlus: policy.ogpo_plus_premium,
  start: policy.start_date,
  end: policy.end_date,
  issuedOn: almatyDay(policy.issued_at),
})

/** Whether the policy may end early at all now; 14007 when not. One whose money a partner gave back past us is for staff. */
export async function mayEnd({ db, clock }: Deps, policy: Policy): Promise<boolean> {
  const state = policyStateOn(datesOf(policy), clock.today())
  if (!policy.order_id || (state !== 'pending' && state !== 'active')) return false
  const outside = await db.selectFrom('partner_refunds').select('refund_id').where('order_id', '=', policy.order_id).executeTakeFirst()
  return !outside && !(await acceptedEnding(db, policy.id))
}

export const acceptedEnding = (sql: Sql, policyId: string) =>
  sql
    .selectFrom('policy_endings')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('state', 'in', ['accepted', 'done'])
    .executeTakeFirst()

/** 14004 for every car of the policy that the register still shows as the policyholder's. Throws `Unavailable`. */
export async function registrationFindings({ systems }: Deps, policy: Policy, reason: TerminateReason): Promise<Finding[]> {
  const cars = await Promise.all(
    Cars.parse(policy.facts).vehicles.map(async ({ plate, techPassport }) => {
      const theirs = await systems.vehicles.registration(plate, techPassport)
      return { plate, registered: theirs?.registered === true && theirs.ownerIin === policy.policyholder_iin }
    }),
  )
  return mayTerminate(reason, cars)
}

/** First step: the refund as of today, kept till the end of the day. */
export async function calculateEnding(
  deps: Deps,
  policy: Policy,
  reason: TerminateReason,
  actor: string,
): Promise<EndingRow | RefusalCode> {
  const today = deps.clock.today()
  const tables = await deps.reference.tables(today)
  if (!tables) return 12002
  return keepEnding(deps, policy, 'terminate', reason, termination(datesOf(policy), today, tables.termination), 'calculated', actor)
}

async function keepEnding(
  deps: Deps,
  policy: Policy,
  kind: 'terminate' | 'cancel',
  reason: string,
  sums: Ending,
  state: 'calculated' | 'accepted',
  actor: string,
) {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    // One after the other for one policy: a second request finds the first.
    if (policy.order_id) await lockedOrder(tx, policy.order_id)
    const known = state === 'accepted' ? await acceptedEnding(tx, policy.id) : undefined
    if (known) return known
    const row = await tx
      .insertInto('policy_endings')
      .values({
        policy_id: policy.id,
        kind,
        reason,
        state,
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
        accepted_at: state === 'accepted' ? now : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (state === 'accepted') await deps.queue.enqueue(tx, endingJob, { endingId: row.id }, { inSeconds: JOB_AFTER_SECONDS })
    return row
  })
}

/** Long enough for the request to carry it out itself; then the job does. */
const JOB_AFTER_SECONDS = 6

/** Second step: takes the calculated termination. Null when another ending of the policy was taken meanwhile. */
export async function acceptEnding(deps: Deps, ending: EndingRow, policy: Policy): Promise<EndingRow | null> {
  return deps.db.transaction().execute(async (tx) => {
    if (policy.order_id) await lockedOrder(tx, policy.order_id)
    const known = await acceptedEnding(tx, policy.id)
    if (known) return known.id === ending.id ? known : null
    const row = await tx
      .updateTable('policy_endings')
      .set({ state: 'accepted', accepted_at: deps.clock.now() })
      .where('id', '=', ending.id)
      .where('state', '=', 'calculated')
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    await deps.queue.enqueue(tx, endingJob, { endingId: row.id }, { inSeconds: JOB_AFTER_SECONDS })
    return row
  })
}

/** Cancels the policy whole: taken at once; 14005 when it is too late. */
export async function cancelPolicy(deps: Deps, policy: Policy, actor: string): Promise<EndingRow | RefusalCode> {
  const sums = cancelling(datesOf(policy), deps.clock.today())
  if (!sums) return 14005
  const row = await keepEnding(deps, policy, 'cancel', 'cancelled', sums, 'accepted', actor)
  return row.kind === 'cancel' ? row : 14007
}

/**
 * Job, and the request itself: rescinds the policy in the unified database, who takes a policy already rescinded for done, then writes the
 * state, the ledger and the refunds in one transaction. Throws when they do not answer; the job goes on trying.
 */
export async function endPolicy(deps: Deps, endingId: string): Promise<void> {
  await exclusively(deps.locks, `ending:${endingId}`, async () => {
    const ending = await deps.db.selectFrom('policy_endings').selectAll().where('id', '=', endingId).executeTakeFirst()
    if (ending?.state !== 'accepted') return
    const policy = await deps.db.selectFrom('policies').selectAll().where('id', '=', ending.policy_id).executeTakeFirstOrThrow()
    const order = policy.order_id ? await orderById(deps.db, policy.order_id) : undefined
    if (!order) return
    await step('cabinet.end.rescind', () =>
      deps.systems.esbd.rescind({ policyId: Number(policy.esbd_policy_id), reason: 'terminated', on: ending.requested_on }),
    )
    await step('cabinet.end.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        await lockedOrder(tx, order.id)
        const now = await tx.selectFrom('policy_endings').select('state').where('id', '=', endingId).forUpdate().executeTakeFirst()
        if (now?.state !== 'accepted') return
        const at = deps.clock.now()
        const to = ending.kind === 'cancel' ? ('cancelled' as const) : ('terminated' as const)
        const { state } = await tx.selectFrom('policies').select('state').where('id', '=', policy.id).executeTakeFirstOrThrow()
        // Its last day passed while the database was away: there is nothing left to end, and nothing to give back.
        if (!policyMayBecome(policyStateText.parse(state), to)) {
          await tx.updateTable('policy_endings').set({ state: 'dropped', done_at: at }).where('id', '=', endingId).execute()
          return
        }
        await movePolicy(tx, policy.id, to, { actor: ending.actor, reason: ending.reason, at })
        await tx.updateTable('policies').set({ verified_at: at }).where('id', '=', policy.id).execute()
        await tx.updateTable('policy_endings').set({ state: 'done', done_at: at }).where('id', '=', endingId).execute()
        await writeLedger(tx, { key: `refund_due:${endingId}`, orderId: order.id, kind: 'refund_due', amount: ending.refund, at })
        if (ending.refund > 0) await giveBack(tx, deps, order, ending.refund, to, ending.actor)
      }),
    )
  })
}

const refundStates = ['due', 'done', 'failed'] as const
const ways = ['mobile_bank', 'card'] as const

const Lines = z.array(z.object({ kind: z.enum(['premium', 'ogpo_plus']), paid: z.int(), retained: z.int(), refund: z.int() }))

/** A calculated ending on the wire. */
export const sumsOf = (ending: EndingRow) => ({
  calcId: ending.id,
  refundAmount: ending.refund,
  retainedAmount: ending.retained,
  elapsedDays: ending.elapsed_days,
  totalDays: ending.total_days,
  retainedPercent: ending.retained_percent,
  lines: Lines.parse(ending.lines),
  expiresAt: ending.expires_at.toISOString(),
})

/** Carries an accepted ending out at once; when the unified database is away the job goes on and the answer is `accepted`. */
export async function carryOut(deps: Deps, ending: EndingRow, policy: Policy) {
  try {
    await endPolicy(deps, ending.id)
  } catch (cause) {
    if (!(cause instanceof Unavailable) && !(cause instanceof EsbdRefused)) throw cause
    deps.log.warn({ err: cause, ending: ending.id }, 'a policy could not be rescinded yet')
  }
  return endingStatusOf(deps.db, ending, policy.order_id ?? '')
}

/** How an accepted ending and the refund stand, for its owner. */
export async function endingStatusOf(sql: Sql, ending: EndingRow, orderId: string) {
  const now = await sql.selectFrom('policy_endings').selectAll().where('id', '=', ending.id).executeTakeFirstOrThrow()
  const refunds = await sql
    .selectFrom('refunds')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.amount', 'refunds.state', 'refunds.created_at', 'refunds.done_at', 'payment_attempts.system'])
    .where('refunds.order_id', '=', orderId)
    .where('refunds.reason', 'in', ['terminated', 'cancelled'])
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
      way: ways.find((way) => way === refund.system) ?? ('bank_details' as const),
      at: refund.created_at.toISOString(),
      doneAt: refund.done_at?.toISOString() ?? null,
    })),
  }
}
