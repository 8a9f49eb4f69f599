import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { almatyDay } from '#domain/calendar.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { addMs, issueDeadline, issueTimesDays } from '#domain/lifetimes.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { openFinding } from '../esbd/findings.ts'
import { issueJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { selectCases } from '../kyc/cases.ts'
import { giveUp, unsettledSeconds } from '../orders/give-up.ts'
import type { Order } from '../orders/orders.ts'
import { everybodyOf, peopleOfQuote, QuoteFacts } from '../quotes/quotes.ts'
import { issueLimits } from '../settings/time-limits.ts'
import { priceFinding, samePrice } from './price-check.ts'
import { draftOf } from './quote.ts'
import { type Facts, issueFailed, type Registered, settle } from './settle-issue.ts'
import { beforeIssue } from './typed-identity.ts'

/**
 * Job: turns a paid order into a registered policy. Queries the database by our number before a
 * second policy could be set; one process at a time works on an order. The schedule retries
 * failures until its end, then refunds; but never while a policy with an unknown answer may exist.
 * Never sets a policy after its term has begun.
 */
export async function issue(deps: Deps, orderId: string): Promise<void> {
  await withLock(deps.locks, `issue:${orderId}`, async () => {
    const order = await paidOrder(deps, orderId)
    if (!order || (order.state !== 'paid' && order.state !== 'issuing')) return
    if (order.next_attempt_at && order.next_attempt_at > deps.clock.now()) return
    const seconds = order.seconds ?? 0
    if (seconds > 0)
      return deps.queue.send(issueJob, { orderId }, { inSeconds: seconds, once: 'any' })
    const facts = QuoteFacts.parse(order.facts)
    const late =
      deps.clock.now() >= issueDeadline(order.paid_at ?? order.created_at, order.start_date)
    // Checks again before calling the database: an order that no longer holds is only queried there
    // and refunded.
    const begunAt = performance.now()
    const holds = await step('issue.begin', () => begin(deps, order, late))
    const over = late || !holds
    if (over && !order.set_asked_at) return giveUp(deps, order)
    const known = { mayExist: order.set_asked_at !== null, begunAt }
    try {
      const issued = over ? await found(deps, order, facts) : await set(deps, order, facts, known)
      if (!issued) return await giveUp(deps, order)
      known.mayExist = true
      await settle(deps, order, facts, issued)
    } catch (cause) {
      if (!(cause instanceof Unavailable) && !(cause instanceof EsbdRefused)) throw cause
      await issueFailed(deps, order, cause, known.mayExist)
    }
  })
}

/**
 * Returns the order and all facts its issue depends on, in one statement: its quote's facts, the
 * screening cases of its people, whether their price differed, and how long an earlier call may
 * still be under way.
 */
const paidOrder = ({ db }: Deps, orderId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .selectAll('orders')
    .select([
      'quotes.facts',
      unsettledSeconds.as('seconds'),
      jsonArrayFrom(selectCases(db).where('kyc_cases.iin', 'in', peopleOfQuote)).as('cases'),
      openFinding(db).where('esbd_findings.key', '=', priceFinding(orderId)).as('finding'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
type PaidOrder = NonNullable<Awaited<ReturnType<typeof paidOrder>>>

/**
 * Records that a policy may exist from here on, even if this process dies. Returns false if the
 * basis of the order no longer holds, for example because the policy it replaces has ended.
 */
async function begin(deps: Deps, order: Order, late: boolean): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const at = deps.clock.now()
    const decision = await act(
      tx,
      deps,
      order.contract_id,
      { act: 'begin_issue', orderId: order.id, today: deps.clock.today() },
      { actor: 'job', at, asks: !late },
    )
    if (isRefused(decision)) return false
    // Written with the order's state, if that has just changed.
    if (!late && decision.effects.length === 0)
      await tx
        .updateTable('orders')
        .set({ set_asked_at: sql`now()` })
        .where('id', '=', order.id)
        .execute()
    return true
  })
}

/** The contract is concluded on the day it is paid for (law 446-II, art. 12-1 p. 4). */
const drafted = (order: Order, facts: Facts) =>
  draftOf(facts, {
    concludedOn: almatyDay(order.paid_at ?? order.created_at),
    number: order.number,
    premium: order.insurance_premium,
    email: order.email ?? '',
    ...(facts.replaces ? { rewriteOf: facts.replaces.policyId } : {}),
  })

/**
 * Finds the policy of an order that we may only query; ignores one that differs from the paid one.
 * A hand-typed person gets their number in the database with the policy, so the facts lack it.
 */
function found(deps: Deps, order: Order, facts: Facts) {
  const isWhole = everybodyOf(facts).every(({ clientId }) => clientId > 0)
  const whose = { insurerSystemId: facts.insurer.esbdSystemId }
  return deps.systems.esbd.findByNumber(order.number, isWhole ? drafted(order, facts) : whose)
}

/**
 * Registers the policy or finds it. `known` learns whether one may exist, for the case that this
 * throws.
 */
async function set(
  deps: Deps,
  order: PaidOrder,
  facts: Facts,
  known: { mayExist: boolean; begunAt: number },
): Promise<Registered> {
  // Lists too old or a person put on one since: nothing is issued until that is settled.
  for (const person of everybodyOf(facts)) {
    const seen = order.cases.find(({ iin }) => iin === person.iin) ?? null
    if ((await deps.screening.check(person, seen)) !== 'clear')
      throw new Unavailable('aml', 'screening', 'AML check failed', false)
  }
  await beforeIssue(deps, facts, order.promoter_iin)

  const draft = drafted(order, facts)
  // One set earlier is found by its number; a new one is set only at the price that the database
  // has too.
  const there = known.mayExist ? await found(deps, order, facts) : null
  if (there) return there
  await samePrice(deps, draft, order.id, order.finding !== null)
  // The look-ups before took time: if they used up the limit's reserve for it, the call's clock
  // starts now.
  if (performance.now() - known.begunAt > issueLimits.lookedUpMs)
    await deps.db
      .updateTable('orders')
      .set({ set_asked_at: sql`now()` })
      .where('id', '=', order.id)
      .execute()
  try {
    return await step('issue.set', () => deps.systems.esbd.issue(draft))
  } catch (cause) {
    // SetPolicy runs only after the database has just replied that it holds none.
    if (cause instanceof EsbdRefused && cause.operation === 'SetPolicy') known.mayExist = false
    if (cause instanceof Unavailable && cause.operation === 'SetPolicy')
      known.mayExist = cause.mayHaveHappened
    throw cause
  }
}

/** Fewer policies predict nothing (issue times are shown above 50 in 30 days). */
const enough = 50
/** The newest rows are the sample: a whole country sells more in an hour. */
const atMost = 20_000
const barCount = 22

/** From the payment of an order to its policy, in the last 30 days. Times in whole seconds. */
export type IssueTimes = {
  median: number
  /** Ninety-nine of a hundred policies took no longer. */
  almostAll: number
  /** Policies by time in equal pieces, as shares of the fullest: 0 to 1. */
  bars: number[]
  /** Index of the median's bar. */
  medianBar: number
}

/**
 * Returns how many of a hundred orders paid in the last 30 days got their policy within a minute;
 * refunded ones count too, those younger than a minute do not. Null if there are too few.
 */
export async function issuedAtOnce(db: Sql, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - issueTimesDays * 24 * 3_600_000)
  const { rows } = await sql<{ n: string; quick: string }>`
    select count(*) as n,
      count(*) filter (where exists (select from policies where policies.order_id = newest.id
        and policies.issued_at <= newest.paid_at + interval '1 minute')) as quick
    from (
      select id, paid_at from orders
      where paid_at >= ${since} and paid_at < ${addMs(now, -60_000)}
      order by paid_at desc limit ${atMost}
    ) as newest`.execute(db)
  const [row] = rows
  if (!row || Number(row.n) <= enough) return null
  // Never rounded up to a whole that it was not.
  return Math.floor((100 * Number(row.quick)) / Number(row.n))
}

/** Returns how long policies took to issue; null if there are too few. */
export async function issueTimes(db: Sql, now: Date): Promise<IssueTimes | null> {
  const since = new Date(now.getTime() - issueTimesDays * 24 * 3_600_000)
  const { rows } = await sql<{ n: string; median: number; most: number; times: number[] }>`
    select count(*) as n,
      percentile_disc(0.5) within group (order by seconds) as median,
      percentile_disc(0.99) within group (order by seconds) as most,
      array_agg(seconds) as times
    from (
      select ceil(extract(epoch from policies.issued_at - orders.paid_at))::int as seconds
      from orders join policies on policies.order_id = orders.id
      where orders.paid_at >= ${since} and policies.issued_at >= orders.paid_at
      order by orders.paid_at desc
      limit ${atMost}
    ) as newest`.execute(db)
  const [row] = rows
  if (!row || Number(row.n) <= enough) return null
  // The pieces reach as far as twenty of twenty-two would reach ninety-nine of a hundred.
  const piece = Math.max(1, row.most / (barCount - 2))
  const counts = Array.from({ length: barCount }, () => 0)
  const barOf = (seconds: number) => Math.min(barCount - 1, Math.floor(seconds / piece))
  for (const seconds of row.times) counts[barOf(seconds)] = (counts[barOf(seconds)] ?? 0) + 1
  const fullest = Math.max(...counts)
  return {
    median: row.median,
    almostAll: row.most,
    bars: counts.map((count) => count / fullest),
    medianBar: barOf(row.median),
  }
}
