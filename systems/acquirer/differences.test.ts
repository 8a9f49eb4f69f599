import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import type { Send } from '../http.ts'
import { acquirer } from './client.ts'
import { readCardNotice } from './notices.ts'
import { answerScripts, operations, pathOf } from './protocol.ts'
import { acquirerSandbox } from './sandbox.ts'
import { keepCard } from './sandbox-card-book.ts'
import { type Payment, payments, settle } from './sandbox-payments.ts'
import { isSigned, type PgParams, signed } from './sign.ts'
import { readXml, trimmed, writeXml } from './xml.ts'

/**
 * The differences between what was guessed of the acquirer and what its pages, its mock and runs
 * against its test host show, by their numbers in the review. Each is put back on purpose, as our
 * question to the strict sandbox or as its answer to our client, and fails.
 */
const secret = 'sandbox-secret'
const AMOUNT = 10_000
const world = createWorld({})
const { send } = sending('acquirer')
let server: Awaited<ReturnType<typeof serving>>
const client = (through: Send = send) =>
  acquirer({ address: `${server.address}/acquirer`, merchantId: '100001', secret }, through)
beforeAll(async () => {
  server = await serving(world, acquirerSandbox(world))
})
afterAll(() => server.close())

/** A question as anybody may put it, and the fields of its answer. */
async function asks(operation: (typeof operations)[keyof typeof operations], fields: PgParams) {
  const form = signed(operation, { pg_merchant_id: '100001', ...fields }, secret)
  const reply = await fetch(`${server.address}/acquirer${pathOf(operation, '100001')}`, {
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
  ...{
    pg_order_id: `d-${++count}`,
    pg_amount: '10000.00',
    pg_currency: 'KZT',
    pg_description: 'x',
    pg_auto_clearing: '1',
  },
  ...more,
})
type Made = { attemptId: string; paymentId: string; payment: Payment }
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

type Difference = { finding: string; was: string; fails(): Promise<void> }
const differences: Difference[] = [
  {
    finding: '1 a refund’s number',
    was: 'a refund is known by pg_reference = our key',
    async fails() {
      const { paymentId } = await paid()
      await asks(operations.revoke, {
        pg_payment_id: paymentId,
        pg_refund_amount: '10',
        pg_idempotency_key: 'ours',
      })
      const { answer } = await asks(operations.status, { pg_payment_id: paymentId })
      expect(answer).toMatchObject({
        pg_refund_payments: {
          pg_refund_payment: { pg_reference: expect.stringMatching(/^43\d{10}$/) },
        },
      })
    },
  },
  {
    finding: '1 a refund’s key',
    was: 'revoke.php with the same pg_idempotency_key is one refund',
    async fails() {
      const { paymentId, payment } = await paid()
      for (const _time of [1, 2])
        await asks(operations.revoke, {
          pg_payment_id: paymentId,
          pg_refund_amount: '10',
          pg_idempotency_key: 'ours',
        })
      expect(payment.refunds).toHaveLength(2)
    },
  },
  {
    finding: '1 a refund’s answer',
    was: 'revoke.php answers with pg_payment_id',
    async fails() {
      const { paymentId, payment } = await paid()
      const { answer } = await asks(operations.revoke, { pg_payment_id: paymentId })
      expect([answer.pg_payment_id, answer.pg_revoke_payment_id]).toEqual([
        undefined,
        payment.refunds[0]?.id,
      ])
    },
  },
  {
    finding: '1 a refund by our number of it',
    was: 'the same order number is the same payment without a key',
    async fails() {
      const fields = init()
      const [first, second] = [
        await asks(operations.init, fields),
        await asks(operations.init, fields),
      ]
      expect(first.answer.pg_payment_id).not.toBe(second.answer.pg_payment_id)
      const keyed = { ...fields, pg_idempotency_key: 'k' }
      const [third, fourth] = [
        await asks(operations.init, keyed),
        await asks(operations.init, keyed),
      ]
      expect(third.answer.pg_payment_id).toBe(fourth.answer.pg_payment_id)
    },
  },
  {
    finding: '2 one step or two',
    was: 'a page without pg_auto_clearing takes the money',
    async fails() {
      const { pg_auto_clearing: _one, ...without } = init()
      const { answer } = await asks(operations.init, without)
      const of = { attemptId: String(without.pg_order_id), paymentId: String(answer.pg_payment_id) }
      const payment = payments(world).get(of.paymentId)
      if (payment) settle(world, payment, '4400000000000001', null)
      expect(await client().status(of)).toMatchObject({ status: 'held' })
    },
  },
  {
    finding: '2 pg_captured',
    was: 'success is paid, whatever pg_captured says',
    async fails() {
      const of = await paid()
      expect(
        (await client(saying((fields) => ({ ...fields, pg_captured: '0' }))).status(of)).status,
      ).toBe('held')
      const silent = saying(({ pg_captured: _flag, pg_clearing_amount: _sum, ...fields }) => fields)
      await expect(client(silent).status(of)).rejects.toThrow(/unclear reply: pg_captured/)
    },
  },
  {
    finding: '2 cancel.php',
    was: 'money that is held goes back by revoke.php',
    async fails() {
      const of = await paid({ pg_auto_clearing: '0' })
      expect(await client().refund({ ...of, amount: AMOUNT })).toMatchObject({ refused: '490' })
      expect(await client().release(of)).toMatchObject({ status: 'rejected' })
    },
  },
  {
    finding: '3 card/direct',
    was: 'card/direct answers pg_payment_status, and its money is taken',
    async fails() {
      const opened = await asks(
        operations.chargeInit,
        init({ pg_user_id: 'user', pg_card_token: cardOf().token }),
      )
      const { answer } = await asks(operations.charge, {
        pg_payment_id: opened.answer.pg_payment_id ?? '',
      })
      expect(answer).toMatchObject({
        pg_status: 'ok',
        pg_transaction_status: 'Authorized',
        pg_captured: '0',
      })
      expect(answer).not.toHaveProperty('pg_payment_status')
    },
  },
  {
    finding: '3 error 120',
    was: 'error 120 of a repeat is a refusal',
    async fails() {
      const fields = init({ pg_user_id: 'user', pg_card_token: cardOf().token })
      const paymentId = String((await asks(operations.chargeInit, fields)).answer.pg_payment_id)
      await asks(operations.charge, { pg_payment_id: paymentId })
      const { answer } = await asks(operations.charge, { pg_payment_id: paymentId })
      expect(answer).toMatchObject({
        pg_error_code: '120',
        pg_failure_description: expect.any(String),
      })
      expect(
        await client().charge({ attemptId: String(fields.pg_order_id), paymentId }),
      ).toMatchObject({ status: 'held' })
    },
  },
  {
    finding: '4 the last payment of an order',
    was: 'the status of an order is that of its payment',
    async fails() {
      const of = await paid()
      await client().refund({ ...of, amount: AMOUNT })
      const { answer } = await asks(operations.status, { pg_order_id: of.attemptId })
      expect([answer.pg_payment_id, answer.pg_amount]).toEqual([
        of.payment.refunds[0]?.id,
        '-10000.00',
      ])
      await expect(client().status({ ...of, paymentId: null })).rejects.toThrow(
        /unclear reply: pg_amount/,
      )
      expect(await client().status(of)).toMatchObject({ status: 'paid', amount: AMOUNT })
    },
  },
  {
    finding: '5 not found',
    was: 'not found is 340 alone, and any other error means never heard of',
    async fails() {
      expect((await asks(operations.status, { pg_order_id: 'nobody' })).answer.pg_error_code).toBe(
        '11068',
      )
      expect(await client().status({ attemptId: 'nobody', paymentId: null })).toMatchObject({
        status: 'unknown',
      })
      const of = await paid()
      const failing = saying(() => ({
        pg_status: 'error',
        pg_error_code: '1000',
        pg_error_description: 'x',
      }))
      await expect(client(failing).status(of)).rejects.toThrow(/error 1000/)
    },
  },
  {
    finding: '5 unsigned errors',
    was: 'every answer is signed',
    async fails() {
      const stranger = acquirer(
        { address: `${server.address}/acquirer`, merchantId: '100001', secret: 'wrong' },
        send,
      )
      await expect(stranger.status(await paid())).rejects.toMatchObject({
        message: expect.stringContaining('unsigned error 1100'),
      })
      for (const code of ['101', '1100', '9998', '340', '11068']) {
        const unsigned = tampered(send, () =>
          writeXml({ pg_status: 'error', pg_error_code: code, pg_error_description: 'x' }),
        )
        const of = await paid()
        for (const said of [
          client(unsigned).status(of),
          client(unsigned).refund({ ...of, amount: 1 }),
          client(unsigned).refunds(of),
        ])
          await expect(said).rejects.toThrow(`unsigned error ${code}`)
      }
    },
  },
  {
    finding: '6 language',
    was: 'the language is kz',
    async fails() {
      expect((await asks(operations.init, init({ pg_language: 'kz' }))).answer).toMatchObject({
        pg_error_code: '200',
        pg_error_description: 'Wrong pg_language',
      })
    },
  },
  {
    finding: '6 pg_recurring_lifetime',
    was: 'a profile lives 36 months',
    async fails() {
      const { answer } = await asks(
        operations.init,
        init({ pg_user_id: 'user', pg_recurring_start: '1', pg_recurring_lifetime: '36' }),
      )
      expect(answer).toMatchObject({ pg_error_description: 'Wrong pg_recurring_lifetime' })
    },
  },
  {
    finding: '6 pg_card_token',
    was: 'a notice of a saved card names its token',
    async fails() {
      const fields = {
        pg_status: 'success',
        pg_user_id: 'u',
        pg_card_id: '7',
        pg_card_hash: '4400-00XX-XXXX-0001',
        pg_card_month: '12',
        pg_card_year: '29',
      }
      const body = new URLSearchParams({
        pg_xml: writeXml(signed('card', fields, secret)),
      }).toString()
      expect(readCardNotice('card', body, secret)).toMatchObject({
        ok: true,
        cardId: '7',
        token: null,
      })
    },
  },
  {
    finding: 'caveat, bytes as they came',
    was: 'values are trimmed and numeric entities stay before the signature is proved',
    async fails() {
      const fields = signed('x.php', { pg_a: ' Қ ' }, secret)
      const text = writeXml(fields).replace('Қ', '&#1178;')
      expect(isSigned('x.php', readXml(text), secret)).toBe(true)
      expect(isSigned('x.php', trimmed(readXml(text)), secret)).toBe(false)
      expect(isSigned('x.php', { ...fields, pg_a: ' &#1178; ' }, secret)).toBe(false)
    },
  },
]

test.each(differences.map((one) => [one.finding, one.was, one] as const))(
  '%s: that %s fails',
  (_finding, _was, one) => one.fails(),
)
