import { z } from 'zod'

/**
 * A cash register over the network. The operators of fiscal data publish no common protocol, so this is a plain JSON call of our own design
 * (decision 080): one receipt per `externalId`, however often it is asked for.
 */
export const RECEIPTS_PATH = '/fiscal/v1/receipts'
export const CREATE = 'createReceipt'

export const ReceiptRequest = z.object({
  externalId: z.string().min(1).max(120),
  cashbox: z.string().min(1),
  operation: z.enum(['SALE', 'RETURN']),
  payment: z.enum(['CARD', 'MOBILE']),
  total: z.int().positive(),
  items: z.array(z.object({ name: z.string().min(1), sum: z.int().positive() })).min(1),
  at: z.iso.datetime({ offset: true }),
})
export const ReceiptReply = z.union([
  z.object({ externalId: z.string(), fiscalNumber: z.string().min(1), url: z.url() }),
  z.object({ error: z.object({ code: z.string(), text: z.string() }) }),
])
