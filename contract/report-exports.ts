import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Day, Instant, Uuid } from './fields.ts'

/** Reports as files that are made in the background, kept for a day and found again. */
const accountant = ['accountant'] as const
const required = { error: 'required' } as const
export const exportReports = [
  'orders',
  'movements',
  'claims',
  'matched',
  'refunds',
  'insurers',
  'promoters',
] as const
const Report = z.enum(exportReports, required)
const Format = z.enum(['xlsx', 'csv'], required)
const Persons = z.enum(['masked', 'full'])
const word = z.string().max(60)
/** What a report is narrowed to; each takes of it what it has. */
export const ExportAsk = z.strictObject({
  from: Day,
  to: Day,
  status: word.optional(),
  source: word.optional(),
  insurer: word.optional(),
  promoter: Uuid.optional(),
  channel: word.optional(),
  movement: word.optional(),
  plus: word.optional(),
  reason: word.optional(),
  /** Keys of the columns, in their order; all where none are named. */
  columns: z.array(z.string().max(40)).min(1).max(40).optional(),
})

const Export = z.object({
  id: Uuid,
  report: Report,
  format: Format,
  from: Day,
  to: Day,
  persons: Persons,
  reason: z.string(),
  state: z.enum(['queued', 'making', 'done', 'failed', 'stopped', 'gone']),
  /** Why it could not be made, in the language of whoever asks; null unless it failed. */
  failure: z.string().nullable(),
  rowsDone: z.int(),
  /** How many rows there will be, where it is known. */
  rowsAll: z.int().nullable(),
  bytes: z.int().nullable(),
  downloads: z.int(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
})

export const exports_ = call({
  path: '/api/reports/exports',
  method: 'GET',
  may: accountant,
  about: 'Files the accountant who asks has asked for, the latest first.',
  body: z.strictObject({}),
  reply: answer(z.array(Export)),
})
export const startExport = call({
  path: '/api/reports/exports',
  method: 'POST',
  may: accountant,
  about:
    'Asks for a report as a file. IINs have four digits, unless they are asked for whole with a reason; both are in the audit log.',
  body: z
    .strictObject({
      report: Report,
      format: Format,
      persons: Persons.default('masked'),
      reason: z.string().trim().max(300, { error: 'invalid' }).default(''),
      ask: ExportAsk,
    })
    .refine(({ persons, reason }) => persons === 'masked' || reason.length >= 10, {
      error: 'export_reason',
      path: ['reason'],
    }),
  reply: answer(z.object({ id: Uuid })),
})
export const stopExport = call({
  path: '/api/reports/stopExport',
  method: 'POST',
  may: accountant,
  about: 'Stops a file that is being made, or takes a made one away before its day is over.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const exportFile = call({
  path: '/api/reports/exportFile',
  method: 'GET',
  may: accountant,
  about: 'The file itself, within its day; each download is in the audit log.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
