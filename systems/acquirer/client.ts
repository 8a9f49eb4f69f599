import type { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import { type Send, Unavailable } from '../http.ts'
import {
  answerNotice,
  type CardNotice,
  type Notice,
  type RefundNotice,
  readCardNotice,
  readNotice,
  readRefundNotice,
  type Unread,
} from './notices.ts'
import {
  amountText,
  answerScript,
  bindReply,
  cardsReply,
  chargeInitReply,
  chargeReply,
  errorCodes,
  initReply,
  type Operation,
  operations,
  pathOf,
  paymentWords,
  readXml,
  removeReply,
  revokeReply,
  statusReply,
} from './protocol.ts'
import { isSigned, type PgParams, signed } from './sign.ts'

export type PaymentStatus = 'awaiting' | 'paid' | 'rejected' | 'error' | 'unknown'
export type SavedCard = { id: string; token: string; maskedPan: string; addedAt: string }
export type Refusal = { refused: string; text: string }

/** Cards: pages hosted by the acquirer, signed notices, refunds. Card numbers never pass through us. Sums are whole tenge. */
export type Acquirer = {
  /** Opens a payment page. The attempt's id is their order number: a repeat for an open attempt moves no money. */
  payPage(ask: {
    attemptId: string
    amount: Tenge
    description: string
    locale: 'kz' | 'ru'
    resultUrl: string
    /** Where they tell that money was taken back past us. */
    refundUrl: string
    successUrl: string
    failureUrl: string
    phone?: string
    email?: string
    /** Keeps the card that pays for later charges, under our opaque id of the client: it stands in `cards(bindFor)` afterwards. */
    bindFor?: string
  }): Promise<{ paymentId: string; redirectUrl: string } | Refusal>
  /** `unknown`: they never heard of this attempt. A refunded payment is still `paid`. */
  status(attemptId: string): Promise<{ status: PaymentStatus; paymentId: string | null; amount: Tenge | null; cardPan?: string }>
  /** One refund per `key`: theirs is asked before money moves, and a lost answer is never repeated blindly. */
  refund(ask: { paymentId: string; amount: Tenge; key: string }): Promise<{ refundId: string } | Refusal>
  /** What went back of a payment, by whomever: `reference` is our own key where we asked for it. Throws `Unavailable`. */
  takenBack(attemptId: string): Promise<{ id: string; amount: Tenge; reference: string | null }[]>
  /** `scriptName` is the last segment of our own address that was called. */
  readNotice(scriptName: string, form: Record<string, string>): Notice | Unread
  readRefundNotice(scriptName: string, form: Record<string, string>): RefundNotice | Unread
  readCardNotice(scriptName: string, form: Record<string, string>): CardNotice | Unread
  answerNotice(scriptName: string, status: 'ok' | 'rejected' | 'error', description: string): string
  /** The page, in the client's language, where they give a card. `userId` is our opaque id. */
  startBinding(ask: { userId: string; locale: 'kz' | 'ru'; noticeUrl: string; backUrl: string }): Promise<{ redirectUrl: string } | Refusal>
  cards(userId: string): Promise<SavedCard[]>
  removeCard(ask: { userId: string; token: string }): Promise<void>
  /** Charges a saved card. After `Unavailable` ask `status(attemptId)`; a repeat for the same attempt charges once. */
  chargeCard(ask: {
    attemptId: string
    userId: string
    token: string
    amount: Tenge
    description: string
    resultUrl: string
  }): Promise<{ paymentId: string; status: 'paid' | 'rejected' | 'awaiting' } | Refusal>
}
export type AcquirerConfig = { address: string; merchantId: string; secret: string }

export function acquirer({ address, merchantId, secret }: AcquirerConfig, send: Send): Acquirer {
  async function ask<T extends z.ZodType>(
    operation: Operation,
    shape: T,
    key: string,
    fields: PgParams,
    safe: boolean,
  ): Promise<z.infer<T>> {
    const form = signed(operation, { pg_merchant_id: merchantId, ...fields }, secret)
    const reply = await send({
      operation,
      key,
      method: 'POST',
      url: `${address}${pathOf(operation, merchantId)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)])).toString(),
      safe,
    })
    try {
      const answer = readXml(reply.text)
      if (!isSigned(answerScript(operation), answer, secret)) throw new Error('signature of the answer')
      return shape.parse(answer)
    } catch (cause) {
      throw new Unavailable('acquirer', operation, 'unreadable reply', true, { cause })
    }
  }
  const statusOf = (key: string, fields: PgParams) => ask(operations.status, statusReply, key, fields, true)

  return {
    async payPage({ attemptId, amount, description, locale, resultUrl, refundUrl, successUrl, failureUrl, phone, email, bindFor }) {
      const reply = await ask(
        operations.init,
        initReply,
        attemptId,
        {
          pg_order_id: attemptId,
          pg_amount: amountText(amount),
          pg_currency: 'KZT',
          pg_description: description,
          pg_language: locale,
          pg_result_url: resultUrl,
          pg_refund_url: refundUrl,
          pg_success_url: successUrl,
          pg_failure_url: failureUrl,
          pg_request_method: 'POST',
          pg_lifetime: '86400',
          ...(phone ? { pg_user_phone: phone } : {}),
          ...(email ? { pg_user_contact_email: email } : {}),
          ...(bindFor ? { pg_user_id: bindFor, pg_recurring_start: '1', pg_recurring_lifetime: '36' } : {}),
        },
        true,
      )
      return reply.pg_status === 'error' ? refusalOf(reply) : { paymentId: reply.pg_payment_id, redirectUrl: reply.pg_redirect_url }
    },

    async status(attemptId) {
      const reply = await statusOf(attemptId, { pg_order_id: attemptId })
      if (reply.pg_status === 'error') return { status: 'unknown', paymentId: null, amount: null }
      return {
        status: lookUp(paymentWords, reply.pg_payment_status) ?? 'error',
        paymentId: reply.pg_payment_id,
        amount: Number(reply.pg_amount),
        ...(reply.pg_card_pan ? { cardPan: reply.pg_card_pan } : {}),
      }
    },

    async refund({ paymentId, amount, key }) {
      const known = await statusOf(key, { pg_payment_id: paymentId })
      if (known.pg_status === 'error') return finalRefusal(operations.status, known)
      const before = listOf(known.pg_refund_payments ? known.pg_refund_payments.pg_refund_payment : undefined)
      const ours = before.find((line) => line.pg_reference === key)
      if (ours) return { refundId: ours.pg_payment_id }
      const fields = { pg_payment_id: paymentId, pg_refund_amount: amountText(amount), pg_idempotency_key: key }
      const reply = await ask(operations.revoke, revokeReply, key, fields, false)
      return reply.pg_status === 'error' ? finalRefusal(operations.revoke, reply) : { refundId: reply.pg_payment_id ?? key }
    },

    async takenBack(attemptId) {
      const reply = await statusOf(attemptId, { pg_order_id: attemptId })
      if (reply.pg_status === 'error') return []
      return listOf(reply.pg_refund_payments ? reply.pg_refund_payments.pg_refund_payment : undefined).map((line) => ({
        id: line.pg_payment_id,
        amount: Math.abs(Number(line.pg_amount)),
        reference: line.pg_reference || null,
      }))
    },

    readNotice: (scriptName, form) => readNotice(scriptName, form, secret),
    readRefundNotice: (scriptName, form) => readRefundNotice(scriptName, form, secret),
    readCardNotice: (scriptName, form) => readCardNotice(scriptName, form, secret),
    answerNotice: (scriptName, status, description) => answerNotice(scriptName, status, description, secret),

    async startBinding({ userId, locale, noticeUrl, backUrl }) {
      const fields = { pg_user_id: userId, pg_language: locale, pg_post_link: noticeUrl, pg_back_link: backUrl }
      const reply = await ask(operations.bind, bindReply, userId, fields, true)
      return reply.pg_status === 'error' ? refusalOf(reply) : { redirectUrl: reply.pg_redirect_url }
    },

    async cards(userId) {
      const reply = await ask(operations.cards, cardsReply, userId, { pg_user_id: userId }, true)
      if (reply.pg_status === 'error') throw new Unavailable('acquirer', operations.cards, `error ${reply.pg_error_code}`)
      return listOf(reply.card).map((card) => ({
        id: card.pg_card_id,
        token: card.pg_card_token,
        maskedPan: card.pg_card_hash,
        addedAt: card.created_at,
      }))
    },

    async removeCard({ userId, token }) {
      const reply = await ask(operations.removeCard, removeReply, userId, { pg_user_id: userId, pg_card_token: token }, true)
      // A card that is already gone is removed.
      if (reply.pg_status === 'error' && reply.pg_error_code !== '340')
        throw new Unavailable('acquirer', operations.removeCard, `error ${reply.pg_error_code}`)
    },

    async chargeCard({ attemptId, userId, token, amount, description, resultUrl }) {
      const opened = await ask(
        operations.chargeInit,
        chargeInitReply,
        attemptId,
        {
          pg_user_id: userId,
          pg_order_id: attemptId,
          pg_amount: amountText(amount),
          pg_currency: 'KZT',
          pg_description: description,
          pg_card_token: token,
          pg_result_url: resultUrl,
        },
        true,
      )
      if (opened.pg_status === 'error') return refusalOf(opened)
      const reply = await ask(operations.charge, chargeReply, attemptId, { pg_payment_id: opened.pg_payment_id }, false)
      if (reply.pg_status === 'error') return refusalOf(reply)
      return { paymentId: reply.pg_payment_id, status: lookUp(paymentWords, reply.pg_payment_status) ?? 'awaiting' }
    },
  }
}

const refusalOf = (reply: { pg_error_code: string; pg_error_description: string }): Refusal => ({
  refused: reply.pg_error_code,
  text: reply.pg_error_description,
})
/** A refund is refused only by an answer about the payment; any other error is of their day and asked again. */
function finalRefusal(operation: Operation, reply: { pg_error_code: string; pg_error_description: string }): Refusal {
  const about: readonly string[] = [errorCodes.notFound, errorCodes.refused]
  if (!about.includes(reply.pg_error_code)) throw new Unavailable('acquirer', operation, `error ${reply.pg_error_code}`)
  return refusalOf(reply)
}
const listOf = <T>(some: T | T[] | undefined): T[] => (some === undefined ? [] : Array.isArray(some) ? some : [some])
const lookUp = <T>(table: Record<string, T>, word: string): T | undefined => table[word]
