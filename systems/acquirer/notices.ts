import type { Tenge } from '#domain/money.ts'
import { cardNotice, readXml, refundNotice, resultNotice, writeXml } from './protocol.ts'
import { isSigned, signed } from './sign.ts'

export type Unread = { ok: false; reason: 'bad_signature' | 'unreadable' }
export type Notice = {
  ok: true
  attemptId: string
  paymentId: string
  /** As they state it: the caller compares it, and the currency, with the attempt's own. */
  amount: Tenge
  currency: string
  paid: boolean
  failure?: { code: string; text: string }
  cardPan?: string
}
export type RefundNotice = { ok: true; attemptId: string }
export type CardNotice = {
  ok: true
  userId: string
  cardId: string
  token: string
  maskedPan: string
  /** `2029-08`. */
  validTo: string
  bound: boolean
}

/** The result of a payment, as posted to `…/{scriptName}`. */
export function readNotice(scriptName: string, form: Record<string, string>, secret: string): Notice | Unread {
  if (!isSigned(scriptName, form, secret)) return { ok: false, reason: 'bad_signature' }
  const read = resultNotice.safeParse(form)
  if (!read.success) return { ok: false, reason: 'unreadable' }
  const { pg_order_id, pg_payment_id, pg_amount, pg_currency, pg_result, pg_card_pan, pg_failure_code, pg_failure_description } = read.data
  return {
    ok: true,
    attemptId: pg_order_id,
    paymentId: pg_payment_id,
    amount: Number(pg_amount),
    currency: pg_currency,
    paid: pg_result === '1',
    ...(pg_result === '0' ? { failure: { code: pg_failure_code ?? '', text: pg_failure_description ?? '' } } : {}),
    ...(pg_card_pan ? { cardPan: pg_card_pan } : {}),
  }
}

/**
 * Money taken back past us, as posted to our `pg_refund_url`: a word to ask how the payment stands, nothing of it is believed. The field's
 * name and `pg_order_id` in it are those of public clients of their protocol (their plugin for Bitrix, `refund.php`); the rest is not read.
 */
export function readRefundNotice(scriptName: string, form: Record<string, string>, secret: string): RefundNotice | Unread {
  if (!isSigned(scriptName, form, secret)) return { ok: false, reason: 'bad_signature' }
  const read = refundNotice.safeParse(form)
  return read.success ? { ok: true, attemptId: read.data.pg_order_id } : { ok: false, reason: 'unreadable' }
}

/** A saved card, as posted to `…/{scriptName}` in the field `pg_xml`. */
export function readCardNotice(scriptName: string, form: Record<string, string>, secret: string): CardNotice | Unread {
  try {
    const fields = readXml(form.pg_xml ?? '')
    if (!isSigned(scriptName, fields, secret)) return { ok: false, reason: 'bad_signature' }
    const card = cardNotice.parse(fields)
    const year = card.pg_card_year.length === 2 ? `20${card.pg_card_year}` : card.pg_card_year
    return {
      ok: true,
      userId: card.pg_user_id,
      cardId: card.pg_card_id,
      token: card.pg_card_token,
      maskedPan: card.pg_card_hash,
      validTo: `${year}-${card.pg_card_month.padStart(2, '0')}`,
      bound: card.pg_status === 'success',
    }
  } catch {
    return { ok: false, reason: 'unreadable' }
  }
}

/** Our signed answer; they repeat the notice until it says `ok` or `rejected`. */
export const answerNotice = (scriptName: string, status: 'ok' | 'rejected' | 'error', description: string, secret: string): string =>
  writeXml(signed(scriptName, { pg_status: status, pg_description: description }, secret))
