import type pg from 'pg'
import { z } from 'zod'
import { payments } from '../../../systems/acquirer/sandbox-payments.ts'
import { type Invoice, numberOn } from '../../../systems/bank/sandbox.ts'
import { esbdPolicies } from '../../../systems/esbd/sandbox.ts'
import type { World } from '../../../systems/sandbox-kit.ts'

/**
 * What the outside world holds after a day, to be compared with our books: money that came and went
 * by our attempt's id, policies by number.
 */
export const OutsideJournal = z.object({
  paid: z.array(z.object({ attempt: z.string(), amount: z.int(), back: z.int() })),
  policies: z.array(z.string()),
})
export type OutsideJournal = z.infer<typeof OutsideJournal>

export function outsideJournal(world: World): OutsideJournal {
  const back = (refunds: readonly { amount: number }[]) =>
    refunds.reduce((sum, { amount }) => sum + amount, 0)
  return {
    paid: [
      ...[...world.store<Invoice>('bank.invoices').values()]
        .filter(({ state }) => state === 'paid')
        .map((bill) => ({
          attempt: numberOn(bill),
          amount: bill.amount,
          back: back(bill.refunds),
        })),
      ...[...payments(world).values()]
        .filter(({ state }) => state === 'success')
        .map(({ orderId, amount, refunds }) => ({ attempt: orderId, amount, back: back(refunds) })),
    ],
    policies: esbdPolicies(world)
      .filter(({ rescinded }) => !rescinded)
      .map(({ number }) => number),
  }
}

const REST_SECONDS = 180

/**
 * Waits until nothing is under way: what was paid outside heard of, every paid order issued or
 * refunded, its documents made and sent. Answers the seconds it took, or null.
 */
export async function atRest(
  sql: pg.Client,
  journal: () => Promise<OutsideJournal>,
): Promise<number | null> {
  const began = performance.now()
  for (;;) {
    const paid = (await journal()).paid.map(({ attempt }) => attempt)
    const { rows } = await sql.query<{ open: number }>(
      `select (select count(*) from orders where state in ('paid', 'issuing', 'refunding'))
            + (select count(*) from orders where state = 'issued' and papers_sent_at is null)
            + (select count(*) from refunds where state = 'due')
            + (select count(*) from payment_attempts where state in ('created', 'awaiting') and (outside_id is null or id = any($1))) as open`,
      [paid],
    )
    const seconds = (performance.now() - began) / 1_000
    if (Number(rows[0]?.open) === 0) return seconds
    if (seconds > REST_SECONDS) return null
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Seconds from a policy's issue until its client was told of it: half of them, 95 of a hundred. */
export async function toldAfter(sql: pg.Client): Promise<[half: number, most: number]> {
  const { rows } = await sql.query<{ seconds: [number, number] | null }>(
    `select percentile_cont(array[0.5, 0.95]) within group (
         order by extract(epoch from o.papers_sent_at - p.issued_at)) as seconds
       from orders o join policies p on p.order_id = o.id
       where o.id like 'QG%' and o.papers_sent_at is not null`,
  )
  return rows[0]?.seconds ?? [0, 0]
}

/**
 * What the country's money says: everything the outside took or gave back stands in our ledger to
 * the tenge and the other way round, every issued order has exactly one policy outside and one
 * here, and every order a client was told of exists. Answers what is wrong.
 */
export async function accountsAgree(
  sql: pg.Client,
  outside: OutsideJournal,
  told: readonly string[],
) {
  const rows = async <Row extends pg.QueryResultRow>(text: string) =>
    (await sql.query<Row>(text)).rows
  const since = `(select min(created_at) from orders where id like 'QG%')`
  const [paid, back, issued, known, doubled] = [
    await rows<{ key: string; amount: number }>(
      `select attempt_id as key, sum(amount)::int as amount from ledger where kind = 'payment' and order_id like 'QG%' and at >= ${since} group by 1`,
    ),
    await rows<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from ledger where kind = 'refund' and order_id like 'QG%'`,
    ),
    await rows<{ number: string; premium: number; ledger: number; papers: number; sms: number }>(
      `select o.number, o.insurance_premium as premium,
         (select coalesce(sum(amount), 0)::int from ledger where order_id = o.id and kind = 'premium' and credit = 'insurer') as ledger,
         (select count(*)::int from documents d join policies p on p.id = d.policy_id
           where p.order_id = o.id and d.kind = 'policy' and d.locale = o.locale) as papers,
         (select count(*)::int from messages where order_id = o.id and kind = 'sms' and purpose = 'issued' and sent_at is not null) as sms
       from orders o where o.state = 'issued' and o.id like 'QG%'`,
    ),
    await rows<{ id: string }>(`select id from orders where id like 'QG%'`),
    await rows<{ order_id: string }>(
      `select order_id from policies where order_id like 'QG%' group by 1 having count(*) > 1`,
    ),
  ]
  const wrong: string[] = []
  const ours = new Map(paid.map(({ key, amount }) => [key, amount]))
  const theirs = new Map(outside.paid.map(({ attempt, amount }) => [attempt, amount]))
  if (theirs.size !== outside.paid.length)
    wrong.push(`${outside.paid.length - theirs.size} attempts were paid twice`)
  for (const [attempt, amount] of theirs)
    if (ours.get(attempt) !== amount)
      wrong.push(
        `paid ${amount} outside by ${attempt}, in the ledger ${ours.get(attempt) ?? 'nothing'}`,
      )
  for (const attempt of ours.keys())
    if (!theirs.has(attempt)) wrong.push(`${attempt} is in the ledger and was never paid outside`)
  const given = outside.paid.reduce((sum, { back }) => sum + back, 0)
  if (given !== Number(back[0]?.sum))
    wrong.push(`${given} given back outside, ${back[0]?.sum} in the ledger`)
  const policies = new Set(outside.policies)
  if (policies.size !== outside.policies.length)
    wrong.push(`${outside.policies.length - policies.size} policies were set twice`)
  for (const { number, premium, ledger, papers: policyDocuments, sms } of issued) {
    if (!policies.delete(number)) wrong.push(`${number} is issued here and unknown outside`)
    if (premium !== ledger) wrong.push(`${number}: premium ${premium}, in the ledger ${ledger}`)
    if (policyDocuments !== 1 || sms !== 1)
      wrong.push(`${number}: ${policyDocuments} policies as PDF, ${sms} messages`)
  }
  for (const number of policies) wrong.push(`${number} is registered outside and not issued here`)
  for (const { order_id } of doubled) wrong.push(`${order_id} has two policies`)
  const ids = new Set(known.map(({ id }) => id))
  for (const id of told)
    if (!ids.has(id)) wrong.push(`the client was told of ${id}, which is nowhere`)
  return {
    orders: known.length,
    paid: paid.length,
    tenge: [...ours.values()].reduce((sum, amount) => sum + amount, 0),
    issued: issued.length,
    wrong,
  }
}
