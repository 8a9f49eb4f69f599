import { sql } from 'kysely'
import type { z } from 'zod'
import { issueDeadline, nextIssueAttempt } from '#domain/lifetimes.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { documentsJob, issueJob } from '../jobs/queue.ts'
import { exclusively } from '../locks.ts'
import { tell } from '../messages.ts'
import { lockedOrder, moveOrder, movePolicy, type Order, orderById, writeLedger } from '../orders.ts'
import { reportToPartner } from '../partner-reports.ts'
import { refundAttempt } from '../pay/receive.ts'
import { refundOverPayments } from '../pay/refund-over.ts'
import { step } from '../steps.ts'
import { beforeIssue } from './before-issue.ts'
import { draftOf } from './draft.ts'
import { everybodyOf, QuoteFacts } from './facts.ts'

type Facts = z.infer<typeof QuoteFacts>
/** A Fault of SetPolicy is the database's own no: asked again a few times in case it was a passing one, then final. */
const FAULTS_BEFORE_FINAL = 3
/** A call that nobody waits for any more (4.5 s) is over on their side by then too: no second one is begun before. */
const SETTLED_SECONDS = 6
/** How often a database that may hold our policy is asked about it when the time to issue is over. */
const ASK_AGAIN_MS = 5 * 60_000

/**
 * Job: a paid order becomes a registered policy. The database is asked for our number before a second policy could be set; one process at a
 * time works on an order; a failure is tried again by the schedule until its end, then the money goes back: but never while a policy may
 * exist that we have no answer about, and never is a policy set after its term has begun.
 */
export async function issue(deps: Deps, orderId: string): Promise<void> {
  await exclusively(deps.locks, `issue:${orderId}`, async () => {
    const order = await orderById(deps.db, orderId)
    if (!order || (order.state !== 'paid' && order.state !== 'issuing')) return
    if (order.next_attempt_at && order.next_attempt_at > deps.clock.now()) return
    const seconds = await unsettledSeconds(deps, orderId)
    if (seconds > 0) return deps.queue.send(issueJob, { orderId }, { inSeconds: seconds, once: 'any' })
    const quote = await deps.db
      .selectFrom('quotes')
      .select(['facts', 'replaces_global_id', 'refund'])
      .where('id', '=', order.calculation_id)
      .executeTakeFirstOrThrow()
    const facts = QuoteFacts.parse(quote.facts)
    const late = deps.clock.now() >= issueDeadline(order.paid_at ?? order.created_at, order.start_date)
    await step('issue.begin', () => begin(deps, order, late))
    if (late && !order.set_asked_at) return giveUp(deps, order)
    const known = { mayExist: order.set_asked_at !== null }
    try {
      const issued = late ? await deps.systems.esbd.findByNumber(order.number) : await set(deps, order, facts, known)
      if (!issued) return await giveUp(deps, order)
      known.mayExist = true
      await settle(deps, order, facts, issued)
    } catch (cause) {
      if (!(cause instanceof Unavailable) && !(cause instanceof EsbdRefused)) throw cause
      await failed(deps, order, cause, known.mayExist)
    }
  })
}

/** Seconds until a call of a process that died or lost its connection is surely over on their side. */
export async function unsettledSeconds({ db }: Deps, orderId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from set_asked_at - now()) + ${SETTLED_SECONDS})::int as seconds from orders where id = ${orderId}`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** Before the database is asked: from here on a policy may exist, whatever becomes of this process. */
async function begin(deps: Deps, order: Order, late: boolean) {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, order.id)
    const asked = late ? {} : { set_asked_at: sql<Date>`now()` }
    if (row?.state === 'paid') await moveOrder(tx, order.id, 'issuing', { actor: 'job', reason: 'paid', at: deps.clock.now() }, asked)
    else if (!late) await tx.updateTable('orders').set({ set_asked_at: sql`now()` }).where('id', '=', order.id).execute()
  })
}

type Registered = { policyId: number; globalId: string; number: string }

/** Registers the policy or finds it. `known` learns whether one may exist, for the case that this throws. */
async function set(deps: Deps, order: Order, facts: Facts, known: { mayExist: boolean }): Promise<Registered> {
  // Lists too old or a person put on one since: nothing is issued until that is settled.
  for (const person of everybodyOf(facts))
    if ((await deps.screening.check(person)) !== 'clear') throw new Unavailable('aml', 'screening', 'AML check failed', false)
  await beforeIssue(deps, facts)

  const draft = draftOf(facts, {
    number: order.number,
    premium: order.insurance_premium,
    email: order.email ?? '',
    ...(facts.replaces ? { rewriteOf: facts.replaces.policyId } : {}),
  })
  try {
    return await step('issue.set', () => deps.systems.esbd.issue(draft))
  } catch (cause) {
    // SetPolicy is only called when the database has just said that it holds none.
    if (cause instanceof EsbdRefused && cause.operation === 'SetPolicy') known.mayExist = false
    if (cause instanceof Unavailable && cause.operation === 'SetPolicy') known.mayExist = cause.mayHaveHappened
    throw cause
  }
}

/** The policy is there: the old one ends, then everything about it is written down at once. */
async function settle(deps: Deps, order: Order, facts: Facts, issued: Registered) {
  const { replaces } = facts
  const { esbd } = deps.systems
  if (replaces) await step('issue.rescind', () => esbd.rescind({ policyId: replaces.policyId, reason: 'replaced', on: deps.clock.today() }))

  await step('issue.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const now = await lockedOrder(tx, order.id)
      if (now?.state !== 'issuing') return
      const at = deps.clock.now()
      const by = { actor: 'job', reason: `registered as ${issued.number}`, at }
      const policy = await tx
        .insertInto('policies')
        .values({
          order_id: order.id,
          global_id: issued.globalId,
          esbd_policy_id: String(issued.policyId),
          number: issued.number,
          state: facts.term.start <= deps.clock.today() ? 'active' : 'pending',
          policyholder_iin: facts.policyholder.iin,
          promoter_iin: order.promoter_iin,
          insurer_code: facts.insurer.code,
          start_date: facts.term.start,
          end_date: facts.term.end,
          premium: order.insurance_premium,
          ogpo_plus_premium: order.ogpo_plus_premium,
          facts: JSON.stringify(facts),
          issued_at: at,
          verified_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('policy_history').values({ policy_id: policy.id, state: 'pending', at, actor: 'job', reason: 'issued' }).execute()
      await moveOrder(tx, order.id, 'issued', by, { next_attempt_at: null, issue_error: null, set_asked_at: null })
      await reportToPartner(tx, deps, now, {
        event: 'issued',
        policy: { globalId: issued.globalId, start: facts.term.start, end: facts.term.end },
      })
      await writeLedger(
        tx,
        { key: `premium:${order.id}`, orderId: order.id, kind: 'premium', amount: order.insurance_premium, at },
        { key: `commission:${order.id}`, orderId: order.id, kind: 'commission', amount: order.commission, at },
        { key: `ogpo_plus:${order.id}`, orderId: order.id, kind: 'ogpo_plus', amount: order.ogpo_plus_premium, at },
      )
      if (replaces) await settleReplaced(tx, deps, order, replaces, issued.globalId)
      await deps.queue.enqueue(tx, documentsJob, { orderId: order.id })
    }),
  )
}

/** The old policy is replaced; what is left over of its premium goes back to the payment that paid it. */
async function settleReplaced(
  tx: Parameters<typeof movePolicy>[0],
  deps: Deps,
  order: Order,
  replaces: NonNullable<Facts['replaces']>,
  globalId: string,
) {
  const at = deps.clock.now()
  const old = await tx
    .selectFrom('policies')
    .select(['id', 'order_id', 'state'])
    .where('global_id', '=', replaces.globalId)
    .executeTakeFirst()
  if (old && (old.state === 'active' || old.state === 'pending')) {
    await movePolicy(tx, old.id, 'replaced', { actor: 'job', reason: `reissued as ${globalId}`, at })
    await tx.updateTable('policies').set({ replaced_by: globalId }).where('id', '=', old.id).execute()
  }
  if (order.refund_due <= 0) return
  await writeLedger(tx, { key: `refund_due:${order.id}`, orderId: order.id, kind: 'refund_due', amount: order.refund_due, at })
  await refundOverPayments(tx, deps, order, old?.order_id ?? null, order.refund_due, 'reissue', 'job')
}

/** Tries again by the schedule. When that is over, goes on only to learn whether the policy exists. */
async function failed(deps: Deps, order: Order, cause: Unavailable | EsbdRefused, mayExist: boolean) {
  const now = deps.clock.now()
  const attempts = order.issue_attempts + 1
  const faults = order.issue_faults + (cause instanceof EsbdRefused && cause.operation === 'SetPolicy' ? 1 : 0)
  const scheduled =
    faults >= FAULTS_BEFORE_FINAL ? null : nextIssueAttempt(attempts, order.paid_at ?? order.created_at, now, order.start_date)
  const next = scheduled ?? (mayExist ? new Date(now.getTime() + ASK_AGAIN_MS) : null)
  deps.log.warn({ order: order.id, attempts, next, mayExist, err: cause }, 'a policy could not be registered')
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, order.id)
    if (row?.state !== 'issuing') return
    await tx
      .updateTable('orders')
      .set({
        issue_attempts: attempts,
        issue_faults: faults,
        next_attempt_at: next,
        issue_error: JSON.stringify({ code: cause instanceof EsbdRefused ? 12003 : 12002 }),
        ...(mayExist ? {} : { set_asked_at: null }),
      })
      .where('id', '=', order.id)
      .execute()
    const inSeconds = Math.max(1, Math.ceil(((next ?? now).getTime() - now.getTime()) / 1_000))
    if (next) await deps.queue.enqueue(tx, issueJob, { orderId: order.id }, { inSeconds })
  })
  if (!next) await giveUp(deps, order)
}

/** There is no policy and there will be none: the money goes back and the client is told. `also` joins the transaction. */
export async function giveUp(
  deps: Deps,
  order: Order,
  of = { actor: 'job', reason: 'the unified database did not register the policy' },
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, order.id)
    const by = { ...of, at: deps.clock.now() }
    if (row?.state === 'paid') await moveOrder(tx, order.id, 'issuing', by)
    else if (row?.state !== 'issuing') return
    await tx.updateTable('orders').set({ next_attempt_at: null, set_asked_at: null }).where('id', '=', order.id).execute()
    await moveOrder(tx, order.id, 'issue_failed', by)
    await moveOrder(tx, order.id, 'refunding', by)
    const paid = await tx.selectFrom('payment_attempts').selectAll().where('order_id', '=', order.id).where('state', '=', 'paid').execute()
    for (const attempt of paid) await refundAttempt(tx, deps, order, attempt, attempt.amount, 'not_issued', of.actor)
    if (paid.length === 0) await moveOrder(tx, order.id, 'refunded', { ...by, reason: 'nothing was paid' })
    await tell(tx, deps, row, 'not_issued')
    await reportToPartner(tx, deps, row, { event: 'failed', reason: 'not_issued' })
    await also(tx)
  })
}
