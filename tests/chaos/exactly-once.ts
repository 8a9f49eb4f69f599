import { expect } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { billsFor } from '#systems/bank/sandbox.ts'
import { invoicesOf } from '#systems/epay/sandbox.ts'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { mailsOf } from '#systems/mail/sandbox.ts'
import type { World } from '#systems/sandbox-kit.ts'

type Rows = <Row extends Record<string, unknown>>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>
export type Place = { world: World; rows: Rows }

/**
 * What the outside world and the ledger hold of one order, counted where it cannot be argued with.
 */
export async function countOf({ world, rows }: Place, orderId: string) {
  const [order] = await rows<{
    number: string
    state: string
    progress_key: string
    short_key: string
    amount: number
    email: string
    phone: string
  }>(
    'select number, state, progress_key, short_key, amount, email, phone from orders where id = $1',
    [orderId],
  )
  if (!order) throw new Error(`no order ${orderId}`)
  const bills = billsFor(world, orderId)
  // Of a bill whose answer was lost nobody here knows; its client was told to decline it.
  const heard = await rows<{ outside_id: string }>(
    'select outside_id from payment_attempts where order_id = $1',
    [orderId],
  )
  const cards = [...payments(world).values()].filter((payment) =>
    payment.orderId.startsWith(`${orderId}-`),
  )
  const links = [...invoicesOf(world).values()].filter(({ account_id }) =>
    account_id.startsWith(`${orderId}-`),
  )
  const policies = esbdPolicies(world).filter(({ number }) => number === order.number)
  const ledger = await rows<{ kind: string; count: number; sum: number }>(
    // What goes out, and what a reissue takes over of an earlier sale, is counted as less.
    `select kind, count(*)::int as count, sum(case when kind = 'refund' or (kind, debit) in
       (('premium', 'insurer'), ('ogpo_plus', 'insurer'), ('commission', 'commission')) then -amount else amount end)::int as sum
     from ledger where order_id = $1 group by kind order by kind`,
    [orderId],
  )
  const history = await rows<{ state: string }>(
    'select state from order_history where order_id = $1 order by id',
    [orderId],
  )
  const [policyDocuments] = await rows<{ count: number }>(
    'select count(*)::int as count from documents join policies on policies.id = documents.policy_id where policies.order_id = $1',
    [orderId],
  )
  const told = world.messages.filter(
    ({ from, to, text }) =>
      from === 'Qorgan' && to === order.phone && text.includes(`/c/${order.short_key}`),
  )
  return {
    state: order.state,
    history: history.map(({ state }) => state),
    bills: bills.filter(({ id }) => heard.some(({ outside_id }) => outside_id === id)).length,
    cardPayments: cards.length,
    links: links.length,
    refunds: [
      ...[...bills, ...cards].flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
      ...links.flatMap(({ transaction }) => transaction?.refunds ?? []),
    ],
    policies: policies.length,
    papers: policyDocuments?.count ?? 0,
    sms: told.length,
    letters: mailsOf(world, order.email).filter(({ text }) => text.includes(order.progress_key))
      .length,
    ledger: Object.fromEntries(ledger.map(({ kind, count, sum }) => [kind, { count, sum }])),
  }
}

type Sold = { amount: number; commission: number; system?: 'bill' | 'card' | 'epay' }

/**
 * One payment by its way, one policy, four documents, one SMS, one letter, one line each in the
 * ledger.
 */
export async function expectSoldOnce(
  place: Place,
  orderId: string,
  { amount, commission, system = 'bill' }: Sold,
): Promise<void> {
  expect(await countOf(place, orderId)).toEqual({
    state: 'issued',
    history: ['draft', 'awaiting_payment', 'paid', 'issuing', 'issued'],
    bills: system === 'bill' ? 1 : 0,
    cardPayments: system === 'card' ? 1 : 0,
    links: system === 'epay' ? 1 : 0,
    refunds: [],
    policies: 1,
    papers: 4,
    sms: 1,
    letters: 1,
    ledger: {
      commission: { count: 1, sum: commission },
      payment: { count: 1, sum: amount },
      premium: { count: 1, sum: amount },
    },
  })
}

/**
 * True when everything about an order is over: documents sent, no refund due, no message unsent.
 */
export async function atRest({ rows }: Pick<Place, 'rows'>, orderId: string): Promise<boolean> {
  const [open] = await rows<{ open: boolean }>(
    `select not (
       (state = 'issued' and papers_sent_at is not null or state = 'refunded')
       and not exists (select 1 from refunds where order_id = $1 and state <> 'done')
       and not exists (select 1 from messages where order_id = $1 and sent_at is null)
     ) as open from orders where id = $1`,
    [orderId],
  )
  return open?.open === false
}
