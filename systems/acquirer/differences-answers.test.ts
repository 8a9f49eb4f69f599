import { expect, test } from 'vitest'
import { AMOUNT, acquirerKit, type Difference, secret } from '#tests/acquirer-differences.ts'
import { tampered } from '../exchange-kit.ts'
import { readCardNotice } from './notices.ts'
import { operations } from './protocol.ts'
import { isSigned, readXml, signed, trimmed, writeXml } from './xml.ts'

/**
 * Differences in reading its answers and in what it accepts: which payment a status is of, errors,
 * signatures, languages. The others are in `differences.test.ts`.
 */
const { send, client, asks, saying, init, paid } = acquirerKit()
const differences: Difference[] = [
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
      const stranger = client(send, 'wrong')
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
