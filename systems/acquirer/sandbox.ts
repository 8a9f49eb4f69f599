import { randomUUID } from 'node:crypto'
import { defaultLocale, localeOfTag } from '#domain/locale.ts'
import type { SandboxAsk, SandboxRoute, World } from '../sandbox-kit.ts'
import { type SandboxAnswer, type SandboxSystem, xml } from '../sandbox-kit.ts'
import { fieldsOf } from './notices.ts'
import {
  amountText,
  answerScripts,
  declineCodes,
  errorCodes,
  languages,
  type Operation,
  operations,
  pathOf,
  RECURRING_MONTHS,
  scriptOf,
} from './protocol.ts'
import { hostedRoutes } from './sandbox-hosted.ts'
import { takeManner } from './sandbox-manners.ts'
import { notifyRefund, notifyResult, type Pauses, usualPauses } from './sandbox-notify.ts'
import {
  backOf,
  bindings,
  cards,
  failures,
  indexOf,
  judge,
  keepPayment,
  maskPan,
  type Payment,
  payments,
  type Refund,
  settle,
} from './sandbox-payments.ts'
import type { Answer, Form } from './sandbox-status.ts'
import { statusOf } from './sandbox-status.ts'
import type { PgParams } from './xml.ts'
import { isSigned, signed, writeXml } from './xml.ts'

const missing: Answer = { error: 'notFound', text: 'Payment not found' }
type Call = (
  operation: Operation,
  handle: (form: Form, ask: SandboxAsk) => Answer,
  plain?: boolean,
) => SandboxRoute

/** Saved cards: added on their page, listed, removed. */
const cardCalls = (world: World, call: Call): SandboxRoute[] => [
  call(operations.bind, (form, ask) => {
    const id = randomUUID()
    const { pg_user_id: userId, pg_post_link: noticeUrl, pg_back_link: backUrl } = form
    if (!userId || !noticeUrl || !backUrl || wrongLanguage(form))
      return { error: 'badField', text: 'Fields are missing or wrong' }
    bindings(world).set(id, {
      id,
      userId,
      noticeUrl,
      backUrl,
      locale: localeOfTag(form.pg_language ?? '') ?? defaultLocale,
      state: 'open',
    })
    world.saved()
    return { done: { pg_redirect_url: `${originOf(ask)}/acquirer/bind/${id}` } }
  }),
  call(operations.cards, (form) => {
    const own = [...cards(world).values()].filter(
      (card) => card.userId === form.pg_user_id && !card.removed,
    )
    const card = own.map((card) => ({
      pg_card_id: card.id,
      pg_card_hash: maskPan(card.pan),
      pg_card_token: card.token,
      pg_status: 'success',
      created_at: card.addedAt,
    }))
    const done: PgParams = card.length > 0 ? { card } : {}
    return { done }
  }),
  call(operations.removeCard, (form) => {
    const card = cards(world).get(form.pg_card_token ?? '')
    if (!card || card.userId !== form.pg_user_id || card.removed) return missing
    card.removed = true
    world.saved()
    return { done: { card: { pg_status: 'deleted' } } }
  }),
]
const wrongLanguage = ({ pg_language: language }: Form) =>
  language !== undefined && !languages.some((one) => one === language)
const originOf = ({ headers }: SandboxAsk) => `http://${headers.host ?? 'localhost'}`

/** The first field that the real one would refuse. */
function wrongField(form: Form): string | null {
  const {
    pg_order_id: order = '',
    pg_amount: amount = '',
    pg_description: description = '',
    pg_idempotency_key: key = '',
  } = form
  const lifetime = Number(form.pg_lifetime ?? 86_400)
  const months = Number(form.pg_recurring_lifetime)
  if (order.length < 1 || order.length > 50) return 'pg_order_id'
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(amount) || Number(amount) < 0.01) return 'pg_amount'
  if (description.length < 1 || description.length > 1_024) return 'pg_description'
  if (key.length > 255) return 'pg_idempotency_key'
  if (!['0', '1', undefined].includes(form.pg_auto_clearing)) return 'pg_auto_clearing'
  if (lifetime < 300 || lifetime > 604_800) return 'pg_lifetime'
  if (wrongLanguage(form)) return 'pg_language'
  if (form.pg_user_id !== undefined && !/^[a-zA-Z0-9_-]{1,50}$/.test(form.pg_user_id))
    return 'pg_user_id'
  if (form.pg_recurring_start === '1' && !(months >= 1 && months <= RECURRING_MONTHS))
    return 'pg_recurring_lifetime'
  const address = ['pg_result_url', 'pg_refund_url', 'pg_success_url', 'pg_failure_url'].find(
    (name) => (form[name] ?? '').length > 255,
  )
  return address ?? null
}

/** Opens a request of the shop: its form, its signature, its fields. */

/** The payment of a key: a new one, or the one it has already. */
function opened(world: World, form: Form, cardToken: string | null): Payment | Answer {
  const wrong = wrongField(form)
  if (wrong) return { error: 'badField', text: `Wrong ${wrong}` }
  const known = indexOf(world).byKey.get(form.pg_idempotency_key ?? '')
  if (!known) return open(world, form, cardToken)
  return known.amount === Number(form.pg_amount) && known.orderId === form.pg_order_id
    ? known
    : { error: 'refused', text: 'The key belongs to another payment' }
}

function open(world: World, form: Form, cardToken: string | null): Payment {
  return keepPayment(world, {
    id: String(500_000 + world.next('acquirer.payment')),
    orderId: form.pg_order_id ?? '',
    idempotencyKey: form.pg_idempotency_key ?? '',
    autoClearing: form.pg_auto_clearing === '1',
    clearing: 0,
    amount: Number(form.pg_amount),
    currency: form.pg_currency ?? 'KZT',
    description: form.pg_description ?? '',
    locale: localeOfTag(form.pg_language ?? '') ?? 'ru',
    state: 'new',
    resultUrl: form.pg_result_url ?? '',
    refundUrl: form.pg_refund_url ?? '',
    successUrl: form.pg_success_url ?? '',
    failureUrl: form.pg_failure_url ?? '',
    phone: form.pg_user_phone ?? '',
    email: form.pg_user_contact_email ?? '',
    createdAt: world.now().toISOString(),
    lifetimeS: Number(form.pg_lifetime ?? 86_400),
    cardToken,
    bindFor: form.pg_recurring_start === '1' && form.pg_user_id ? form.pg_user_id : null,
    challenged: null,
    cardPan: null,
    failure: null,
    refunds: [],
  })
}

const unsigned = (code: string, text: string, status: number): SandboxAnswer =>
  xml(writeXml({ pg_status: 'error', pg_error_code: code, pg_error_description: text }), status)
const formOf = (body: string): Form => Object.fromEntries(new URLSearchParams(body))

type Setting = { secret: string; pauses: Pauses }

const sandboxMoneyMissing: Answer = { error: 'notFound', text: 'Payment not found' }
const wrongState: Answer = {
  failed: { pg_error_code: '120', pg_failure_description: 'Неверный статус платежа' },
}

/**
 * Refunds captured money, once per request: no key makes two of them one. Held money cannot be
 * refunded.
 */
function revoked(world: World, form: Form, { secret, pauses }: Setting): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  if (!payment) return sandboxMoneyMissing
  const amount =
    form.pg_refund_amount === undefined ? payment.amount : Number(form.pg_refund_amount)
  if (payment.state !== 'success' || !(amount > 0) || backOf(payment) + amount > payment.clearing)
    return { error: 'refused', text: 'The amount is more than can be refunded' }
  const state = takeManner(world, 'refund_declined')
    ? 'error'
    : takeManner(world, 'refund_pending')
      ? 'process'
      : 'success'
  const refund: Refund = {
    id: String(900_000 + world.next('acquirer.refund')),
    amount,
    by: 'shop',
    state,
  }
  payment.refunds.push(refund)
  world.saved()
  if (takeManner(world, 'refund_told')) void notifyRefund(world, payment, secret, pauses)
  return {
    done: { pg_revoke_payment_id: takeManner(world, 'refund_unnamed') ? payment.id : refund.id },
  }
}

/** Takes money that is held, or a part of it, or lets it go whole. */
function cleared(world: World, form: Form): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  if (!payment) return sandboxMoneyMissing
  if (payment.state !== 'held') return wrongState
  const amount =
    form.pg_clearing_amount === undefined ? payment.amount : Number(form.pg_clearing_amount)
  if (!(amount > 0) || amount > payment.amount)
    return { error: 'badField', text: 'Wrong clearing amount' }
  Object.assign(payment, { state: 'success', clearing: amount })
  world.saved()
  return { done: { pg_amount: amountText(payment.amount), pg_clearing_amount: amountText(amount) } }
}

function released(world: World, form: Form): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  if (!payment) return sandboxMoneyMissing
  if (payment.state !== 'held') return wrongState
  payment.state = 'cancelled'
  world.saved()
  return { done: {} }
}

/**
 * Charges a saved card, once a payment, and only holds the money. What the card's bank says no to
 * is an error with its code.
 */
function charged(world: World, form: Form, { secret, pauses }: Setting): Answer {
  const payment = payments(world).get(form.pg_payment_id ?? '')
  const card = cards(world).get(payment?.cardToken ?? '')
  if (!payment || !card) return sandboxMoneyMissing
  if (payment.state !== 'new') return wrongState
  const verdict = judge(card.pan, `${card.month}/${card.year}`, world.now()) ?? 'no_funds'
  // The client is absent and cannot type a code: a saved card that was once challenged is charged.
  const fine = verdict === 'approve' || verdict === 'challenge'
  if (settle(world, payment, card.pan, fine ? null : failures[verdict]))
    void notifyResult(world, payment, secret, pauses)
  if (!fine)
    return {
      failed: {
        pg_error_code: declineCodes[verdict],
        pg_failure_description: failures[verdict].text,
      },
    }
  const done = {
    pg_payment_id: payment.id,
    pg_transaction_status: 'Authorized',
    pg_payment_method: 'bankcard',
    pg_can_reject: '1',
    pg_captured: payment.clearing > 0 ? '1' : '0',
    pg_card_pan: payment.cardPan ?? '',
    pg_card_token: card.token,
    pg_amount: amountText(payment.amount),
    pg_currency: payment.currency,
  }
  return { done }
}

export type AcquirerSandboxOptions = {
  merchantId?: string
  secret?: string
  merchant?: string
  pauses?: Pauses
}

/**
 * The card acquirer's side: signed calls, hosted pages, signed notices. As strict as the real one;
 * `protocol.ts` has the evidence.
 */
export function acquirerSandbox(world: World, options: AcquirerSandboxOptions = {}): SandboxSystem {
  const {
    merchantId = '100001',
    secret = 'sandbox-secret',
    merchant = 'Интернет-магазин',
    pauses = usualPauses,
  } = options
  const setting = { secret, pauses }

  const call: Call = (operation, handle, plain = false) => {
    const answer = (fields: PgParams) =>
      xml(writeXml(signed(answerScripts(operation, plain)[0] ?? '', fields, secret)))
    const refuse = (code: string, text: string) =>
      answer({ pg_status: 'error', pg_error_code: code, pg_error_description: text })
    return {
      method: 'POST',
      path: `/acquirer${pathOf(operation, merchantId, plain)}`,
      operation,
      key: ({ body }) => keysOf(formOf(body)),
      error: () => refuse('1000', 'Internal error'),
      handle(ask): SandboxAnswer {
        const form = formOf(ask.body)
        // The merchant is unknown, or its signature is wrong: the answer is not signed.
        if (form.pg_merchant_id !== merchantId)
          return unsigned(errorCodes.unknownMerchant, 'Merchant not found', 200)
        if (!isSigned(scriptOf(operation, plain), fieldsOf(ask.body), secret))
          return unsigned(errorCodes.badSignature, 'Некорректная подпись запроса', 401)
        const result = handle(form, ask)
        if ('failed' in result) return answer({ pg_status: 'error', ...result.failed })
        return 'done' in result
          ? answer({ pg_status: 'ok', ...result.done })
          : refuse(errorCodes[result.error], result.text)
      },
    }
  }

  const money: [Operation, (form: Form) => Answer][] = [
    [operations.status, (form) => statusOf(world, form)],
    [operations.revoke, (form) => revoked(world, form, setting)],
    [operations.capture, (form) => cleared(world, form)],
    [operations.cancel, (form) => released(world, form)],
    [operations.charge, (form) => charged(world, form, setting)],
  ]

  return {
    system: 'acquirer',
    routes: [
      call(operations.init, (form, ask) => {
        const payment = opened(world, form, null)
        if (!('id' in payment)) return payment
        return {
          done: {
            pg_payment_id: payment.id,
            pg_redirect_url: `${originOf(ask)}/acquirer/pay/${payment.id}`,
          },
        }
      }),
      ...money.map(([operation, handle]) => call(operation, handle)),
      ...money
        .filter(([operation]) => pathOf(operation, '', true) !== pathOf(operation, ''))
        .map(([operation, handle]) => call(operation, handle, true)),
      ...cardCalls(world, call),
      call(operations.chargeInit, (form) => {
        const card = cards(world).get(form.pg_card_token ?? '')
        if (!card || card.removed || card.userId !== form.pg_user_id) return missing
        // The pages of saved cards do not name pg_auto_clearing: their money is held first.
        const payment = opened(world, { ...form, pg_auto_clearing: '0' }, card.token)
        return 'id' in payment
          ? { done: { pg_payment_id: payment.id, pg_order_id: payment.orderId } }
          : payment
      }),
      ...hostedRoutes(world, { secret, merchant, pauses }),
    ],
  }
}
const keysOf = ({ pg_order_id, pg_payment_id }: Form): Record<string, string> => ({
  ...(pg_order_id ? { orderId: pg_order_id } : {}),
  ...(pg_payment_id ? { paymentId: pg_payment_id } : {}),
})
