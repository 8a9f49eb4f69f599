import { describe, expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { dataIn, partnerVisits, second } from '#tests/partner-visit.ts'
import { buyer, clockTo, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const app = sharedTestApp()
const { opens, link, orders, rowOf } = partnerVisits(app)

const clerk = { iin: '880808399905', phone: '77010000777' }

/** A buyer's token bound to a visit of a fresh link. */
async function visitor(who = buyer, query: Record<string, string> = {}) {
  const opened = await opens(await link({ iin: who.iin, phone: who.phone, ...query }))
  const page = dataIn((await opens(opened.to, opened.cookie)).text)
  const token = await purchaseToken(app(), who)
  const bound = await app().api('partnerStart', { visit: page.visit?.key ?? '' }, token)
  expect(bound.body.success).toBe(true)
  return token
}
type Heard = {
  report: {
    id: string
    event: string
    reference: string | null
    reason?: string
    refund?: { amount: number }
    order: { id: string }
  }
  times: number
}
const heard = async (orderId: string): Promise<Heard[]> =>
  (await app().control('GET', '/partner/reports')).filter(
    ({ report }: Heard) => report.order.id === orderId,
  )
const hears = (orderId: string, event: string) =>
  until(
    () => heard(orderId),
    (all) => all.some(({ report }) => report.event === event),
  )

describe('a sale of the partner', () => {
  test('has the partner’s source and page, and its issue is told once, signed, with the partner’s own reference', async () => {
    spec(
      '3.2.source-freedom_superapp_ogpo',
      '3.2.source-external_refund_superapp_ogpo',
      '6.what-partner-did-not',
    )

    const token = await visitor(buyer, { ref: 'visit-7' })
    const { orderId } = await orders(token)
    expect(await rowOf(orderId)).toMatchObject({
      channel: 'partner',
      source: 'freedom_superapp_ogpo',
      partner: 'freedom',
    })
    // The partner is down at first; the report is retried by its schedule.
    await app().fault('partner', 'unavailable', { operation: 'report', times: 4 })
    await paysBill(app())
    expect(await settled(app(), token, orderId)).toMatchObject({ data: { status: 'issued' } })
    const waiting = await until(
      () =>
        app()
          .db.selectFrom('partner_events')
          .selectAll()
          .where('order_id', '=', orderId)
          .executeTakeFirst(),
      (event) => (event?.attempts ?? 0) > 0,
    )
    expect(waiting?.delivered_at).toBeNull()
    // Staff see in the order’s time what the partner did not take.
    await account(app(), clerk, { role: 'staff' })
    const desk = await signedIn(app(), clerk)
    const refused = await until(
      async () => {
        const { body } = await app().api('staffOrder', { order_id: orderId }, desk)
        return body.success
          ? body.data.events.find(({ what }) => what === 'partner.report')
          : undefined
      },
      (event) => event !== undefined,
    )
    expect(refused).toMatchObject({ kind: 'call', bad: true })
    await app().control('DELETE', '/control/faults')
    await clockTo(app(), new Date((waiting?.next_attempt_at.getTime() ?? 0) + 5_000).toISOString())
    expect(await hears(orderId, 'issued')).toMatchObject([
      {
        times: 1,
        report: {
          id: `${orderId}:issued`,
          reference: 'visit-7',
          order: { source: 'freedom_superapp_ogpo' },
          policy: { start: '2026-11-21' },
        },
      },
    ])
    expect(JSON.stringify(await heard(orderId))).not.toMatch(/850315399904|77010000001|Әбді/)
    const messages = await until(
      () => app().messages(buyer.phone),
      (all) => all.some(({ text }) => text.includes('/c/')),
    )
    const [short = ''] = messages.flatMap(({ text }) => /https?:\S+\/c\/\S+/.exec(text) ?? [])
    const led = await fetch(short, { redirect: 'manual' })
    expect(led.headers.get('location')).toContain('/internal/freedom/partner/ogpo/result?order=')

    // The partner returns the money past us.
    const refund = (amount: number, refundId = 'PR-1') =>
      fetch(`${app().sandbox.url}/partner/refund`, {
        method: 'POST',
        body: new URLSearchParams({
          site: app().url,
          order: orderId,
          amount: String(amount),
          refundId,
        }),
      }).then((answer) => answer.json())
    const { amount } = await rowOf(orderId)
    // The answers are final, and say so: none asks for a retry.
    expect(await refund(amount + 1)).toMatchObject({ status: 409, answer: { code: 14142 } })
    for (const _time of [1, 2])
      expect(await refund(amount)).toMatchObject({ status: 200, answer: { success: true } })
    expect(await refund(1, 'PR-2')).toMatchObject({ status: 409, answer: { code: 14142 } })
    expect(await refund(amount - 1)).toMatchObject({ status: 409, answer: { code: 14141 } })
    expect((await rowOf(orderId)).source).toBe('external_refund_superapp_ogpo')
    const lines = await app()
      .db.selectFrom('ledger')
      .select('amount')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'refund')
      .execute()
    expect(lines).toEqual([{ amount }])
    const unsigned = await app().raw('/api/hooks/partner/freedom/refund', {
      body: { refundId: 'X', orderId, amount: 1 },
    })
    expect(unsigned.status).toBe(401)
  })

  test('that was paid and could not be issued is told as failed, then as refunded', async () => {
    const token = await visitor(second)
    await app().fault('esbd', 'error', { operation: 'SetPolicy', times: 10 })
    const { orderId } = await orders(token, sale({ insurant: second }))
    await paysBill(app(), second.phone)
    await until(
      async () => {
        const row = await rowOf(orderId)
        const next = row.next_attempt_at?.getTime() ?? 0
        if (next > app().server.deps.clock.now().getTime())
          await clockTo(app(), new Date(next + 1_000).toISOString())
        return row.state
      },
      (state) => state === 'refunded',
    )
    await app().control('DELETE', '/control/faults')
    await hears(orderId, 'failed')
    const all = await hears(orderId, 'refunded')
    expect(all.find(({ report }) => report.event === 'failed')?.report.reason).toBe('not_issued')
    expect(all.find(({ report }) => report.event === 'refunded')?.report.refund?.amount).toBe(
      (await rowOf(orderId)).amount,
    )
  })

  test('that the client cancels is told as failed; a sale of the site is told to nobody', async () => {
    const token = await visitor(second)
    const { orderId } = await orders(
      token,
      sale({ insurant: second, order: { dateStart: '2026-11-25' } }),
    )
    await app().api('ogpoCancelOrder', { orderId }, token)
    expect((await hears(orderId, 'failed'))[0]?.report.reason).toBe('cancelled')
    const own = await purchaseToken(app(), second)
    const site = await orders(own, sale({ insurant: second, order: { dateStart: '2026-11-26' } }))
    await app().api('ogpoCancelOrder', { orderId: site.orderId }, own)
    expect(
      await app()
        .db.selectFrom('partner_events')
        .select('id')
        .where('order_id', '=', site.orderId)
        .execute(),
    ).toEqual([])
  })
})
