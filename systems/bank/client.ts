import type { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import { type Reply, type Send, Unavailable } from '../http.ts'
import {
  type BillStatus,
  createReply,
  errorTexts,
  notFoundCodes,
  operations,
  paths,
  phoneUnknownCodes,
  refundReply,
  statusReply,
  statusWords,
  temporaryCodes,
  tradePointsReply,
} from './protocol.ts'

/** Invoices to a phone in the mobile bank. There is no notice in this protocol: the caller asks for the status. */
export type Bank = {
  /**
   * Sends a bill. `orderId` is the payment attempt's id: a repeated call with it answers the same bill, so a lost answer is safe to
   * ask for again. `phone` is 11 digits, `amount` whole tenge.
   */
  invoice(ask: {
    orderId: string
    phone: string
    amount: Tenge
    comment: string
  }): Promise<{ billId: string } | BankRefusal<'phone_unknown' | 'other'>>
  /** `amount` is what the bank holds under this bill, null when it does not say. */
  status(billId: string): Promise<{ status: BillStatus; amount: Tenge | null }>
  /** Whole or partial; one refund per `key`, however often it is called. */
  refund(ask: { billId: string; amount: Tenge; key: string }): Promise<{ refundId: string } | BankRefusal<'other'>>
  health(): Promise<void>
}
export type BankRefusal<Kind extends string> = { refused: Kind; text: string }
export type BankConfig = { address: string; organizationBin: string; deviceToken: string }

export function bank({ address, organizationBin, deviceToken }: BankConfig, send: Send): Bank {
  const us = { OrganizationBin: organizationBin, DeviceToken: deviceToken }
  const post = (operation: string, path: string, key: string, body: object) =>
    send({
      operation,
      key,
      method: 'POST',
      url: `${address}${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // Their side recognises ExternalId, so that a repeat moves no money twice.
      safe: true,
    })
  const get = (operation: string, path: string, key?: string) =>
    send({ operation, ...(key ? { key } : {}), method: 'GET', url: `${address}${path}`, safe: true })

  return {
    async invoice({ orderId, phone, amount, comment }) {
      const body = { ...us, PhoneNumber: phone, Amount: amount, Comment: comment, ExternalId: orderId }
      const reply = read(operations.create, createReply, await post(operations.create, paths.create, orderId, body))
      if ('Data' in reply) return { billId: String(reply.Data.QrPaymentId) }
      return { refused: phoneUnknownCodes.includes(reply.StatusCode) ? 'phone_unknown' : 'other', text: reply.Message ?? '' }
    },
    async status(billId) {
      const reply = read(operations.status, statusReply, await get(operations.status, paths.status(encodeURIComponent(billId)), billId))
      if (!('Data' in reply)) {
        if (!notFoundCodes.includes(reply.StatusCode)) throw new Unavailable('bank', operations.status, `StatusCode ${reply.StatusCode}`)
        return { status: 'error', amount: null }
      }
      const { Status, Amount, Message } = reply.Data
      const amount = Amount ?? null
      if (Status === 'Error') return { status: lookUp(errorTexts, Message ?? '') ?? 'error', amount }
      const status = lookUp(statusWords, Status)
      if (!status) throw new Unavailable('bank', operations.status, `unknown status ${Status}`)
      return { status, amount }
    },
    async refund({ billId, amount, key }) {
      const body = { ...us, QrPaymentId: Number(billId), Amount: amount, ExternalId: key }
      const reply = read(operations.refund, refundReply, await post(operations.refund, paths.refund, key, body))
      if ('Data' in reply) return { refundId: String(reply.Data.ReturnOperationId) }
      if (temporaryCodes.includes(reply.StatusCode)) throw new Unavailable('bank', operations.refund, `StatusCode ${reply.StatusCode}`)
      return { refused: 'other', text: reply.Message ?? '' }
    },
    async health() {
      const reply = read(operations.tradePoints, tradePointsReply, await get(operations.tradePoints, paths.tradePoints(organizationBin)))
      if (!('Data' in reply)) throw new Unavailable('bank', operations.tradePoints, `StatusCode ${reply.StatusCode}`)
    },
  }
}

const lookUp = (table: Record<string, BillStatus>, word: string): BillStatus | undefined => table[word]

function read<T extends z.ZodType>(operation: string, shape: T, reply: Reply): z.infer<T> {
  try {
    return shape.parse(JSON.parse(reply.text))
  } catch (cause) {
    throw new Unavailable('bank', operation, 'unreadable reply', true, { cause })
  }
}
