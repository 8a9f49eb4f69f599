import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { failedThere, type Reply, type Send, Unavailable } from '../http.ts'
import type { Epay, EpayConfig, Refusal, Standing } from './port.ts'
import {
  errorReply,
  LEAST_REFUND,
  languages,
  linkReply,
  linkStates,
  linksReply,
  longestDescription,
  notice,
  type Operation,
  operations,
  results,
  scopes,
  stateWords,
  statusReply,
  tokenReply,
} from './protocol.ts'

export function epay(config: EpayConfig, send: Send<Operation>): Epay {
  const line = lineTo(config, send)
  return {
    ...links(config, line),
    status: (invoice) => statusOf(line, invoice),
    charge: (paymentId) => act(line, operations.charge, `/operation/${idOf(paymentId)}/charge`),
    cancel: (paymentId) => act(line, operations.cancel, `/operation/${idOf(paymentId)}/cancel`),
    async refund({ paymentId, amount, key }) {
      if (amount < LEAST_REFUND)
        return { refused: 'least', text: `amount: at least ${LEAST_REFUND} tenge go back` }
      const query = new URLSearchParams({ amount: String(amount), externalID: key })
      const done = await act(
        line,
        operations.refund,
        `/operation/${idOf(paymentId)}/refund?${query}`,
        key,
      )
      return done === 'done' ? { refundId: null } : done
    },
    readNotice: (body) => readNotice(config, body),
  }
}

/** The secret of an invoice, which its notices bring back: made anew, so that none is stored. */
const secretOf = ({ clientSecret }: EpayConfig, invoice: string): string =>
  createHmac('sha256', clientSecret).update(`notice:${invoice}`).digest('base64url')

type Line = ReturnType<typeof lineTo>

/** A call with a token of its own, as the documentation demands. */
function lineTo(config: EpayConfig, send: Send<Operation>) {
  const { address, oauthAddress, clientId, clientSecret, terminal } = config
  const token = async (fields: Record<string, string>): Promise<string> => {
    const reply = await send({
      operation: operations.oauth,
      method: 'POST',
      url: `${oauthAddress}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        terminal,
        ...fields,
      }).toString(),
      safe: true,
    })
    // Nothing was requested yet: any fault of the token has no effect.
    const parsed = tokenReply.safeParse(jsonOf(reply))
    if (reply.status === 200 && parsed.success) return parsed.data.access_token
    throw new Unavailable('epay', operations.oauth, `HTTP ${reply.status}: no token`, false)
  }
  return async (
    operation: Operation,
    path: string,
    of: { key?: string; body?: unknown; token?: Record<string, string>; safe?: boolean } = {},
  ): Promise<Reply> => {
    const bearer = await token(of.token ?? { scope: scopes.rest })
    const reply = await send({
      operation,
      ...(of.key ? { key: of.key } : {}),
      method: operation === operations.status ? 'GET' : 'POST',
      url: `${address}${path}`,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(of.body ? { body: JSON.stringify(of.body) } : {}),
      safe: of.safe === true,
      once: of.safe !== true,
    })
    if (reply.status === 401)
      throw new Unavailable('epay', operation, 'HTTP 401: the token is refused', false)
    return reply
  }
}

function links(config: EpayConfig, ask: Line): Pick<Epay, 'link' | 'findLink'> {
  return {
    async link({ invoice, account, amount, description, locale, noticeUrl, backUrl }) {
      const reply = await ask(operations.invoice, '/invoice', {
        key: invoice,
        token: {
          scope: scopes.invoice,
          invoiceID: invoice,
          amount: String(amount),
          currency: 'KZT',
          secret_hash: secretOf(config, invoice),
        },
        // No contact of the buyer: we notify them ourselves.
        body: {
          shop_id: config.shop,
          account_id: account,
          invoice_id: invoice,
          amount,
          language: languages[locale],
          description: description.slice(0, longestDescription),
          expire_period: '1d',
          currency: 'KZT',
          post_link: noticeUrl,
          failure_post_link: noticeUrl,
          back_link: backUrl,
          failure_back_link: backUrl,
        },
      })
      if (reply.status >= 400) return refusal(operations.invoice, reply)
      const made = read(operations.invoice, linkReply, reply)
      const wrong = otherThan(made, invoice, amount)
      if (wrong) throw new Unavailable('epay', operations.invoice, `unreadable reply: ${wrong}`)
      return { id: made.id, url: made.invoice_url }
    },
    async findLink(invoice, amount) {
      const reply = await ask(operations.links, '/invoice-links', {
        key: invoice,
        safe: true,
        body: {
          paging: { skip: 0, limit: 10 },
          searchParameters: [{ name: 'invoice_id', method: '=', searchParameter: [invoice] }],
          orderParameters: { field: 'id', typeOrder: 'DESC' },
        },
      })
      if (reply.status >= 400)
        throw new Unavailable('epay', operations.links, `HTTP ${reply.status}`, false)
      const { Records } = read(operations.links, linksReply, reply)
      const found = (Records ?? []).find(
        (row) => row.status === linkStates.open && otherThan(row, invoice, amount) === null,
      )
      return found ? { id: found.id, url: found.invoice_url } : null
    },
  }
}

/** Returns the field in which a link differs from the request; null if none does. */
const otherThan = (
  link: z.infer<typeof linkReply>,
  invoice: string,
  amount: number,
): string | null =>
  link.invoice_id !== invoice
    ? 'invoice_id'
    : link.amount !== amount
      ? 'amount'
      : link.currency !== 'KZT'
        ? 'currency'
        : null

const inTiyn = (sum: number) => Math.round(sum * 100) / 100

async function statusOf(ask: Line, invoice: string): Promise<Standing> {
  const reply = await ask(operations.status, `/check-status/payment/transaction/${invoice}`, {
    key: invoice,
    safe: true,
  })
  // A client has seen HTTP 400 with the same body.
  const { resultCode, transaction } = read(operations.status, statusReply, reply)
  const none = { paymentId: null, amount: null, rest: null }
  if (resultCode === results.notFound) return { status: 'unknown', ...none }
  if (resultCode === results.rejected && !transaction) return { status: 'rejected', ...none }
  if ((resultCode !== results.success && resultCode !== results.rejected) || !transaction) {
    if (resultCode !== results.later) failedThere('epay', operations.status, `code ${resultCode}`)
    throw new Unavailable('epay', operations.status, `resultCode ${resultCode.slice(0, 20)}`)
  }
  const { statusName, orgAmount, amount, payoutAmount } = transaction
  const status = Object.hasOwn(stateWords, statusName)
    ? stateWords[statusName as keyof typeof stateWords] // one of its keys
    : undefined
  const paid = orgAmount ?? inTiyn(amount + payoutAmount)
  const wrong = !status
    ? 'statusName'
    : transaction.invoiceID !== invoice
      ? 'invoiceID'
      : transaction.currency !== 'KZT'
        ? 'currency'
        : !Number.isInteger(paid) || payoutAmount > paid
          ? 'amount'
          : null
  if (wrong || !status)
    throw new Unavailable('epay', operations.status, `unreadable reply: ${wrong ?? 'statusName'}`)
  const whole = statusName === 'REFUND' && payoutAmount === 0
  return {
    status,
    paymentId: transaction.id,
    amount: paid,
    rest: status === 'paid' ? (whole ? 0 : inTiyn(paid - payoutAmount)) : null,
  }
}

/** Acts on a transaction, once: HTTP 200, or a refusal. */
async function act(
  ask: Line,
  operation: Operation,
  path: string,
  key?: string,
): Promise<'done' | Refusal> {
  const reply = await ask(operation, path, key ? { key } : {})
  return reply.status === 200 ? 'done' : refusal(operation, reply)
}

const idOf = (paymentId: string) => encodeURIComponent(paymentId)

/** Returns their refusal in their words. Throws if it is unreadable. */
function refusal(operation: Operation, reply: Reply): Refusal {
  const { code, message } = read(operation, errorReply, reply)
  return { refused: String(code), text: message.slice(0, 200) }
}

function read<T>(operation: Operation, schema: z.ZodType<T>, reply: Reply): T {
  const parsed = schema.safeParse(jsonOf(reply))
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new Unavailable('epay', operation, `unreadable reply: ${field}`)
}

function jsonOf({ text }: Reply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readNotice(config: EpayConfig, body: string): ReturnType<Epay['readNotice']> {
  let json: unknown = null
  try {
    json = JSON.parse(body)
  } catch {
    return { ok: false, reason: 'unreadable' }
  }
  const parsed = notice.safeParse(json)
  if (!parsed.success) return { ok: false, reason: 'unreadable' }
  const { invoiceId, amount, currency, secret_hash = '' } = parsed.data
  const [theirs, ours] = [Buffer.from(secret_hash), Buffer.from(secretOf(config, invoiceId))]
  if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours))
    return { ok: false, reason: 'bad_secret' }
  return { ok: true, invoice: invoiceId, amount, currency }
}
