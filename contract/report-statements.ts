import { z } from 'zod'
import { sortsOf, statementSorts } from '#domain/report.ts'
import { statementSystems, verdicts } from '#domain/statement.ts'
import { columnFields } from '#domain/statements/columns.ts'
import { faultFields, faults, formats, operations } from '#domain/statements/line.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Instant, maybeWritten, Tenge, TengeWithTiyn, Uuid, Whole, written } from './fields.ts'
import { Next } from './reports.ts'

/** Statements of the bank and the acquirer, as imported. */
const accountant = ['accountant'] as const

export const Statement = z.object({
  id: z.string(),
  system: z.enum(statementSystems),
  fileName: z.string(),
  format: z.enum(formats),
  bank: z.string(),
  account: z.string(),
  from: Day,
  to: Day,
  rows: z.int(),
  unmatched: z.int(),
  paid: TengeWithTiyn,
  refunded: TengeWithTiyn,
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
/** How to read the columns of a bank's table: the line of its head, and a column for each field. */
export const StatementMapping = z.strictObject({
  sheet: z.string().max(200),
  line: z.int().min(1).max(1000),
  of: z.enum(['account', 'register']),
  columns: z.partialRecord(z.enum(columnFields), z.array(z.int().min(0).max(200)).max(10)),
  bank: maybeWritten().max(100),
})
/** The file itself, as base64: 1CClientBankExchange, MT940, XLSX, XLS, CSV in any usual letters. */
const file = z.string().max(23 * 1024 * 1024)
const fileLimit = { bytes: 24 * 1024 * 1024, error: 'statement_too_large' }

const PreviewRow = z.object({
  line: z.int(),
  day: Day,
  operation: z.enum(operations),
  key: z.string(),
  outsideId: z.string(),
  payer: z.string(),
  purpose: z.string(),
  amount: TengeWithTiyn,
  fee: TengeWithTiyn,
  verdict: z.enum(verdicts),
  /** The payment of ours it is likely to mean; a person says whether it does. */
  likely: z
    .object({
      id: z.string(),
      orderId: z.string(),
      day: Day,
      amount: Tenge,
      /** How it was found: by sum and day, or by the payer's number too. */
      by: z.enum(['day', 'payer']),
    })
    .nullable(),
})
export const previewStatement = call({
  path: '/api/reports/statements/preview',
  method: 'POST',
  may: accountant,
  about:
    'What a file is and what each of its lines will do; nothing is written. `table`: its columns are to be told (`mapping`), with a guess. A line that cannot be taken stands in `errors` with the reason; then nothing of the file can be.',
  body: z.strictObject({
    system: z.enum(statementSystems).optional(),
    fileName: z.string().max(200),
    file,
    mapping: StatementMapping.optional(),
  }),
  fileLimit,
  reply: answer(
    z.object({
      /** The file was imported before. */
      known: z.boolean(),
      read: z
        .object({
          format: z.enum(formats),
          /**
           * The system of the statement by its format or by the payments it names; the accountant
           * may correct it. Null: they must choose it before any line is judged.
           */
          system: z.enum(statementSystems).nullable(),
          bank: z.string(),
          account: z.string(),
          from: Day.nullable(),
          to: Day.nullable(),
          rows: z.int(),
          /** Lines that the file has twice: the second is left out. */
          twice: z.int(),
          balances: z
            .object({
              opening: TengeWithTiyn,
              came: TengeWithTiyn,
              went: TengeWithTiyn,
              closing: TengeWithTiyn,
            })
            .nullable(),
          errors: z.array(
            z.object({
              line: z.int(),
              field: z.enum(faultFields),
              why: z.enum(faults),
              /** Tiyn: counted from the rest of the file, and as the file gives it. */
              sums: z.object({ counted: z.int(), said: z.int() }).optional(),
            }),
          ),
          counts: z.array(z.object({ verdict: z.enum(verdicts), count: z.int() })),
          /** The first lines of each verdict. */
          lines: z.array(PreviewRow),
        })
        .nullable(),
      /** A table whose columns a person has named, must name, or may correct. */
      table: z
        .object({
          sheets: z.array(
            z.object({
              name: z.string(),
              rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
            }),
          ),
          mapping: StatementMapping.nullable(),
          /** Sheets that were not read and hold rows of a day and a sum, with how many. */
          unread: z.array(z.object({ name: z.string(), rows: z.int() })),
          /** Remembered from an earlier file of this bank. */
          kept: z.boolean(),
        })
        .nullable(),
    }),
  ),
})

export const importStatement = call({
  path: '/api/reports/statements',
  method: 'POST',
  may: accountant,
  about:
    'Imports a statement as the bank gives it (`file`), or as CSV (`content`: date;operation;order_id;payment_id;amount;fee). The same file of the same system again is the same statement. `confirmed`: payments that a person said lines without our number mean. `keep`: the mapping is kept for files of this bank.',
  body: z.strictObject({
    system: z.enum(statementSystems, { error: 'required' }),
    fileName: z.string().max(200),
    content: z.string().min(1, { error: 'file_empty' }).optional(),
    file: file.optional(),
    mapping: StatementMapping.optional(),
    keep: z.boolean().optional(),
    confirmed: z
      .array(z.strictObject({ line: Whole.positive(), payment: z.string().max(200) }))
      .max(1000)
      .optional(),
  }),
  fileLimit,
  reply: answerWith({ data: Statement, known: z.boolean() }),
})

const StatementFormat = z.object({
  id: z.string(),
  bank: z.string(),
  system: z.enum(statementSystems),
  titles: z.array(z.string()),
  /** The title of each field's columns. */
  columns: z.array(z.object({ field: z.enum(columnFields), titles: z.array(z.string()) })),
  savedAt: Instant,
})
export const statementFormats = call({
  path: '/api/reports/statements/formats',
  method: 'GET',
  may: accountant,
  about: 'Tables of banks whose columns were told by a person, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(StatementFormat)),
})
export const forgetStatementFormat = call({
  path: '/api/reports/statements/formats/forget',
  method: 'POST',
  may: accountant,
  about: 'Forgets how the columns of a bank are read; statements that were imported stay.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})

export const withdrawStatement = call({
  path: '/api/reports/statements/withdraw',
  method: 'POST',
  may: accountant,
  about:
    'Takes a statement back that was imported by mistake, with its lines and what people settled of them or wrote into the books; the right file then matches. `reason`: kept in the audit log. 14130 when a month of its days is closed; 14114 when something has followed from a line in the books.',
  body: z.strictObject({
    id: Uuid,
    reason: written(5, 'reason').max(500, { error: 'invalid' }),
  }),
  reply: done,
})

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
  /** How our number was found: given in the line, by the bank's number, by the order. */
  foundBy: z.enum(['number', 'bank_number', 'order']).nullable(),
  fee: TengeWithTiyn,
  /** By our books as of now. `known`: an earlier statement has the same movement. */
  verdict: z.enum(verdicts),
})
export const statementRows = call({
  path: '/api/reports/statements/rows',
  method: 'POST',
  may: accountant,
  about: 'Lines of a statement, those that match nothing first, or by a column.',
  /** `line`: that one alone. */
  body: z.strictObject({
    id: Uuid,
    after: z.string().max(400).optional(),
    line: Whole.positive().optional(),
    /** `open`: what matches nothing first. */
    sort: z.enum(['open', ...sortsOf(statementSorts)]).default('open'),
  }),
  reply: answerWith({ data: z.array(StatementRow), next: Next }),
})
