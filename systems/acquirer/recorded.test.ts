import { expect, test } from 'vitest'
import { refundLinesOf } from './client.ts'
import { readCardNotice, readNotice } from './notices.ts'
import {
  cardsReply,
  chargeInitReply,
  chargeReply,
  initReply,
  isRefusal,
  refusal,
  revokeReply,
  statusReply,
} from './replies.ts'
import { standingOf } from './standing.ts'
import { pgSig, readXml, trimmed, writeXml } from './xml.ts'

/**
 * Published answers, with invented people and numbers: the letter before each names the source
 * (`protocol.ts`). The real host's answers, in any layout and order, must read like the sandbox's.
 */
const response = (fields: string) =>
  trimmed(readXml(`<?xml version="1.0" encoding="utf-8"?>\n<response>\n${fields}\n</response>`))
const status = (fields: string) => statusReply.parse(response(fields))

test('D: a payment that was taken and went back whole is paid, with its one refund', () => {
  const reply =
    status(`<pg_status>ok</pg_status><pg_payment_id>123456789</pg_payment_id><pg_can_reject>1</pg_can_reject>
    <pg_payment_method>bankcard</pg_payment_method><pg_amount>10</pg_amount><pg_currency>KZT</pg_currency>
    <pg_payment_status>success</pg_payment_status><pg_clearing_amount>10</pg_clearing_amount><pg_reference>123456789</pg_reference>
    <pg_card_name>Card Holder</pg_card_name><pg_card_pan>5483-18XX-XXXX-0293</pg_card_pan>
    <pg_refund_payments>
      <pg_refund_payment>
        <pg_payment_id>123456790</pg_payment_id><pg_payment_status>success</pg_payment_status><pg_amount>-10</pg_amount>
        <pg_payment_date>2023-05-31 16:26:36</pg_payment_date><pg_reference>423456789</pg_reference>
      </pg_refund_payment>
    </pg_refund_payments>
    <pg_refund_amount>-10</pg_refund_amount><pg_captured>1</pg_captured><pg_create_date>2023-05-31 16:24:20</pg_create_date>`)
  expect(standingOf(reply)).toEqual({
    status: 'paid',
    paymentId: '123456789',
    amount: 10,
    cardPan: '5483-18XX-XXXX-0293',
  })
  expect(refundLinesOf(reply)).toEqual([{ id: '123456790', amount: 10, state: 'done', why: '' }])
})

test('D: success that was not captured is held', () => {
  const reply =
    status(`<pg_payment_id>1427057029</pg_payment_id><pg_order_id>2343253465454</pg_order_id><pg_currency>KZT</pg_currency>
    <pg_status>ok</pg_status><pg_payment_status>success</pg_payment_status><pg_amount>1030</pg_amount><pg_clearing_amount>0</pg_clearing_amount>
    <pg_refund_amount>0</pg_refund_amount><pg_user_email></pg_user_email><pg_card_name>NAME NAME</pg_card_name><pg_user_phone></pg_user_phone>
    <pg_net_amount>1005.28</pg_net_amount><pg_captured>0</pg_captured><pg_datetime>2024-11-28T10:44:55+00:00</pg_datetime>`)
  expect(standingOf(reply)).toMatchObject({ status: 'held', amount: 1_030 })
  expect(refundLinesOf(reply)).toEqual([])
})

test('M: a hold, a part that went back, one that was declined, and a hold let go', () => {
  const of = (word: string, more: string) =>
    status(`<pg_status>ok</pg_status><pg_payment_id>1700000001</pg_payment_id><pg_can_reject>1</pg_can_reject><pg_order_id>9999</pg_order_id>
      <pg_currency>KZT</pg_currency><pg_payment_status>${word}</pg_payment_status><pg_amount>4140</pg_amount>${more}`)
  // The mock omits pg_captured if nothing was captured.
  expect(standingOf(of('success', '<pg_clearing_amount>0</pg_clearing_amount>')).status).toBe(
    'held',
  )
  expect(standingOf(of('revoked', '<pg_clearing_amount>0</pg_clearing_amount>')).status).toBe(
    'rejected',
  )
  expect(standingOf(of('process', '<pg_clearing_amount>0</pg_clearing_amount>')).status).toBe(
    'awaiting',
  )
  const back = of(
    'success',
    `<pg_clearing_amount>4140</pg_clearing_amount><pg_captured>1</pg_captured><pg_revoked_amount>-2016</pg_revoked_amount><pg_refund_payments>
      <pg_refund_payment><pg_payment_id>2</pg_payment_id><pg_payment_status>error</pg_payment_status><pg_amount>-2016</pg_amount></pg_refund_payment>
      <pg_refund_payment><pg_payment_id>3</pg_payment_id><pg_payment_status>process</pg_payment_status><pg_amount>-2016</pg_amount></pg_refund_payment>
    </pg_refund_payments>`,
  )
  expect(standingOf(back).status).toBe('paid')
  expect(refundLinesOf(back).map(({ id, state }) => [id, state])).toEqual([
    ['2', 'failed'],
    ['3', 'pending'],
  ])
})

test('M: an order is answered with its last refund: nothing certain', () => {
  const reply =
    status(`<pg_status>ok</pg_status><pg_payment_id>1700000009</pg_payment_id><pg_can_reject>1</pg_can_reject>
    <pg_payment_method>bankcard</pg_payment_method><pg_currency>KZT</pg_currency><pg_payment_status>success</pg_payment_status>
    <pg_amount>-4140</pg_amount><pg_clearing_amount>0</pg_clearing_amount><pg_reference>430000000001</pg_reference>`)
  expect(() => standingOf(reply)).toThrow('pg_amount')
})

test('M, D: a page, a saved card’s payment and its charge, a refund, an error', () => {
  const page = `<pg_status>ok</pg_status><pg_payment_id>4567788</pg_payment_id><pg_redirect_url>https://api.freedompay.kz/pay.html?customer=4983</pg_redirect_url>
    <pg_redirect_url_type>need data</pg_redirect_url_type><pg_salt>bdwLavL9lg6It91b</pg_salt>`
  expect(initReply.parse(response(page)).pg_payment_id).toBe('4567788')
  const opened =
    '<pg_payment_id>7999007883</pg_payment_id><pg_merchant_id>9970</pg_merchant_id><pg_order_id>12345</pg_order_id><pg_status>ok</pg_status>'
  expect(chargeInitReply.parse(response(opened)).pg_payment_id).toBe('7999007883')
  const charged = `<pg_status>ok</pg_status><pg_payment_id>1700000001</pg_payment_id><pg_transaction_status>Authorized</pg_transaction_status>
    <pg_captured>0</pg_captured><pg_card_id>1</pg_card_id><pg_amount>1500</pg_amount><pg_currency>KZT</pg_currency>`
  expect(chargeReply.safeParse(response(charged)).success).toBe(true)
  const gone = '<pg_status>ok</pg_status><pg_revoke_payment_id>1700000001</pg_revoke_payment_id>'
  expect(revokeReply.parse(response(gone)).pg_revoke_payment_id).toBe('1700000001')
  const error = response(
    '<pg_status>error</pg_status><pg_error_code>120</pg_error_code><pg_failure_description>Неверный статус платежа</pg_failure_description>',
  )
  expect([isRefusal(error), refusal.parse(error).pg_error_code]).toEqual([true, '120'])
  const cards =
    response(`<card><pg_card_id>1</pg_card_id><pg_card_hash>4400-00XX-XXXX-0001</pg_card_hash>
    <pg_card_token>2d0b504c-0000-4cf6-b782-5a7d13ab2c85</pg_card_token><created_at>2026-01-01 10:00:00</created_at></card>`)
  expect(cardsReply.safeParse(cards).success).toBe(true)
})

test('M: notices of a payment and of a saved card, with the fields of production', () => {
  const form = {
    pg_order_id: '9999',
    pg_payment_id: '1700000001',
    pg_amount: '1500',
    pg_currency: 'KZT',
    pg_net_amount: '1500',
    pg_ps_amount: '1500',
    pg_ps_full_amount: '1500',
    pg_ps_currency: 'KZT',
    pg_description: 'оплата заказа № 9999',
    pg_result: '1',
    pg_can_reject: '1',
    pg_payment_date: '2026-01-01 10:00:00',
    pg_testing_mode: '1',
    pg_captured: '0',
    pg_card_pan: '5483-18XX-XXXX-0293',
    pg_card_exp: '12/26',
    pg_card_owner: 'TEST USER',
    pg_card_brand: 'VISA',
    pg_payment_method: 'bankcard',
    terminal_id: '1',
    pg_salt: 'AbCdEfGh',
  }
  const posted = new URLSearchParams({
    ...form,
    pg_sig: pgSig('freedompay', form, 'sandbox-secret'),
  }).toString()
  expect(readNotice('freedompay', posted, 'sandbox-secret')).toMatchObject({
    ok: true,
    attemptId: '9999',
    paid: true,
    amount: 1_500,
    cardValidTo: '2026-12',
  })
  const card = {
    pg_payment_id: '1',
    pg_card_hash: '4400-00XX-XXXX-0001',
    pg_card_id: '1',
    pg_card_token: 't',
    pg_user_id: '42',
    pg_status: 'ok',
    pg_card_month: '12',
    pg_card_year: '26',
    pg_bank: 'FreedomBank',
    pg_country: 'KZ',
    pg_salt: 'AbCdEfGh',
  }
  const xml = writeXml({ ...card, pg_sig: pgSig('card', card, 'sandbox-secret') })
  expect(
    readCardNotice('card', new URLSearchParams({ pg_xml: xml }).toString(), 'sandbox-secret'),
  ).toMatchObject({
    ok: true,
    bound: true,
    token: 't',
    validTo: '2026-12',
  })
})

/** M prints the string and the secret; the md5 it prints beside them is not that of the string. */
test('M: the published string of card/init is signed as md5 signs it', () => {
  const fields = {
    pg_amount: '1500',
    pg_card_token: 'tok-abc',
    pg_description: 'оплата заказа № 9999',
    pg_merchant_id: '100001',
    pg_order_id: '9999',
    pg_salt: 'test1234',
    pg_user_id: '1',
  }
  expect(pgSig('init', fields, 'mock-secret-key')).toBe('40a641ef8b9baa6ed921e30430e9ed30')
})
