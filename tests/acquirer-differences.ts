import { afterAll, beforeAll } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { acquirer } from '#systems/acquirer/client.ts'
import { answerScripts, operations, pathOf } from '#systems/acquirer/protocol.ts'
import { acquirerSandbox } from '#systems/acquirer/sandbox.ts'
import { keepCard, type Payment, payments, settle } from '#systems/acquirer/sandbox-payments.ts'
import { isSigned, type PgParams, readXml, signed, writeXml } from '#systems/acquirer/xml.ts'
import { sending, serving, tampered } from '#systems/exchange-kit.ts'
import type { Send } from '#systems/http.ts'

export const secret = 'sandbox-secret'
/** What `init` is for. */
export const AMOUNT = 10_000

/** One difference of the review: what was guessed, and how the guess fails. */
export type Difference = { finding: string; was: string; fails(): Promise<void> }
type Made = { attemptId: string; paymentId: string; payment: Payment }

/**
 * For the tests of the differences only: the strict sandbox on a free port, our client of it,
 * questions as anybody may put them.
 */
export function acquirerKit() {
  const world = createWorld({})
  const { send } = sending('acquirer')
  let server: Awaited<ReturnType<typeof serving>>
  beforeAll(async () => {
    server = await serving(world, acquirerSandbox(world))
  })
  afterAll(() => server.close())
  const address = () => `${server.address}/acquirer`
  const client = (through: Send = send, of = secret) =>
    acquirer({ address: address(), merchantId: '100001', secret: of }, through)

  /** A question as anybody may put it, and the fields of its answer. */
  async function asks(operation: (typeof operations)[keyof typeof operations], fields: PgParams) {
    const form = signed(operation, { pg_merchant_id: '100001', ...fields }, secret)
    const reply = await fetch(`${address()}${pathOf(operation, '100001')}`, {
      method: 'POST',
      body: new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)])),
    })
    const answer = readXml(await reply.text())
    return {
      answer,
      isTheirs: answerScripts(operation, false).some((script) => isSigned(script, answer, secret)),
      status: reply.status,
    }
  }
  /** A line that says something else, signed as theirs. */
  const saying = (change: (fields: PgParams) => PgParams) =>
    tampered(send, (text) => {
      const { pg_sig: _sig, pg_salt: _salt, ...fields } = change(readXml(text))
      return writeXml(signed(operations.status, fields, secret))
    })

  let count = 0
  const init = (more: PgParams = {}): PgParams => ({
    pg_order_id: `d-${++count}`,
    pg_amount: '10000.00',
    pg_currency: 'KZT',
    pg_description: 'x',
    pg_auto_clearing: '1',
    ...more,
  })
  async function paid(more: PgParams = {}): Promise<Made> {
    const fields = init(more)
    const { answer } = await asks(operations.init, fields)
    const paymentId = String(answer.pg_payment_id)
    const payment = payments(world).get(paymentId)
    if (!payment) throw new Error('no payment')
    settle(world, payment, '4400000000000001', null)
    return { attemptId: String(fields.pg_order_id), paymentId, payment }
  }
  const cardOf = () =>
    keepCard(world, { userId: 'user', pan: '4400000000000001', month: '12', year: '29' })
  return { world, send, client, asks, saying, init, paid, cardOf }
}
