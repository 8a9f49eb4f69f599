import { expect, test } from 'vitest'
import { AMOUNT, acquirerKit, type Difference } from '#tests/acquirer-differences.ts'
import { operations } from './protocol.ts'
import { payments, settle } from './sandbox-payments.ts'

/**
 * The differences between our guesses about the acquirer and what its pages, its mock and runs
 * against its test host show, by their numbers in the review. Each test restores the guess, as our
 * question to the strict sandbox or as its answer to our client, and expects a failure.
 */
const { world, client, asks, saying, init, paid, cardOf } = acquirerKit()
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
]

test.each(differences.map((one) => [one.finding, one.was, one] as const))(
  '%s: that %s fails',
  (_finding, _was, one) => one.fails(),
)
