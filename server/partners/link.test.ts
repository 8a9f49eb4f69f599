import { describe, expect, test } from 'vitest'
import { linkSignature } from '#systems/partner/client.ts'
import { dataIn, partnerVisits, second } from '#tests/partner-visit.ts'
import { buyer, clockTo, purchaseToken, sale } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const app = sharedTestApp()
const { link, opens, orders, rowOf } = partnerVisits(app)

const problemIn = (address: string) => new URL(address, 'https://x').searchParams.get('problem')

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

  test('of the partner’s own takes no attempts of an address, however often; a forged one does', async () => {
    await app().server.deps.pool.query("delete from rate_limits where key like 'partnerLinks%'")
    const url = await link()
    await opens(url)
    const answers = new Set<string | null>()
    for (let n = 0; n < 8; n += 1)
      for (const { to } of await Promise.all(Array.from({ length: 16 }, () => opens(url))))
        answers.add(problemIn(to))
    expect([...answers]).toEqual(['used'])
    const used = async () => {
      const { rows } = await app().server.deps.pool.query<{ points: number }>(
        "select points from rate_limits where key like 'partnerLinksPerAddress:%'",
      )
      return rows.map(({ points }) => points)
    }
    expect(await used()).toEqual([0])
    const forged = new URL(await link())
    forged.searchParams.set('sig', linkSignature('freedom', forged.searchParams, 'guess'))
    await opens(forged.href)
    expect(await used()).toEqual([1])
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
  // Sales made remain visible as before; new purchases are the site's own.
  expect((await opens('/internal/shanyraq/partner/ogpo/result?order=x')).status).toBe(200)
  expect((await opens('/partners/shanyraq.css')).status).toBe(200)
  await app().api('ogpoCancelOrder', { orderId }, token)
  const later = await orders(token, sale({ insurant: second }))
  expect(await rowOf(later.orderId)).toMatchObject({ channel: 'site', partner: null })
})

test('a token is bound by a live visit only', async () => {
  const token = await purchaseToken(app(), second)
  expect((await app().api('partnerStart', { visit: 'x'.repeat(27) }, token)).status).toBe(404)
  expect((await app().api('partnerStart', { visit: 'x'.repeat(27) })).status).toBe(401)
})
