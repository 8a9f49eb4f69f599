import type { z } from 'zod'
import { nextIssueAttempt } from '#domain/lifetimes.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import { documentsJob, issueJob, notifyJob } from '../jobs/queue.ts'
import { exclusively } from '../locks.ts'
import { lockedOrder, moveOrder, movePolicy, type Order, orderById, writeLedger } from '../orders.ts'
import { refundAttempt } from '../pay/receive.ts'
import { step } from '../steps.ts'
import { draftOf } from './draft.ts'
import { QuoteFacts } from './facts.ts'

type Facts = z.infer<typeof QuoteFacts>
/** A Fault is the database's own no: asked again a few times in case it was a passing one, then final. */
const FAULTS_BEFORE_FINAL = 3

/**
 * Job: a paid order becomes a registered policy. The database is asked for our number before a second policy could be set; one process at a
 * time works on an order; a failure is tried again by the schedule until its end, then the money goes back.
 */
export async function issue(deps: Deps, orderId: string): Promise<void> {
  await exclusively(deps.pool, `issue:${orderId}`, async () => {
    const order = await orderById(deps.db, orderId)
    if (!order || (order.state !== 'paid' && order.state !== 'issuing')) return
    if (order.next_attempt_at && order.next_attempt_at > deps.clock.now()) return
    const quote = await deps.db
      .selectFrom('quotes')
      .select(['facts', 'replaces_global_id', 'refund'])
      .where('id', '=', order.calculation_id)
      .executeTakeFirstOrThrow()
    const facts = QuoteFacts.parse(quote.facts)
    if (order.state === 'paid')
      await step('issue.begin', () =>
        deps.db.transaction().execute((tx) => moveOrder(tx, orderId, 'issuing', { actor: 'job', reason: 'paid', at: deps.clock.now() })),
      )
    try {
      await register(deps, order, facts)
    } catch (cause) {
      if (!(cause instanceof Unavailable) && !(cause instanceof EsbdRefused)) throw cause
      await failed(deps, order, cause)
    }
  })
}

async function register(deps: Deps, order: Order, facts: Facts) {
  const { esbd } = deps.systems
  // Lists too old or a person put on one since: nothing is issued until that is settled.
  for (const person of [facts.policyholder, ...facts.insured])
    if ((await deps.screening.check(person)) !== 'clear') throw new Unavailable('aml', 'screening', 'AML check failed', false)

  const draft = draftOf(facts, {
    number: order.number,
    premium: order.insurance_premium,
    email: order.email ?? '',
    ...(facts.replaces ? { rewriteOf: facts.replaces.policyId } : {}),
  })
  const issued = await step('issue.set', () => esbd.issue(draft))
  const { replaces } = facts
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
      await moveOrder(tx, order.id, 'issued', by)
      await tx.updateTable('orders').set({ next_attempt_at: null, issue_error: null }).where('id', '=', order.id).execute()
      await writeLedger(tx, { key: `premium:${order.id}`, orderId: order.id, kind: 'premium', amount: order.insurance_premium, at })
      await writeLedger(tx, { key: `commission:${order.id}`, orderId: order.id, kind: 'commission', amount: order.commission, at })
      await writeLedger(tx, { key: `ogpo_plus:${order.id}`, orderId: order.id, kind: 'ogpo_plus', amount: order.ogpo_plus_premium, at })
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
  const paid = old?.order_id
    ? await tx
        .selectFrom('payment_attempts')
        .selectAll()
        .where('order_id', '=', old.order_id)
        .where('state', '=', 'paid')
        .executeTakeFirst()
    : undefined
  await refundAttempt(tx, deps, order, paid ?? null, order.refund_due, 'reissue', 'job')
}

async function failed(deps: Deps, order: Order, cause: Unavailable | EsbdRefused) {
  const now = deps.clock.now()
  const attempts = order.issue_attempts + 1
  const refused = cause instanceof EsbdRefused
  const next =
    refused && attempts >= FAULTS_BEFORE_FINAL ? null : nextIssueAttempt(attempts, order.paid_at ?? order.created_at, now, order.start_date)
  deps.log.warn({ order: order.id, attempts, next, err: cause }, 'a policy could not be registered')
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, order.id)
    if (row?.state !== 'issuing') return
    await tx
      .updateTable('orders')
      .set({ issue_attempts: attempts, next_attempt_at: next, issue_error: JSON.stringify(refused ? { code: 12003 } : { code: 12002 }) })
      .where('id', '=', order.id)
      .execute()
    if (next) {
      await deps.queue.enqueue(
        tx,
        issueJob,
        { orderId: order.id },
        { inSeconds: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1_000)) },
      )
      return
    }
    const by = { actor: 'job', reason: 'the unified database did not register the policy', at: now }
    await moveOrder(tx, order.id, 'issue_failed', by)
    await moveOrder(tx, order.id, 'refunding', by)
    const paid = await tx.selectFrom('payment_attempts').selectAll().where('order_id', '=', order.id).where('state', '=', 'paid').execute()
    for (const attempt of paid) await refundAttempt(tx, deps, order, attempt, attempt.amount, 'not_issued', 'job')
    if (paid.length === 0) await moveOrder(tx, order.id, 'refunded', { ...by, reason: 'nothing was paid' })
    await deps.queue.enqueue(tx, notifyJob, { orderId: order.id, purpose: 'not_issued' })
  })
}
