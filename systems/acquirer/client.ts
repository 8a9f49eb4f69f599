import type { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import { type Reply, type Send, Unavailable } from '../http.ts'
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
  absent,
  amountText,
  answerScripts,
  bindReply,
  cardsReply,
  chargeInitReply,
  chargeReply,
  doneReply,
  errorCodes,
  initReply,
  isRefusal,
  languageOf,
  type Operation,
  operations,
  pathOf,
  RECURRING_MONTHS,
  type RefusalReply,
  refusal,
  removeReply,
  revokeReply,
  type StatusReply,
  scriptOf,
  statusReply,
} from './protocol.ts'
import { isSigned, type PgParams, signed } from './sign.ts'
import { type RefundLine, refundLinesOf, type Standing, standingOf, Unclear } from './standing.ts'
import { readXml, trimmed } from './xml.ts'

export type { RefundLine, Standing } from './standing.ts'
export type SavedCard = { id: string; token: string; maskedPan: string; addedAt: string }
export type Refusal = { refused: string; text: string }
/** A payment by our number and by theirs, as it was told when it was opened. */
export type Of = { attemptId: string; paymentId: string }

/**
 * Cards: pages hosted by the acquirer, signed notices, refunds. Card numbers never pass through us.
 * Sums are whole tenge.
 */
export type Acquirer = {
  /**
   * Opens a payment page. The attempt's id is their order number and the key: a repeat for an open
   * attempt is the same page.
   */
  payPage(ask: {
    attemptId: string
    amount: Tenge
    description: string
    locale: Locale
    resultUrl: string
    /** Where they tell that money was taken back. */
    refundUrl: string
    successUrl: string
    failureUrl: string
    phone?: string
    email?: string
    /**
     * Keeps the card that pays for later charges, under our opaque id of the client: it stands in
     * `cards(bindFor)` afterwards.
     */
    bindFor?: string
  }): Promise<{ paymentId: string; redirectUrl: string } | Refusal>
  /**
   * How a payment stands: by the number a notice `told`, else by ours of it; by the order's only
   * where neither is known. What is of another order or says nothing certain is `Unavailable`.
   */
  status(of: { attemptId: string; paymentId: string | null; told?: string }): Promise<Standing>
  /**
   * Takes money that is held, or lets it go, and asks how the payment stands then. After
   * `Unavailable` ask `status`.
   */
  capture(of: Of & { amount: Tenge }): Promise<Standing>
  release(of: Of): Promise<Standing>
  /**
   * Asks for a part of a payment back, once: they know no key of ours. Whether it goes is told by
   * `refunds` alone. `id` where they say one.
   */
  refund(of: Of & { amount: Tenge }): Promise<{ accepted: true; id: string | null } | Refusal>
  /**
   * What went back of a payment, by whomever; refused where they do not know the payment. Throws
   * `Unavailable`.
   */
  refunds(of: Of): Promise<RefundLine[] | Refusal>
  /**
   * `scriptName` is the last segment of our own address that was called, `body` the form as it
   * came.
   */
  readNotice(scriptName: string, body: string): Notice | Unread
  readRefundNotice(scriptName: string, body: string): RefundNotice | Unread
  readCardNotice(scriptName: string, body: string): CardNotice | Unread
  answerNotice(scriptName: string, status: 'ok' | 'rejected' | 'error', description: string): string
  /** The page, in the client's language, where they give a card. `userId` is our opaque id. */
  startBinding(ask: {
    userId: string
    locale: Locale
    noticeUrl: string
    backUrl: string
  }): Promise<{ redirectUrl: string } | Refusal>
  cards(userId: string): Promise<SavedCard[]>
  removeCard(ask: { userId: string; token: string }): Promise<void>
  /**
   * A saved card's payment: its number is to be kept before `charge`. No money moves, and a repeat
   * is the same payment.
   */
  openCharge(ask: {
    attemptId: string
    userId: string
    token: string
    amount: Tenge
    description: string
    resultUrl: string
  }): Promise<{ paymentId: string } | Refusal>
  /** Charges it, once a payment, and asks how it stands then. After `Unavailable` ask `status`. */
  charge(of: Of): Promise<Standing>
}
export type AcquirerConfig = {
  address: string
  merchantId: string
  secret: string
  plainScripts?: boolean
}

export function acquirer(
  { address, merchantId, secret, plainScripts = false }: AcquirerConfig,
  send: Send,
): Acquirer {
  /**
   * An answer in its shape, or a signed error of theirs. An error that is not signed says nothing,
   * neither yes nor no.
   */
  async function ask<T extends z.ZodType>(
    operation: Operation,
    shape: T,
    key: string,
    fields: PgParams,
    safe: boolean,
  ): Promise<z.infer<T> | RefusalReply> {
    const form = signed(
      scriptOf(operation, plainScripts),
      { pg_merchant_id: merchantId, ...fields },
      secret,
    )
    const reply = await send({
      operation,
      key,
      method: 'POST',
      url: `${address}${pathOf(operation, merchantId, plainScripts)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        Object.entries(form).map(([name, value]) => [name, String(value)]),
      ).toString(),
      safe,
    })
    const answer = proved(operation, reply)
    const read = (isRefusal(answer) ? refusal : shape).safeParse(answer)
    if (read.success) return read.data
    throw unclear(
      operation,
      `unreadable reply: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
    )
  }

  function proved(operation: Operation, { text, status }: Reply): PgParams {
    let answer: PgParams
    try {
      answer = readXml(text)
    } catch (cause) {
      throw unclear(operation, `unreadable reply: HTTP ${status}`, cause)
    }
    const isTheirs = answerScripts(operation, plainScripts).some((script) =>
      isSigned(script, answer, secret),
    )
    const fields = trimmed(answer)
    const code = typeof fields.pg_error_code === 'string' ? fields.pg_error_code.slice(0, 10) : ''
    if (!isTheirs)
      throw unclear(operation, code ? `unsigned error ${code}` : 'unreadable reply: pg_sig')
    return fields
  }

  const byPayment = (of: Of) =>
    ask(operations.status, statusReply, of.attemptId, { pg_payment_id: of.paymentId }, true)

  /**
   * The answer about this very payment. `own`: its number was told by them when they opened it for
   * our order.
   */
  function ofThis(reply: StatusReply, { attemptId, paymentId }: Of, own: boolean): StatusReply {
    if (reply.pg_payment_id !== paymentId && reply.pg_payment_id !== '0')
      throw unclear(operations.status, 'unclear reply: pg_payment_id')
    const isOurs = reply.pg_order_id ? reply.pg_order_id === attemptId : own
    if (!isOurs) throw unclear(operations.status, 'unclear reply: pg_order_id')
    return reply
  }

  const status: Acquirer['status'] = async ({ attemptId, paymentId, told }) => {
    const id = told ?? paymentId
    const reply = id
      ? await byPayment({ attemptId, paymentId: id })
      : await ask(operations.status, statusReply, attemptId, { pg_order_id: attemptId }, true)
    if (isRefusal(reply)) {
      if (absent.includes(reply.pg_error_code))
        return { status: 'unknown', paymentId: null, amount: null }
      throw unclear(operations.status, `error ${reply.pg_error_code}`)
    }
    return certain(operations.status, () =>
      standingOf(
        ofThis(reply, { attemptId, paymentId: id ?? reply.pg_payment_id }, !id || id === paymentId),
      ),
    )
  }
  /**
   * Asks for something that is done once a payment; whatever is answered, the payment says what
   * became of it.
   */
  async function thenStatus(operation: Operation, of: Of, fields: PgParams): Promise<Standing> {
    await ask(
      operation,
      operation === operations.charge ? chargeReply : doneReply,
      of.attemptId,
      { pg_payment_id: of.paymentId, ...fields },
      false,
    )
    return status(of)
  }

  return {
    async payPage({
      attemptId,
      amount,
      description,
      locale,
      resultUrl,
      refundUrl,
      successUrl,
      failureUrl,
      phone,
      email,
      bindFor,
    }) {
      const recurring = {
        pg_user_id: bindFor ?? '',
        pg_recurring_start: '1',
        pg_recurring_lifetime: String(RECURRING_MONTHS),
      }
      const reply = await ask(
        operations.init,
        initReply,
        attemptId,
        {
          pg_order_id: attemptId,
          pg_idempotency_key: attemptId,
          pg_amount: amountText(amount),
          pg_currency: 'KZT',
          pg_auto_clearing: '1',
          pg_description: description,
          pg_language: languageOf(locale),
          pg_result_url: resultUrl,
          pg_refund_url: refundUrl,
          pg_success_url: successUrl,
          pg_failure_url: failureUrl,
          pg_request_method: 'POST',
          pg_lifetime: '86400',
          ...(phone ? { pg_user_phone: phone } : {}),
          ...(email ? { pg_user_contact_email: email } : {}),
          ...(bindFor ? recurring : {}),
        },
        true,
      )
      return isRefusal(reply)
        ? refusalOf(reply)
        : { paymentId: reply.pg_payment_id, redirectUrl: reply.pg_redirect_url }
    },

    status,
    capture: ({ amount, ...of }) =>
      thenStatus(operations.capture, of, { pg_clearing_amount: amountText(amount) }),
    release: (of) => thenStatus(operations.cancel, of, {}),
    charge: (of) => thenStatus(operations.charge, of, {}),

    async refund({ amount, ...of }) {
      const fields = { pg_payment_id: of.paymentId, pg_refund_amount: amountText(amount) }
      const reply = await ask(operations.revoke, revokeReply, of.attemptId, fields, false)
      if (!isRefusal(reply)) {
        const { pg_revoke_payment_id: id } = reply
        return { accepted: true, id: id && id !== of.paymentId ? id : null }
      }
      // Refused for good is only what is said of the payment; any other error is of their day.
      if (![...absent, errorCodes.refused].includes(reply.pg_error_code))
        throw unclear(operations.revoke, `error ${reply.pg_error_code}`)
      return refusalOf(reply)
    },

    async refunds(of) {
      const reply = await byPayment(of)
      if (isRefusal(reply) && absent.includes(reply.pg_error_code)) return refusalOf(reply)
      if (isRefusal(reply)) throw unclear(operations.status, `error ${reply.pg_error_code}`)
      return certain(operations.status, () => refundLinesOf(ofThis(reply, of, true)))
    },

    readNotice: (scriptName, body) => readNotice(scriptName, body, secret),
    readRefundNotice: (scriptName, body) => readRefundNotice(scriptName, body, secret),
    readCardNotice: (scriptName, body) => readCardNotice(scriptName, body, secret),
    answerNotice: (scriptName, status, description) =>
      answerNotice(scriptName, status, description, secret),

    async startBinding({ userId, locale, noticeUrl, backUrl }) {
      const fields = {
        pg_user_id: userId,
        pg_language: languageOf(locale),
        pg_post_link: noticeUrl,
        pg_back_link: backUrl,
      }
      const reply = await ask(operations.bind, bindReply, userId, fields, true)
      return isRefusal(reply) ? refusalOf(reply) : { redirectUrl: reply.pg_redirect_url }
    },

    async cards(userId) {
      const reply = await ask(operations.cards, cardsReply, userId, { pg_user_id: userId }, true)
      if (isRefusal(reply)) throw unclear(operations.cards, `error ${reply.pg_error_code}`)
      return [reply.card ?? []].flat().map((card) => ({
        id: card.pg_card_id,
        token: card.pg_card_token,
        maskedPan: card.pg_card_hash,
        addedAt: card.created_at,
      }))
    },

    async removeCard({ userId, token }) {
      const reply = await ask(
        operations.removeCard,
        removeReply,
        userId,
        { pg_user_id: userId, pg_card_token: token },
        true,
      )
      // A card that is already gone is removed.
      if (isRefusal(reply) && !absent.includes(reply.pg_error_code))
        throw unclear(operations.removeCard, `error ${reply.pg_error_code}`)
    },

    async openCharge({ attemptId, userId, token, amount, description, resultUrl }) {
      const reply = await ask(
        operations.chargeInit,
        chargeInitReply,
        attemptId,
        {
          pg_user_id: userId,
          pg_order_id: attemptId,
          pg_idempotency_key: attemptId,
          pg_amount: amountText(amount),
          pg_currency: 'KZT',
          pg_auto_clearing: '1',
          pg_description: description,
          pg_card_token: token,
          pg_result_url: resultUrl,
        },
        true,
      )
      return isRefusal(reply) ? refusalOf(reply) : { paymentId: reply.pg_payment_id }
    },
  }
}

const unclear = (operation: Operation, what: string, cause?: unknown) =>
  new Unavailable('acquirer', operation, what, true, { cause })
/** What an answer says, when it says something certain. */
function certain<T>(operation: Operation, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof Unclear) throw unclear(operation, `unclear reply: ${cause.message}`, cause)
    throw cause
  }
}
const refusalOf = (reply: RefusalReply): Refusal => ({
  refused: reply.pg_error_code,
  text: reply.pg_error_description || reply.pg_failure_description || '',
})
