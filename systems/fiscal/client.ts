import type { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import { type Send, Unavailable } from '../http.ts'
import { CREATE, RECEIPTS_PATH, ReceiptReply, type ReceiptRequest } from './protocol.ts'

export type Receipt = {
  /** Our id: one receipt for it, whatever happens. */
  key: string
  operation: 'sale' | 'return'
  way: 'mobile_bank' | 'card'
  amount: Tenge
  /** What was paid for, as it stands on the receipt. */
  name: string
  at: Date
}
export type Fiscal = {
  /** Registers a receipt; a repeat with the same key is the same receipt. Throws `Unavailable` when the register does not answer. */
  receipt(of: Receipt): Promise<{ number: string; url: string } | { refused: string; text: string }>
}
export type FiscalConfig = { address: string; token: string; cashbox: string }

export function fiscal({ address, token, cashbox }: FiscalConfig, send: Send): Fiscal {
  return {
    receipt: async ({ key, operation, way, amount, name, at }) => {
      const body: z.infer<typeof ReceiptRequest> = {
        externalId: key,
        cashbox,
        operation: operation === 'sale' ? 'SALE' : 'RETURN',
        payment: way === 'card' ? 'CARD' : 'MOBILE',
        total: amount,
        items: [{ name, sum: amount }],
        at: at.toISOString(),
      }
      const reply = await send({
        operation: CREATE,
        key,
        method: 'POST',
        url: `${address.replace(/\/$/, '')}${RECEIPTS_PATH}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        // Their side recognises externalId.
        safe: true,
      })
      const read = ReceiptReply.safeParse(parsed(reply.text))
      if (!read.success || (reply.status !== 200 && reply.status !== 422)) throw new Unavailable('fiscal', CREATE, `HTTP ${reply.status}`)
      if ('error' in read.data) return { refused: read.data.error.code, text: read.data.error.text }
      if (read.data.externalId !== key) throw new Unavailable('fiscal', CREATE, 'answer about another receipt')
      return { number: read.data.fiscalNumber, url: read.data.url }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
