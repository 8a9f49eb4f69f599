import { z } from 'zod'
import { answer, answerWith, call } from './call.ts'
import { Day, Instant, Tenge, Uuid } from './fields.ts'
import { Next } from './reports.ts'

/** Statements of the bank and the acquirer, as imported. */
const accountant = ['accountant'] as const

export const Statement = z.object({
  id: z.string(),
  system: z.enum(['mobile_bank', 'card']),
  fileName: z.string(),
  from: Day,
  to: Day,
  rows: z.int(),
  unmatched: z.int(),
  paid: Tenge,
  refunded: Tenge,
  fee: Tenge,
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
    'Imports a statement as CSV (date;operation;order_id;payment_id;amount;fee). The same file again is the same statement.',
  body: z.strictObject({
    system: z.enum(['mobile_bank', 'card'], { error: 'required' }),
    fileName: z.string().max(200),
    content: z.string().min(1, { error: 'file_empty' }),
  }),
  bodyLimit: 24 * 1024 * 1024,
  reply: answerWith({ data: Statement, known: z.boolean() }),
})
export const StatementRow = z.object({
  line: z.int(),
  day: Day,
  operation: z.enum(['payment', 'refund']),
  key: z.string(),
  outsideId: z.string(),
  amount: Tenge,
  fee: Tenge,
  verdict: z.enum(['matched', 'unknown', 'amount_differs', 'not_in_our_books', 'repeated']),
})
export const statementRows = call({
  path: '/api/reports/statements/rows',
  method: 'POST',
  may: accountant,
  about: 'Lines of a statement, those that match nothing first.',
  body: z.strictObject({ id: Uuid, after: z.string().max(40).optional() }),
  reply: answerWith({ data: z.array(StatementRow), next: Next }),
})
