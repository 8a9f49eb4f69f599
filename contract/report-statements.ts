import { z } from 'zod'
import { wayNames } from '#domain/payment-ways.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Instant, Tenge, TengeWithTiyn, Uuid } from './fields.ts'
import { WayField } from './pay.ts'

/** Statements of the bank and the acquirer, as imported. */
const accountant = ['accountant'] as const

export const Statement = z.object({
  id: z.string(),
  system: WayField,
  fileName: z.string(),
  from: Day,
  to: Day,
  rows: z.int(),
  unmatched: z.int(),
  paid: Tenge,
  refunded: Tenge,
  fee: TengeWithTiyn,
  importedAt: Instant,
})
export const statements = call({
  path: '/api/reports/statements',
  method: 'GET',
  may: accountant,
  about: 'Statements of the bank and the acquirer that were imported, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(Statement)),
})
export const importStatement = call({
  path: '/api/reports/statements',
  method: 'POST',
  may: accountant,
  about:
    'Imports a statement as CSV (date;operation;order_id;payment_id;amount;fee). The same file of the same system again is the same statement.',
  body: z.strictObject({
    system: z.enum(wayNames, { error: 'required' }),
    fileName: z.string().max(200),
    content: z.string().min(1, { error: 'file_empty' }),
  }),
  bodyLimit: 24 * 1024 * 1024,
  reply: answerWith({ data: Statement, known: z.boolean() }),
})

export const withdrawStatement = call({
  path: '/api/reports/statements/withdraw',
  method: 'POST',
  may: accountant,
  about:
    'Takes a statement back that was imported by mistake, with its lines and what people settled of them; the right file then matches. 14130 when a month of its days is closed.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
