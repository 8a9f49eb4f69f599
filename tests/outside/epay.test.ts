import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { epay } from '#systems/epay/client.ts'
import type { Epay } from '#systems/epay/port.ts'
import { epaySandbox, type Invoice, invoicesOf, shop } from '#systems/epay/sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { Unavailable } from '#systems/http.ts'
import { badLine, type Spoiling, spoilings } from './bank-line.ts'

/**
 * Halyk ePay over a line that spoils its answers: never a crash, never money that is not there,
 * never a second effect. OUTSIDE_MUTATIONS=400 is the long form.
 */
const RUNS = Number(process.env.OUTSIDE_MUTATIONS ?? 24)
const world = createWorld({})
const { send: patient } = sending('epay')
const { send: short } = sending('epay', { timeoutMs: 1_500 })
let line: Awaited<ReturnType<typeof badLine>> | null = null
let closing: (() => Promise<void>) | null = null
let client: Epay | null = null
let spoiling: Spoiling | null = null
beforeAll(async () => {
  const server = await serving(world, epaySandbox(world, { repeat: [] }))
  line = await badLine()
  line.target = server.address
  const address = `${line.address}/epay`
  client = epay({ address, oauthAddress: `${server.address}/epay`, ...shop }, (ask) =>
    (spoiling?.how === 'late' ? short : patient)(ask),
  )
  line.spoil = () => spoiling
  closing = async () => {
    await line?.close()
    await server.close()
  }
})
afterAll(() => closing?.())

let number = 500_000
async function invoiceIn(state: 'CHARGE' | 'AUTH' | null): Promise<Invoice> {
  spoiling = null
  const invoice = String(++number)
  await client?.link(ask(invoice))
  const made = invoicesOf(world).get(invoice)
  if (!made) throw new Error('no invoice')
  if (state) made.transaction = { id: `T${invoice}`, state, refunds: [] }
  return made
}
const ask = (invoice: string) => ({
  invoice,
  account: `QG-${invoice}`,
  amount: 36_094,
  description: 'ОГПО',
  locale: 'kz' as const,
  noticeUrl: 'http://127.0.0.1:9/n',
  backUrl: 'http://127.0.0.1:9/b',
})
const runs: Spoiling[] = Array.from({ length: RUNS }, (_, n) => ({
  how: spoilings[n % spoilings.length] ?? 'cut',
  at: Math.floor(n / spoilings.length) + n,
}))
/** What is said, or that it is not known. Anything else is a crash. */
async function said<T>(how: Spoiling, call: (of: Epay) => Promise<T>): Promise<T | null> {
  spoiling = how
  try {
    return client ? await call(client) : null
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    return null
  } finally {
    spoiling = null
  }
}
const long = { timeout: 120_000 }

test('a link whose answer is spoilt is made once and is the one of its invoice', long, async () => {
  for (const how of runs) {
    const invoice = String(++number)
    const before = invoicesOf(world).size
    const link = await said(how, (of) => of.link(ask(invoice)))
    expect(invoicesOf(world).size, JSON.stringify(how)).toBe(before + 1)
    if (link && 'url' in link && how.how !== 'text')
      expect(link.id, JSON.stringify(how)).toBe(invoicesOf(world).get(invoice)?.id)
  }
})

test('a status that is spoilt never says paid of what is not', long, async () => {
  for (const [n, how] of runs.entries()) {
    const invoice = await invoiceIn(([null, 'AUTH', 'CHARGE'] as const)[n % 3] ?? null)
    const standing = await said(how, (of) => of.status(invoice.invoice_id))
    if (standing?.status === 'paid')
      expect(invoice.transaction?.state, JSON.stringify(how)).toBe('CHARGE')
    if (standing?.rest !== null && standing?.amount !== null && standing)
      expect(standing.rest).toBeLessThanOrEqual(standing.amount)
  }
})

test('a refund whose answer is spoilt is made once', long, async () => {
  for (const how of runs) {
    const invoice = await invoiceIn('CHARGE')
    await said(how, (of) =>
      of.refund({ paymentId: invoice.transaction?.id ?? '', amount: 10_000, key: 'R' }),
    )
    expect(invoice.transaction?.refunds, JSON.stringify(how)).toEqual([10_000])
  }
})
