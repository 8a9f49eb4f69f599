import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '../exchange-kit.ts'
import { acquirer } from './client.ts'
import type { CardNotice, Notice, Unread } from './notices.ts'
import { acquirerSandbox } from './sandbox.ts'
import { testCards } from './sandbox-payments.ts'

type Received = { at: number; read: Notice | CardNotice | Unread }

export const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const panOf = (verdict: string) => testCards.find((card) => card.verdict === verdict)?.pan ?? ''
/** Acts as a client on the acquirer's page. */
export const pay = (url: string, verdict = 'approve', expiry = '12/29') =>
  submit(url, { pan: panOf(verdict), expiry, cvc: '123' })

/** The acquirer's sandbox for the tests of a file. */
function acquirerForFile() {
  const world = createWorld({})
  const { send, journal } = sending('acquirer')
  let server: Awaited<ReturnType<typeof serving>>
  const client = (through = send) =>
    acquirer(
      { address: `${server.address}/acquirer`, merchantId: '100001', secret: 'sandbox-secret' },
      through,
    )
  beforeAll(async () => {
    server = await serving(
      world,
      acquirerSandbox(world, { merchant: 'Qorgan', pauses: { repeat: [20, 40], late: 150 } }),
    )
  })
  beforeEach(() => {
    world.faults.length = 0
  })
  afterAll(() => server.close())
  return { world, send, journal, client, address: () => `${server.address}/acquirer` }
}

/**
 * A shop at the acquirer for the tests of a file: pages, their payment, and the notices as the shop
 * has read them. Called at the file's top level.
 */
export function shopAtAcquirer() {
  const { client, ...at } = acquirerForFile()
  // Our side of the notices: records what it read, replies as the test sets.
  const received: Received[] = []
  let answers: ('ok' | 'error')[] = []
  const shop = Fastify()
  shop.removeAllContentTypeParsers()
  shop.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  shop.post<{ Params: { script: string }; Body: string }>('/hooks/:script', (request, reply) => {
    const { script } = request.params
    const read =
      script === 'card'
        ? client().readCardNotice(script, request.body)
        : client().readNotice(script, request.body)
    received.push({ at: performance.now(), read })
    reply.type('text/xml').send(client().answerNotice(script, answers.shift() ?? 'ok', ''))
  })
  let shopUrl = ''

  beforeAll(async () => {
    shopUrl = await shop.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(() => {
    received.length = 0
    answers = []
  })
  afterAll(async () => {
    await shop.close()
  })

  let attempts = 0
  const page = (over: object = {}) => ({
    attemptId: `attempt-${++attempts}`,
    amount: 36_094,
    description: 'ОГПО полисі, 123ABC02',
    locale: 'kz' as const,
    resultUrl: `${shopUrl}/hooks/result`,
    refundUrl: `${shopUrl}/hooks/refund`,
    successUrl: `${shopUrl}/result?order=1`,
    failureUrl: `${shopUrl}/result?order=1&failed`,
    ...over,
  })
  async function open(ask = page()) {
    const opened = await client().payPage(ask)
    if ('refused' in opened) throw new Error(opened.text)
    return { ...opened, ...ask }
  }
  /** Queries by the order's number, as if no page was recorded. */
  const status = (attemptId: string) => client().status({ attemptId, paymentId: null })
  async function linesOf(of: { attemptId: string; paymentId: string }) {
    const lines = await client().refunds(of)
    if ('refused' in lines) throw new Error(lines.text)
    return lines
  }
  /** Waits for the n-th notice to have been read. */
  const notices = (n: number) =>
    expect.poll(() => received.length, { timeout: 2_000, interval: 5 }).toBeGreaterThanOrEqual(n)
  return {
    ...at,
    client,
    received,
    /** Sets the shop's replies to the next notices; after them it replies ok. */
    answer: (...given: typeof answers) => {
      answers = given
    },
    shopUrl: () => shopUrl,
    page,
    open,
    status,
    linesOf,
    notices,
  }
}
