import { Interrupted } from '#server/jobs/steps.ts'
import { notify } from '#server/messaging/messages.ts'
import { issue } from '#server/ogpo/issue.ts'
import { checkPayment } from '#server/payments/check.ts'
import { openAttempt } from '#server/payments/open.ts'
import { makeReceipt } from '#server/payments/receipts.ts'
import { sendRefund } from '#server/payments/refund.ts'
import { endPolicy } from '#server/policies/end-policy.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { type Fixture, rows } from './fixture.ts'

/**
 * What breaks off as if its process had died, or gets no answer, comes again; anything else is an
 * error.
 */
export const survives = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((cause: unknown) => {
    if (
      !(
        cause instanceof Interrupted ||
        cause instanceof Unavailable ||
        cause instanceof EsbdRefused
      )
    )
      throw cause
  })

type Open = { kind: string; id: string; purpose: string }
/** What is open of some contracts and who would work on it: as the jobs and the sweep find it. */
const openOf = (fixture: Pick<Fixture, 'at'>, contracts: readonly string[]) =>
  rows<Open>(
    fixture,
    `select 'open' as kind, id, '' as purpose from payment_attempts where contract_id = any($1)
       and state = 'created'
     union all select 'check', id, '' from payment_attempts where contract_id = any($1)
       and state in ('awaiting', 'rejected', 'expired', 'error') and outside_id is not null
     union all select 'issue', id, '' from orders where contract_id = any($1) and state in ('paid', 'issuing')
     union all select 'end', one.id::text, '' from policy_endings as one join policies on policies.id = one.policy_id
       where policies.contract_id = any($1) and one.state = 'accepted'
     union all select 'refund', id, '' from refunds where contract_id = any($1) and state = 'due'
     union all select 'receipt', one.id, '' from fiscal_receipts as one join orders on orders.id = one.order_id
       where orders.contract_id = any($1) and one.state = 'due'
     union all select distinct 'tell', orders.id, one.purpose from messages as one join orders on orders.id = one.order_id
       where orders.contract_id = any($1) and one.sent_at is null`,
    [contracts],
  )

async function job({ at }: Pick<Fixture, 'at'>, { kind, id, purpose }: Open): Promise<void> {
  const { deps } = at.server
  const work = {
    open: () => openAttempt(deps, id),
    check: () => checkPayment(deps, id),
    issue: () => issue(deps, id),
    end: () => endPolicy(deps, id),
    refund: () => sendRefund(deps, id),
    receipt: () => makeReceipt(deps, id),
    tell: () => notify(deps, id, purpose),
  }[kind]
  if (work) await survives(work())
}

/** Everything that is open of a contract, all of it at once. */
export async function workOn(fixture: Fixture, contractId: string): Promise<void> {
  await Promise.all((await openOf(fixture, [contractId])).map((one) => job(fixture, one)))
}

/**
 * Calm: the outside answers, nobody dies, nobody does anything, until nothing moves any more.
 * Answers what still is open.
 */
export async function comesToRest(fixture: Fixture, contracts: readonly string[]): Promise<Open[]> {
  const { pool } = fixture.at.server.deps
  let left: Open[] = []
  for (let round = 0; round < 40; round += 1) {
    // Time passes for those who wait for it: a try by its schedule, a call that nobody waits for
    // any more.
    await pool.query(
      `update orders set next_attempt_at = null, set_asked_at = set_asked_at - interval '1 hour'
       where contract_id = any($1) and state in ('paid', 'issuing')`,
      [contracts],
    )
    await pool.query(
      `update refunds set asked_at = asked_at - interval '1 hour' where contract_id = any($1) and state = 'due'`,
      [contracts],
    )
    const before = await fingerprint(fixture, contracts)
    left = await openOf(fixture, contracts)
    const queue = [...left]
    const hand = async () => {
      for (let one = queue.pop(); one; one = queue.pop()) await job(fixture, one)
    }
    await Promise.all([hand(), hand(), hand(), hand()])
    left = (await openOf(fixture, contracts)).filter(
      ({ kind }) => kind !== 'check' && kind !== 'open',
    )
    // Twice the same: bills that nobody pays are asked about and stay as they are.
    if (left.length === 0 && before === (await fingerprint(fixture, contracts))) return []
    // A system that was away answers again after its seconds.
    if (left.length > 0 && round > 3) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return left
}

async function fingerprint(fixture: Fixture, contracts: readonly string[]): Promise<string> {
  const [found] = await rows<{ text: string }>(
    fixture,
    `select (select string_agg(id || state, ',' order by id) from orders where contract_id = any($1))
      || coalesce((select string_agg(id || state, ',' order by id) from payment_attempts where contract_id = any($1)), '')
      || coalesce((select string_agg(id || state, ',' order by id) from refunds where contract_id = any($1)), '') as text`,
    [contracts],
  )
  return found?.text ?? ''
}
