import { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import { flag } from './replies.ts'
import { isSigned, type PgParams, readXml, signed, trimmed, writeXml } from './xml.ts'

/** The notice of a payment's result, posted to our `pg_result_url`. */
const resultNotice = z.object({
  pg_order_id: z.string().min(1),
  pg_payment_id: z.string().min(1),
  pg_amount: z.string().regex(/^\d+(\.\d{1,2})?$/),
  pg_currency: z.string().min(1),
  pg_result: flag,
  pg_card_pan: z.string().optional(),
  pg_card_exp: z.string().optional(),
  pg_failure_code: z.string().optional(),
  pg_failure_description: z.string().optional(),
})
/**
 * A notice of a chargeback, posted to our `pg_refund_url`. Guess: they also send it for the shop's
 * own refunds.
 */
const refundNotice = z.object({ pg_order_id: z.string().min(1) })
/** The notice of a saved card: one field `pg_xml`. D shows none with pg_card_token, M sends it. */
const cardNotice = z.object({
  pg_status: z.string(),
  pg_user_id: z.string().min(1),
  pg_card_id: z.string().min(1),
  pg_card_token: z.string().optional(),
  pg_card_hash: z.string().min(1),
  pg_card_month: z.string().regex(/^\d{1,2}$/),
  pg_card_year: z.string().regex(/^(\d{2}|\d{4})$/),
})
/** Our answer to a notice. */
const noticeStatuses = ['ok', 'rejected', 'error'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]
export const noticeAnswer = z.object({
  pg_status: z.enum(noticeStatuses),
  pg_description: z.string(),
})

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
  /** `2029-08`; absent if they do not send it. */
  cardValidTo?: string
}
export type RefundNotice = { ok: true; attemptId: string }
export type CardNotice = {
  ok: true
  userId: string
  cardId: string
  /** Null if they do not send it: the list of the client's cards has it. */
  token: string | null
  maskedPan: string
  /** `2029-08`. */
  validTo: string
  bound: boolean
}

/**
 * The fields of a posted form as they came: repeated names stay repeated, a message in `pg_xml`
 * alone is opened.
 */
export function fieldsOf(body: string): PgParams {
  const form = new URLSearchParams(body)
  const fields: PgParams = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    fields[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return typeof fields.pg_xml === 'string' && Object.keys(fields).length === 1
    ? readXml(fields.pg_xml)
    : fields
}

/** Its fields without layout, when the signature over them as they came is theirs. */
function provedOf(scriptName: string, body: string, secret: string): PgParams | Unread['reason'] {
  try {
    const fields = fieldsOf(body)
    return isSigned(scriptName, fields, secret) ? trimmed(fields) : 'bad_signature'
  } catch {
    return 'unreadable'
  }
}

/** «12/26», as a recorded notice has it. */
function validTo(text = ''): Pick<Notice, 'cardValidTo'> {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(?:20)?(\d{2})$/.exec(text) ?? []
  return month && year ? { cardValidTo: `20${year}-${month}` } : {}
}

/** The result of a payment, as posted to `…/{scriptName}`. */
export function readNotice(scriptName: string, body: string, secret: string): Notice | Unread {
  const fields = provedOf(scriptName, body, secret)
  if (typeof fields === 'string') return { ok: false, reason: fields }
  const read = resultNotice.safeParse(fields)
  if (!read.success) return { ok: false, reason: 'unreadable' }
  const {
    pg_order_id,
    pg_payment_id,
    pg_amount,
    pg_currency,
    pg_result,
    pg_card_pan,
    pg_card_exp,
    pg_failure_code,
    pg_failure_description,
  } = read.data
  return {
    ok: true,
    attemptId: pg_order_id,
    paymentId: pg_payment_id,
    amount: Number(pg_amount),
    currency: pg_currency,
    paid: pg_result === '1',
    ...(pg_result === '0'
      ? { failure: { code: pg_failure_code ?? '', text: pg_failure_description ?? '' } }
      : {}),
    ...(pg_card_pan ? { cardPan: pg_card_pan } : {}),
    ...validTo(pg_card_exp),
  }
}

/**
 * Parses a notice of a refund or chargeback, posted to our `pg_refund_url`: it only triggers a
 * query of the payment's state, nothing of it is believed. The field's name and `pg_order_id` in it
 * are those of public clients of their protocol (their plugin for Bitrix, `refund.php`); the rest
 * is not read.
 */
export function readRefundNotice(
  scriptName: string,
  body: string,
  secret: string,
): RefundNotice | Unread {
  const fields = provedOf(scriptName, body, secret)
  if (typeof fields === 'string') return { ok: false, reason: fields }
  const read = refundNotice.safeParse(fields)
  return read.success
    ? { ok: true, attemptId: read.data.pg_order_id }
    : { ok: false, reason: 'unreadable' }
}

/** M: `ok`; the operator's pages: `success`. */
const kept: readonly string[] = ['success', 'ok']

/** A saved card, as posted to `…/{scriptName}` in the field `pg_xml`. */
export function readCardNotice(
  scriptName: string,
  body: string,
  secret: string,
): CardNotice | Unread {
  if (!new URLSearchParams(body).has('pg_xml')) return { ok: false, reason: 'unreadable' }
  const fields = provedOf(scriptName, body, secret)
  if (typeof fields === 'string') return { ok: false, reason: fields }
  const read = cardNotice.safeParse(fields)
  if (!read.success) return { ok: false, reason: 'unreadable' }
  const card = read.data
  const year = card.pg_card_year.length === 2 ? `20${card.pg_card_year}` : card.pg_card_year
  return {
    ok: true,
    userId: card.pg_user_id,
    cardId: card.pg_card_id,
    token: card.pg_card_token || null,
    maskedPan: card.pg_card_hash,
    validTo: `${year}-${card.pg_card_month.padStart(2, '0')}`,
    bound: kept.includes(card.pg_status),
  }
}

/** Our signed answer; they repeat the notice until it says `ok` or `rejected`. */
/**
 * The answer to a notice that proved no signature: without ours, which would let anybody try out
 * secrets against it. The acquirer's own notice is repeated as after any error.
 */
export const answerUnproved = (reason: Unread['reason']): string =>
  writeXml({ pg_status: 'error', pg_description: reason })
export const answerNotice = (
  scriptName: string,
  status: NoticeStatus,
  description: string,
  secret: string,
): string =>
  writeXml(signed(scriptName, { pg_status: status, pg_description: description }, secret))
