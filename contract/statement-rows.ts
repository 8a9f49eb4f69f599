import { z } from 'zod'
import { answerWith, call } from './call.ts'
import { Day, Tenge, Uuid } from './fields.ts'
import { Next } from './reports.ts'

/** The lines of an imported statement. */
const accountant = ['accountant'] as const

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
