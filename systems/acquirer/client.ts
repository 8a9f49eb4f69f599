import type { Send } from '../http.ts'
import { type AskAcquirer, certain, exchange, refusalOf, unclear } from './exchange.ts'
import {
  answerNotice,
  answerUnproved,
  readCardNotice,
  readNotice,
  readRefundNotice,
} from './notices.ts'
import type { Acquirer, AcquirerConfig, Of } from './port.ts'
import {
  absent,
  amountText,
  errorCodes,
  languageOf,
  type Operation,
  operations,
  RECURRING_MONTHS,
  refundWords,
} from './protocol.ts'
import type { RefundLineReply, StatusReply } from './replies.ts'
import {
  bindReply,
  cardsReply,
  chargeInitReply,
  chargeReply,
  doneReply,
  initReply,
  isRefusal,
  removeReply,
  revokeReply,
  statusReply,
} from './replies.ts'
import { lookUp, type RefundLine, type Standing, standingOf, Unclear } from './standing.ts'
import type { PgParams } from './xml.ts'

/**
 * Returns refunds of a payment, made or on their way. Throws `Unclear` if the list and its sum
 * differ.
 */
export function refundLinesOf({
  pg_refund_payments: list,
  pg_refund_amount: whole = '0',
}: StatusReply): RefundLine[] {
  const said: RefundLineReply[] = list ? [list.pg_refund_payment].flat() : []
  const lines = said.map(
    ({
      pg_payment_id: id,
      pg_amount,
      pg_payment_status = 'success',
      pg_failure_description: why = '',
    }) => ({
      id,
      amount: Math.abs(Number(pg_amount)),
      state: lookUp(refundWords, pg_payment_status) ?? ('pending' as const),
      why,
    }),
  )
  const listed = lines.reduce(
    (sum, { amount, state }) => (state === 'failed' ? sum : sum + amount),
    0,
  )
  if (Math.round(Math.abs(Number(whole)) * 100) > Math.round(listed * 100))
    throw new Unclear('pg_refund_amount')
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw new Unclear('pg_refund_payments')
  return lines
}

/** Cards that a client keeps with them. */
const cards = (ask: AskAcquirer): Pick<Acquirer, 'startBinding' | 'cards' | 'removeCard'> => ({
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
})

const byPayment = (ask: AskAcquirer, of: Of) =>
  ask(operations.status, statusReply, of.attemptId, { pg_payment_id: of.paymentId }, true)

/**
 * Returns the reply if it is about this payment, else throws `unclear`. `own`: they gave us its
 * number when they opened it for our order.
 */
function ofThis(reply: StatusReply, { attemptId, paymentId }: Of, own: boolean): StatusReply {
  if (reply.pg_payment_id !== paymentId && reply.pg_payment_id !== '0')
    throw unclear(operations.status, 'unclear reply: pg_payment_id')
  const isOurs = reply.pg_order_id ? reply.pg_order_id === attemptId : own
  if (!isOurs) throw unclear(operations.status, 'unclear reply: pg_order_id')
  return reply
}

/** A payment opened by its page or with a saved card. */
const opening = (ask: AskAcquirer): Pick<Acquirer, 'payPage' | 'openCharge'> => ({
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
})

/** Returns the verbs for a payment's state and its money. */
function payments(ask: AskAcquirer): Pick<Acquirer, 'status' | 'capture' | 'release' | 'charge'> {
  const status: Acquirer['status'] = async ({ attemptId, paymentId, told }) => {
    const id = told ?? paymentId
    const reply = id
      ? await byPayment(ask, { attemptId, paymentId: id })
      : await ask(operations.status, statusReply, attemptId, { pg_order_id: attemptId }, true)
    if (isRefusal(reply)) {
      if (absent.includes(reply.pg_error_code))
        return { status: 'unknown', paymentId: null, amount: null }
      throw unclear(operations.status, `error ${reply.pg_error_code}`)
    }
    return certain(operations.status, () => {
      const ours = { attemptId, paymentId: id ?? reply.pg_payment_id }
      const said = ofThis(reply, ours, !id || id === paymentId)
      const standing = standingOf(said)
      const gone = standing.status === 'paid' ? refundLinesOf(said) : []
      return gone.length > 0 ? { ...standing, gone } : standing
    })
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
    status,
    capture: ({ amount, ...of }) =>
      thenStatus(operations.capture, of, { pg_clearing_amount: amountText(amount) }),
    release: (of) => thenStatus(operations.cancel, of, {}),
    charge: (of) => thenStatus(operations.charge, of, {}),
  }
}

const refunds = (ask: AskAcquirer): Pick<Acquirer, 'refund' | 'refunds'> => ({
  async refund({ amount, ...of }) {
    const fields = { pg_payment_id: of.paymentId, pg_refund_amount: amountText(amount) }
    const reply = await ask(operations.revoke, revokeReply, of.attemptId, fields, false)
    if (!isRefusal(reply)) {
      const { pg_revoke_payment_id: id } = reply
      return { accepted: true, id: id && id !== of.paymentId ? id : null }
    }
    // Only a refusal of the payment itself is final; any other error is a fault of theirs.
    if (![...absent, errorCodes.refused].includes(reply.pg_error_code))
      throw unclear(operations.revoke, `error ${reply.pg_error_code}`)
    return refusalOf(reply)
  },

  async refunds(of) {
    const reply = await byPayment(ask, of)
    if (isRefusal(reply) && absent.includes(reply.pg_error_code)) return refusalOf(reply)
    if (isRefusal(reply)) throw unclear(operations.status, `error ${reply.pg_error_code}`)
    return certain(operations.status, () => refundLinesOf(ofThis(reply, of, true)))
  },
})

export type { Acquirer, AcquirerConfig, Refusal } from './port.ts'
export type { Standing } from './standing.ts'

/** The one real client of the acquirer, over `send`. */
export function acquirer(config: AcquirerConfig, send: Send<Operation>): Acquirer {
  const ask = exchange(config, send)
  const { secret } = config
  return {
    ...opening(ask),
    ...payments(ask),
    ...refunds(ask),
    ...cards(ask),
    readNotice: (scriptName, body) => readNotice(scriptName, body, secret),
    readRefundNotice: (scriptName, body) => readRefundNotice(scriptName, body, secret),
    readCardNotice: (scriptName, body) => readCardNotice(scriptName, body, secret),
    answerUnproved,
    answerNotice: (scriptName, status, description) =>
      answerNotice(scriptName, status, description, secret),
  }
}
