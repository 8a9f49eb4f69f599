import { describe, expect, test } from 'vitest'
import { linkSignature } from '#systems/partner/sign.ts'
import { account, signedIn } from '#tests/client.ts'
import {
  buyer,
  clockTo,
  paysBill,
  purchaseToken,
  quoted,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const app = sharedTestApp()
const second = ready('880214399916')
const clerk = { iin: '880808399905', phone: '77010000777' }

/**
 * Opens an address as a browser without following; answers its status, where it leads, and the
 * visit's cookie.
 */
async function opens(url: string, cookie = '') {
  const answer = await fetch(new URL(url, app().url), {
    redirect: 'manual',
    headers: { cookie, 'accept-language': 'kk' },
  })
  const set = answer.headers.getSetCookie()
  return {
    status: answer.status,
    to: answer.headers.get('location') ?? '',
    text: await answer.text(),
    set,
    cookie: (set[0] ?? '').split(';')[0] ?? '',
  }
}
/** A link as the partner's application signs it. */
async function link(query: Record<string, string> = {}): Promise<string> {
  const params = new URLSearchParams({ site: app().url, ...query })
  return String((await app().control('GET', `/partner/link?${params}`)).url)
}
const problemIn = (address: string) => new URL(address, 'https://x').searchParams.get('problem')
const dataIn = (html: string) =>
  JSON.parse(html.slice(html.indexOf('{'))) as { visit: { key: string } | null; problem?: string }

/** A buyer's token bound to a visit of a fresh link. */
async function visitor(who = buyer, query: Record<string, string> = {}) {
  const opened = await opens(await link({ iin: who.iin, phone: who.phone, ...query }))
  const page = dataIn((await opens(opened.to, opened.cookie)).text)
  const token = await purchaseToken(app(), who)
  const bound = await app().api('partnerStart', { visit: page.visit?.key ?? '' }, token)
  expect(bound.body.success).toBe(true)
  return token
}
async function orders(token: string, of = sale()) {
  const quote = await quoted(app(), token, of)
  const { body } = await app().api(
    'ogpoOrder',
    { calculationId: quote.calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    token,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
const rowOf = (id: string) =>
  app().db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
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

describe('a signed link', () => {
  test('opens a visit in the language of its address: the page knows what the partner prefilled, no address and no script learns the key', async () => {
    const url = await link({ lang: 'ru', iin: buyer.iin, phone: buyer.phone })
    const opened = await opens(url)
    expect([opened.status, opened.to]).toEqual([303, '/ru/internal/freedom/partner/ogpo/login'])
    expect(opened.set[0]).toMatch(
      /^partner_visit=[\w-]{20,}; Path=\/internal\/freedom\/partner; .*HttpOnly; SameSite=Lax/,
    )
    const page = await opens(opened.to, opened.cookie)
    expect(page.text).toContain('<title>partner-ogpo-login ru</title>')
    expect(dataIn(page.text)).toMatchObject({
      partner: { code: 'freedom', name: { ru: 'Freedom SuperApp' } },
      visit: { iin: buyer.iin, phone: buyer.phone, back: `${app().sandbox.url}/partner` },
    })
  })

  test('opens once', async () => {
    const url = await link()
    expect(problemIn((await opens(url)).to)).toBeNull()
    const again = await opens(url)
    expect(again.to).toBe('/internal/freedom/partner/ogpo/result-error?problem=used')
    expect(dataIn((await opens(again.to)).text).problem).toBe('used')
  })

  test('changed, or signed with another secret, opens nothing', async () => {
    const changed = new URL(await link({ iin: buyer.iin }))
    changed.searchParams.set('iin', second.iin)
    expect(problemIn((await opens(changed.href)).to)).toBe('link')
    const forged = new URL(await link())
    forged.searchParams.set('sig', linkSignature('freedom', forged.searchParams, 'guess'))
    expect(problemIn((await opens(forged.href)).to)).toBe('link')
  })

  test('is over after its minutes', async () => {
    const url = await link()
    const now = app().server.deps.clock.now().getTime()
    await clockTo(app(), new Date(now + 301_000).toISOString())
    expect(problemIn((await opens(url)).to)).toBe('expired')
    await clockTo(app(), new Date(now).toISOString())
  })

  test('that would lead back to another site opens nothing', async () => {
    expect(problemIn((await opens(await link({ return: 'https://evil.example/' }))).to)).toBe(
      'link',
    )
  })

  test('without it there is no sale, and an unknown partner has no page', async () => {
    expect(problemIn((await opens('/internal/freedom/partner/ogpo')).to)).toBe('link')
    expect(
      problemIn((await opens('/internal/freedom/partner/ogpo/login', 'partner_visit=guess')).to),
    ).toBe('link')
    expect((await opens('/internal/nobody/partner/ogpo')).status).toBe(404)
    expect((await opens('/internal/freedom/partner/ogpo/result?order=x')).status).toBe(200)
  })
})

test('a second partner is a row: its own address, dress and source; its time over, it is gone', async () => {
  await app()
    .db.insertInto('partners')
    .values({
      code: 'shanyraq',
      name_kz: 'Шаңырақ',
      name_ru: 'Шанырак',
      theme: JSON.stringify({
        light: { '--brand': '#123456', '--evil': '#000000', '--ink': 'red;}body{display:none' },
      }),
      secret_ref: 'freedom',
      webhook_url: 'https://shanyraq.example/events',
      source: 'shanyraq_ogpo',
      refund_source: 'external_refund_shanyraq_ogpo',
      active_from: '2026-01-01',
    })
    .execute()
  const { text: css } = await opens('/partners/shanyraq.css')
  expect(css).toMatch(
    /^@media not \(prefers-color-scheme:dark\)\{:root\{[^{}]*--brand:#123456;[^{}]*\}\}@media \(prefers-color-scheme:dark\)\{/,
  )
  expect(css).not.toMatch(/evil|display/)
  expect((await opens('/partners/freedom.css')).text).toMatch(
    /--brand:#1c6b3c;.*@media \(prefers-color-scheme:dark\)/,
  )
  const opened = await opens(await link({ partner: 'shanyraq' }))
  expect(opened.to).toBe('/internal/shanyraq/partner/ogpo/login')
  const { visit } = dataIn((await opens(opened.to, opened.cookie)).text)
  const token = await purchaseToken(app(), second)
  await app().api('partnerStart', { visit: visit?.key ?? '' }, token)
  const { orderId } = await orders(token, sale({ insurant: second }))
  expect(await rowOf(orderId)).toMatchObject({
    channel: 'partner',
    partner: 'shanyraq',
    source: 'shanyraq_ogpo',
  })
  await app()
    .db.updateTable('partners')
    .set({ active_to: '2026-06-30' })
    .where('code', '=', 'shanyraq')
    .execute()
  expect((await opens('/internal/shanyraq/partner/ogpo/login', opened.cookie)).status).toBe(404)
  expect((await opens('/partners/shanyraq.css')).status).toBe(404)
})

test('a token is bound by a live visit only', async () => {
  const token = await purchaseToken(app(), second)
  expect((await app().api('partnerStart', { visit: 'x'.repeat(27) }, token)).status).toBe(404)
  expect((await app().api('partnerStart', { visit: 'x'.repeat(27) })).status).toBe(401)
})

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
    // The partner is away at first; the report comes again by its schedule.
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
    await until(
      () => app().messages(buyer.phone),
      (messages) =>
        messages.some(({ text }) => text.includes('/internal/freedom/partner/ogpo/result?order=')),
    )

    // The money comes back past us.
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
    expect(await refund(amount + 1)).toMatchObject({ status: 409 })
    for (const _time of [1, 2])
      expect(await refund(amount)).toMatchObject({ status: 200, answer: { success: true } })
    expect(await refund(1, 'PR-2')).toMatchObject({ status: 409 })
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
