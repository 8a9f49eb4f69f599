import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pay } from '#contract/pay.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { signed } from '#systems/acquirer/xml.ts'
import { billsFor } from '#systems/bank/sandbox.ts'
import { invoicesOf } from '#systems/epay/sandbox.ts'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { placed, placeOf } from '#tests/chaos/at-house.ts'
import { paysLink, typesCard } from '#tests/chaos/client.ts'
import { countOf } from '#tests/chaos/exactly-once.ts'
import { billsStay, clockOn, purchaseToken } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'

const acts = [
  'byBill',
  'byCard',
  'byEpay',
  'byOtherPhone',
  'payBill',
  'payBill',
  'payCard',
  'payEpay',
  'rejectBill',
  'decline',
  'declineEpay',
  'cancel',
  'tick',
] as const
type Act = (typeof acts)[number]
type Sold = Awaited<ReturnType<typeof placed>>

const billsOf = (at: TestApp, { orderId }: Sold) => billsFor(at.sandbox.world, orderId)
const pagesOf = (at: TestApp, { orderId }: Sold) =>
  [...payments(at.sandbox.world).values()].filter((payment) =>
    payment.orderId.startsWith(`${orderId}-`),
  )

const linksOf = (at: TestApp, { orderId }: Sold) =>
  [...invoicesOf(at.sandbox.world).values()].filter(({ account_id }) =>
    account_id.startsWith(`${orderId}-`),
  )

/**
 * One thing that a client, a bank or the time may do at any moment, also to bills and pages that we
 * have closed.
 */
async function does(at: TestApp, token: string, sold: Sold, act: Act): Promise<void> {
  const again = (pay: Pay) =>
    at.api(
      'ogpoOrder',
      { calculationId: sold.calculationId, pay, email: 'client@example.kz' },
      token,
    )
  const bill = billsOf(at, sold).find(({ state }) => state === 'awaiting')
  const page = pagesOf(at, sold).find(({ state }) => state === 'new')
  const link = linksOf(at, sold).find(
    ({ transaction }) => transaction === null || transaction.state === 'REJECT',
  )
  if (act === 'byBill') await again({ system: 'mobile_bank', method: 'bill' })
  if (act === 'byOtherPhone')
    await again({ system: 'mobile_bank', method: 'bill', phone: '77010000002' })
  if (act === 'byCard') await again({ system: 'card', method: 'redirect' })
  if (act === 'byEpay') await again({ system: 'epay', method: 'invoice' })
  if (act === 'payBill' && bill) await at.control('POST', `/control/invoices/${bill.id}/pay`)
  if (act === 'rejectBill' && bill) await at.control('POST', `/control/invoices/${bill.id}/reject`)
  if (act === 'payCard' && page) await typesCard(at.sandbox.url, page.id)
  if (act === 'decline' && page) await declines(at, sold, page)
  if (act === 'payEpay' && link) await paysLink(link.url, 'qr')
  if (act === 'declineEpay' && link) await paysLink(link.url, 'decline')
  if (act === 'cancel') await at.api('ogpoCancelOrder', { orderId: sold.orderId }, token)
  if (act === 'tick') await clockOn(at, 30)
}

/** A true notice of a failed try, after which the same page may still be paid. */
async function declines(at: TestApp, sold: Sold, page: { id: string; orderId: string }) {
  const fields = {
    pg_order_id: page.orderId,
    pg_payment_id: page.id,
    pg_amount: sold.amount.toFixed(2),
    pg_currency: 'KZT',
    pg_result: '0',
    pg_failure_code: '51',
  }
  await fetch(`${at.url}/api/hooks/acquirer/result`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(signed('result', fields, 'sandbox-secret')).toString(),
  })
}

/** Sums what the outside world paid and refunded for an order, tenge. */
function outside(at: TestApp, sold: Sold) {
  const paid = [
    ...billsOf(at, sold).filter(({ state }) => state === 'paid'),
    ...pagesOf(at, sold).filter(({ state }) => state === 'success'),
    ...linksOf(at, sold).filter(({ transaction }) =>
      ['CHARGE', 'REFUND'].includes(transaction?.state ?? ''),
    ),
  ]
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    payments: paid.length,
    in: sum(paid.map(({ amount }) => amount)),
    out: sum([
      ...[...billsOf(at, sold), ...pagesOf(at, sold)].flatMap(({ refunds }) =>
        refunds.map(({ amount }) => amount),
      ),
      ...linksOf(at, sold).flatMap(({ transaction }) => transaction?.refunds ?? []),
    ]),
  }
}

/** One sale through its acts; after each the order has one live attempt at most. */
async function lives(at: TestApp, token: string, script: readonly Act[]): Promise<Sold> {
  const sold = await placed(at, token, 'bill')
  for (const act of script) {
    await does(at, token, sold, act)
    const [live] = await placeOf(at).rows<{ count: number }>(
      "select count(*)::int as count from payment_attempts where order_id = $1 and state in ('created', 'awaiting')",
      [sold.orderId],
    )
    expect(live?.count).toBeLessThanOrEqual(1)
  }
  return sold
}

test('whatever clients, banks and time do in whatever order: money in less money out is the premium of the policies issued', {
  timeout: 120_000,
}, async () => {
  const at = await testApp()
  const token = await purchaseToken(at)
  // Closed bills stay on the phone and are paid late.
  await billsStay(at)
  const script = fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 10, maxLength: 10 }), async (scripts) => {
      const sales = await Promise.all(scripts.map((one) => lives(at, token, one)))
      for (const sold of sales) {
        const count = await until(
          () => countOf(placeOf(at), sold.orderId),
          ({ state, ledger, refunds }) => {
            const { payments, out } = outside(at, sold)
            const known =
              (ledger.payment?.count ?? 0) === payments && (ledger.refund?.sum ?? 0) === -out
            const due = payments - (state === 'issued' ? 1 : 0)
            return (
              known &&
              refunds.length === due &&
              ['awaiting_payment', 'cancelled', 'issued', 'refunded'].includes(state)
            )
          },
        )
        const issued = count.state === 'issued' ? sold.amount : 0
        const money = outside(at, sold)
        expect(money.in - money.out).toBe(issued)
        expect(count.policies).toBe(issued ? 1 : 0)
        expect(count.ledger.premium?.sum ?? 0).toBe(issued)
        if (count.state === 'awaiting_payment' || count.state === 'cancelled')
          expect(money.payments).toBe(0)
      }
    }),
    { numRuns: 3, endOnFailure: true },
  )
  const [policies] = await placeOf(at).rows<{ count: number }>(
    'select count(*)::int as count from policies',
  )
  expect(esbdPolicies(at.sandbox.world)).toHaveLength(policies?.count ?? -1)
})
