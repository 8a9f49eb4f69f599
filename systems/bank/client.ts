import { createHash, randomUUID } from 'node:crypto'
import type { Tenge } from '#domain/money.ts'
import { failedThere, type Send, Unavailable } from '../http.ts'
import type { Bank, BankConfig } from './port.ts'
import {
  type BillStatus,
  cancelReply,
  clientInfoReply,
  createReply,
  detailsReply,
  failureIn,
  isOneOf,
  longestComment,
  notFoundCodes,
  type Operation,
  operations,
  PHONE_BEGINS,
  parsed,
  paths,
  read,
  refundRefusedCodes,
  refundReply,
  requestIdHeader,
  setupCodes,
  statusReply,
  statusWords,
  tradePointsReply,
  unknownPhoneCodes,
  wrongAmountCodes,
} from './protocol.ts'

type Line = ReturnType<typeof lineTo>
/** Builds calls to the bank. `key`: our number for an act, theirs for a query. */
function lineTo({ address, organizationBin, deviceToken }: BankConfig, send: Send<Operation>) {
  return {
    organizationBin,
    deviceToken,
    phoneIn: (phone: string) => `${PHONE_BEGINS}${phone.slice(1)}`,
    post: (operation: Operation, path: string, key: string, body: object, safe: boolean) =>
      send({
        operation,
        key,
        method: 'POST',
        url: `${address}${path}`,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          [requestIdHeader]: requestId(safe ? null : key),
        },
        body: JSON.stringify(body),
        safe,
        once: !safe,
      }),
    get: (operation: Operation, path: string, key?: string) =>
      send({
        operation,
        ...(key ? { key } : {}),
        method: 'GET',
        url: `${address}${path}`,
        headers: { accept: 'application/json', [requestIdHeader]: requestId(null) },
        safe: true,
      }),
  }
}

/**
 * One number for one bill or refund however it travels, so that the bank's support finds it; a new
 * one for a question.
 */
const requestId = (key: string | null): string =>
  key === null ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 32)

export function bank(config: BankConfig, send: Send<Operation>): Bank {
  const line = lineTo(config, send)
  return { ...questions(line), ...bills(line), refund: (ask) => refund(line, ask) }
}

/** Queries that may be repeated freely. */
function questions({ organizationBin, deviceToken, phoneIn, get }: Line) {
  const held: Bank['held'] = async (billId) => {
    const query = new URLSearchParams({ QrPaymentId: billId, DeviceToken: deviceToken })
    const reply = read(
      operations.details,
      detailsReply,
      await get(operations.details, `${paths.details}?${query}`, billId),
    )
    if (!('data' in reply)) {
      if (notFoundCodes.includes(reply.code)) return null
      throw new Unavailable('bank', operations.details, `StatusCode ${reply.code}`)
    }
    const { QrPaymentId, TotalAmount, AvailableReturnAmount } = reply.data.Data
    const wrong =
      QrPaymentId !== billId
        ? 'QrPaymentId'
        : AvailableReturnAmount > TotalAmount
          ? 'AvailableReturnAmount'
          : null
    if (wrong) throw new Unavailable('bank', operations.details, `unreadable reply: ${wrong}`)
    return { amount: TotalAmount, rest: AvailableReturnAmount }
  }
  const hasApp: Bank['hasApp'] = async (phone) => {
    const query = new URLSearchParams({ phoneNumber: phoneIn(phone), deviceToken })
    const answer = await get(operations.clientInfo, `${paths.clientInfo}?${query}`)
    if (answer.status === 404 || answer.status === 405) return 'unknown'
    const reply = read(operations.clientInfo, clientInfoReply, answer)
    if ('data' in reply) return reply.data.Data?.ClientName?.trim() ? 'yes' : 'unknown'
    if (unknownPhoneCodes.includes(reply.code)) return 'no'
    if (isOneOf(setupCodes, reply.code))
      failedThere('bank', operations.clientInfo, `StatusCode ${reply.code}`)
    // Our device is not in order, or the code is undocumented: sending the bill will show it.
    if (reply.code !== -999) return 'unknown'
    throw new Unavailable('bank', operations.clientInfo, `StatusCode ${reply.code}`, false)
  }
  const status: Bank['status'] = async (billId) => {
    const reply = read(
      operations.status,
      statusReply,
      await get(operations.status, paths.status(encodeURIComponent(billId)), billId),
    )
    if (!('data' in reply)) {
      if (!notFoundCodes.includes(reply.code))
        throw new Unavailable('bank', operations.status, `StatusCode ${reply.code}`)
      return { status: 'error', amount: null }
    }
    const { Status, Amount } = reply.data.Data
    const known = lookUp(statusWords, Status)
    if (!known)
      throw new Unavailable('bank', operations.status, `unknown status ${Status.slice(0, 60)}`)
    // D's answers have no sum: query what was paid, never assume the sum we requested.
    return {
      status: known,
      amount: Amount ?? (known === 'paid' ? ((await held(billId))?.amount ?? null) : null),
    }
  }
  const health: Bank['health'] = async () => {
    const reply = read(
      operations.tradePoints,
      tradePointsReply,
      await get(operations.tradePoints, paths.tradePoints(organizationBin)),
    )
    if (!('data' in reply))
      throw new Unavailable('bank', operations.tradePoints, `StatusCode ${reply.code}`)
  }
  return { held, hasApp, status, health }
}

/** Bills on a phone: sent once, taken off as often as one likes. */
function bills({
  organizationBin,
  deviceToken,
  phoneIn,
  post,
}: Line): Pick<Bank, 'invoice' | 'cancel'> {
  return {
    async invoice({ orderId, phone, amount, comment }) {
      const body = {
        OrganizationBin: organizationBin,
        Amount: amount,
        PhoneNumber: phoneIn(phone),
        DeviceToken: deviceToken,
        Comment: commentOf(comment, orderId),
      }
      const answer = await post(operations.create, paths.create, orderId, body, false)
      // Keep a received number whatever else the answer says: it lets us query the bank.
      const made = createReply.safeParse(parsed(answer))
      if (made.success) return { billId: made.data.Data.QrPaymentId }
      const { code, text } = failureIn(operations.create, answer, made.error)
      if (unknownPhoneCodes.includes(code)) return { refused: 'phone_unknown', text }
      if (isOneOf(setupCodes, code)) {
        failedThere('bank', operations.create, `StatusCode ${code}`)
        return { refused: 'setup', text: `StatusCode ${code} ${text}`.trim() }
      }
      if (isOneOf(wrongAmountCodes, code)) return { refused: 'other', text }
      throw new Unavailable('bank', operations.create, `StatusCode ${code}`)
    },
    async cancel(billId) {
      const body = {
        OrganizationBin: organizationBin,
        QrPaymentId: Number(billId),
        DeviceToken: deviceToken,
      }
      const reply = read(
        operations.cancel,
        cancelReply,
        await post(operations.cancel, paths.cancel, billId, body, true),
      )
      if (!('data' in reply) && !notFoundCodes.includes(reply.code))
        throw new Unavailable('bank', operations.cancel, `StatusCode ${reply.code}`)
    },
  }
}

async function refund(
  { organizationBin, deviceToken, post }: Line,
  { billId, amount, key }: Parameters<Bank['refund']>[0],
): ReturnType<Bank['refund']> {
  const body = {
    DeviceToken: deviceToken,
    QrPaymentId: Number(billId),
    Amount: amount,
    OrganizationBin: organizationBin,
  }
  const reply = read(
    operations.refund,
    refundReply,
    await post(operations.refund, paths.refund, key, body, false),
  )
  if ('data' in reply) return { refundId: reply.data.Data.ReturnOperationId }
  const isFinal = [refundRefusedCodes, notFoundCodes, setupCodes, wrongAmountCodes].some((codes) =>
    isOneOf(codes, reply.code),
  )
  if (isOneOf(setupCodes, reply.code))
    failedThere('bank', operations.refund, `StatusCode ${reply.code}`)
  if (isFinal) return { refused: 'other', text: `StatusCode ${reply.code} ${reply.text}`.trim() }
  // "Try again", "temporarily unavailable" and undocumented codes: the caller must query what is
  // held first.
  throw new Unavailable('bank', operations.refund, `StatusCode ${reply.code}`)
}

/** Puts our number last and never cuts it. */
const commentOf = (words: string, number: string): string =>
  `${words.slice(0, longestComment - number.length - 3)} · ${number}`

const lookUp = (table: Record<string, BillStatus>, word: string): BillStatus | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** Placeholders of a link: the bill by the bank's number, its sum in whole tenge. */
const places = /\{(bill|sum)\}/g
/** The web's own: an application takes such a link over, and pages lead nowhere else. */
const opens = /^https?:\/\/\S+$/

/**
 * Returns whether a text is a link's template: a web address whose only places are `{bill}` and
 * `{sum}`.
 */
export const isBankLink = (template: string): boolean =>
  opens.test(template) && !/[{}]/.test(template.replace(places, ''))

/**
 * The address that opens one bill in the bank's application. No bank's own scheme is public, so its
 * template is a setting (`BANK_LINK`); null without one.
 */
export const bankLink = (
  template: string | null,
  bill: { id: string; sum: Tenge },
): string | null =>
  template?.replace(places, (_, place) =>
    encodeURIComponent(place === 'bill' ? bill.id : bill.sum),
  ) ?? null
