import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { linkSignature, messageSignature, partners, readLink, readRefundNotice } from './client.ts'
import type { Report } from './protocol.ts'
import { partnerSandbox, reportsOf } from './sandbox.ts'

const secret = 'sandbox-partner-secret'
const world = createWorld({})
const { send, journal } = sending('partner')
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, partnerSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(() => server.close())

const report: Report = {
  id: 'QG1-abc:issued',
  event: 'issued',
  at: '2026-11-20T06:00:00.000Z',
  reference: 'visit-7',
  order: { id: 'QG1-abc', source: 'freedom_superapp_ogpo', amount: 36_094 },
  policy: { globalId: '100000001G', start: '2026-11-21', end: '2027-11-20' },
}
const tells = (of: Partial<{ secret: string; report: Report }> = {}) =>
  partners(send).report({
    url: `${server.address}/partner/webhook`,
    secret,
    report,
    at: world.now(),
    ...of,
  })

describe('a report', () => {
  test('is taken when it is signed, and known again by its id', async () => {
    await tells()
    await tells()
    expect(reportsOf(world)).toMatchObject([{ report, times: 2 }])
  })
  test('signed with another secret is not taken', async () => {
    await expect(tells({ secret: 'guess' })).rejects.toThrow('HTTP 401')
  })
  test.each(['error', 'timeout', 'unavailable', 'reset'] as const)(
    'under mode %s is Unavailable',
    async (mode) => {
      world.faults.push({ system: 'partner', operation: 'report', mode, times: 3 })
      await expect(tells()).rejects.toBeInstanceOf(Unavailable)
    },
  )
  test('is in the journals by its id', () => {
    expect(journal.some(({ key }) => key === report.id)).toBe(true)
    expect(world.journal.some(({ key }) => key.id === report.id)).toBe(true)
  })
})

describe('a link', () => {
  const made = async (query = '') => {
    const { url } = await (
      await fetch(`${server.address}/partner/link?site=https://qorgan.example${query}`)
    ).json()
    return new URL(String(url))
  }
  const read = (url: URL, now = world.now(), code = 'freedom') =>
    readLink(code, url.searchParams, secret, now)

  test('opens with what it prefills', async () => {
    const url = await made('&lang=ru&iin=850315399904&phone=77010000001&ref=visit-7')
    expect(url.pathname).toBe('/ru/internal/freedom/partner/ogpo')
    expect(read(url)).toMatchObject({
      iin: '850315399904',
      phone: '77010000001',
      reference: 'visit-7',
      returnUrl: `${server.address}/partner`,
    })
  })
  test.each<[string, (params: URLSearchParams) => void]>([
    ['with another person', (params) => params.set('iin', '880214399916')],
    ['with a longer life', (params) => params.set('exp', '99999999999')],
    ['with a parameter more', (params) => params.append('phone', '77010000002')],
    ['without a signature', (params) => params.delete('sig')],
  ])('%s opens nothing', async (_what, change) => {
    const url = await made('&iin=850315399904')
    change(url.searchParams)
    expect(read(url)).toBe('link')
  })
  test('of another partner opens nothing', async () =>
    expect(read(await made(), world.now(), 'other')).toBe('link'))
  test('is over after its minutes', async () => {
    expect(read(await made(), new Date(world.now().getTime() + 5 * 60_000 + 1_000))).toBe('expired')
  })
  test('signed for longer than links live opens nothing', async () => {
    const url = await made()
    url.searchParams.set('exp', String(Math.floor(world.now().getTime() / 1_000) + 3_600))
    url.searchParams.set('sig', linkSignature('freedom', url.searchParams, secret))
    expect(read(url)).toBe('link')
  })
})

describe('a notice of a refund', () => {
  const body = JSON.stringify({ refundId: 'PR-1', orderId: 'QG1-abc', amount: 100 })
  const now = world.now()
  const read = (text = body, at = now, with_ = secret, heard = now) => {
    const timestamp = String(Math.floor(at.getTime() / 1_000))
    const headers = {
      'x-qorgan-timestamp': timestamp,
      'x-qorgan-signature': messageSignature(timestamp, text, with_),
    }
    return readRefundNotice(headers, text, secret, heard)
  }
  test('is believed when it is signed and fresh', () =>
    expect(read()).toMatchObject({ ok: true, notice: { refundId: 'PR-1' } }))
  test('with another secret is not', () =>
    expect(read(body, now, 'guess')).toEqual({ ok: false, reason: 'signature' }))
  test('of an hour ago is not', () => {
    expect(read(body, new Date(now.getTime() - 3_600_000))).toEqual({ ok: false, reason: 'time' })
  })
  test('of another shape is not', () =>
    expect(read('{"amount":-1}')).toEqual({ ok: false, reason: 'shape' }))
  test.each(['refundId', 'orderId'])(
    'with a number that cannot be stored is of none: %s',
    (name) => {
      const text = JSON.stringify({ ...JSON.parse(body), [name]: 'PR\u0000' })
      expect(read(text)).toEqual({ ok: false, reason: 'shape' })
    },
  )
})
