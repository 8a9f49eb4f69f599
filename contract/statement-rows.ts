import { z } from 'zod'
import { verdicts } from '#domain/statement.ts'
import { operations } from '#domain/statements/line.ts'
import { answerWith, call } from './call.ts'
import { Day, TengeWithTiyn, Uuid, Whole } from './fields.ts'
import { Next } from './reports.ts'

/** The lines of an imported statement. */
const accountant = ['accountant'] as const

export const StatementRow = z.object({
  line: z.int(),
  day: Day,
  operation: z.enum(operations),
  key: z.string(),
  outsideId: z.string(),
  amount: TengeWithTiyn,
  /** The other side and the purpose, as the bank writes them. */
  payer: z.string(),
  purpose: z.string(),
  /** How our number was found: as it was given, by the bank's number, by the order. */
  foundBy: z.enum(['number', 'bank_number', 'order']).nullable(),
  fee: TengeWithTiyn,
  /** By our books as they stand now. `known`: an earlier statement has the same movement. */
  verdict: z.enum(verdicts),
})
export const statementRows = call({
  path: '/api/reports/statements/rows',
  method: 'POST',
  may: accountant,
  about: 'Lines of a statement, those that match nothing first.',
  /** `line`: that one alone. */
  body: z.strictObject({
    id: Uuid,
    after: z.string().max(40).optional(),
    line: Whole.positive().optional(),
  }),
  reply: answerWith({ data: z.array(StatementRow), next: Next }),
})
