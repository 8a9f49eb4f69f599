import { z } from 'zod'
import { entryKinds } from '#domain/books/entries.ts'
import { outFiles } from '#domain/books/out-files.ts'
import { partyFields, signedFields } from '#domain/books/parties.ts'
import { insurerPapers } from '#domain/books/settlement.ts'
import { vatKinds } from '#domain/books/vat.ts'
import { locales } from '#domain/locale.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Instant, maybeWritten, Tenge, TengeWithTiyn, Uuid, written } from './fields.ts'
import { Month, required } from './report-books.ts'
import { SoldByPromoter } from './reports.ts'

/** Reports as files made in the background, stored for a day and listed. */
const accountant = ['accountant'] as const
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
/** Filters of a report; each report uses those that apply to it. */
export const ExportAsk = z.strictObject({
  from: Day,
  to: Day,
  status: word.optional(),
  source: word.optional(),
  insurer: word.optional(),
  promoter: SoldByPromoter.optional(),
  channel: word.optional(),
  movement: word.optional(),
  plus: word.optional(),
  reason: word.optional(),
  /** Keys of the columns, in their order; all if none are named. */
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
  /** Why it failed, in the caller's language; null unless it failed. */
  failure: z.string().nullable(),
  rowsDone: z.int(),
  /** Total rows, if known. */
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
      reason: maybeWritten().max(300, { error: 'invalid' }).default(''),
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

const text = (max: number) => maybeWritten().max(max, { error: 'invalid' })

/** What prevents a file; `field` is the unknown field of a counterparty. */
const Missing = z.discriminatedUnion('what', [
  z.object({ what: z.literal('accounts'), entry: z.enum(entryKinds) }),
  z.object({ what: z.literal('party'), party: z.string(), fields: z.array(z.enum(partyFields)) }),
  /** New bank details of it wait for a second signature. */
  z.object({ what: z.literal('party_waits'), party: z.string() }),
  z.object({ what: z.literal('vat') }),
  z.object({ what: z.literal('act'), party: z.string() }),
  z.object({ what: z.literal('commission'), party: z.string() }),
])
const Party = z.object({
  code: z.string(),
  /** Name on our screens. */
  title: z.string(),
  facts: z.record(z.enum(partyFields), z.string()),
  /** Not confirmed yet. */
  sample: z.boolean(),
  by: z.string().nullable(),
  at: Instant.nullable(),
  /** A change of its name, BIN or bank details that waits for its second signature. */
  waiting: z
    .object({
      id: Uuid,
      by: z.string(),
      at: Instant,
      mine: z.boolean(),
      changes: z.array(z.object({ field: z.enum(signedFields), was: z.string(), now: z.string() })),
    })
    .nullable(),
  /** The two who signed them last. */
  signed: z.object({ by: z.array(z.string()), at: Instant }).nullable(),
})
const Row = z.object({
  entry: z.enum(entryKinds),
  /** Null: not set, or left to another program. */
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  leftOut: z.boolean(),
  /** The usual accounts, not yet confirmed. */
  sample: z.boolean(),
  by: z.string().nullable(),
  at: Instant.nullable(),
})
const Vat = z.object({
  kind: z.enum(vatKinds),
  percent: z.number(),
  from: Day,
  source: z.string(),
  by: z.string(),
  at: Instant,
})

export const out = call({
  path: '/api/reports/out',
  method: 'GET',
  may: accountant,
  about:
    'What of a month goes out to the broker’s own books: its entries by accounts, the files, and of each what is missing before it can be made; the chart, the counterparties and the tax they are made by. Without a month the last one that is over.',
  body: z.strictObject({ month: Month.optional() }),
  reply: answer(
    z.object({
      month: Month,
      /** Months that have a line of the ledger, the latest first. */
      months: z.array(z.object({ month: Month, closed: z.boolean() })),
      closedAt: Instant.nullable(),
      entries: z.array(
        z.object({
          entry: z.enum(entryKinds),
          debit: z.string().nullable(),
          credit: z.string().nullable(),
          leftOut: z.boolean(),
          count: z.int(),
          amount: TengeWithTiyn,
        }),
      ),
      turnovers: z.array(
        z.object({
          account: z.string(),
          /** Balance before and after the month: debit positive, credit negative. */
          opening: TengeWithTiyn,
          debit: TengeWithTiyn,
          credit: TengeWithTiyn,
          closing: TengeWithTiyn,
        }),
      ),
      /** The broker's balance where the books began, as the opening balances show it. */
      rest: TengeWithTiyn,
      /** Lines of statements without an explanation yet: they are in no entry. */
      unexplained: z.object({ count: z.int(), amount: TengeWithTiyn }),
      /** Movements of the account that are no sale's, an insurer's or a bank's: rent, wages. */
      others: z.object({ count: z.int(), amount: TengeWithTiyn }),
      acts: z.array(
        z.object({
          insurer: z.string(),
          policies: z.int(),
          premium: Tenge,
          commission: Tenge,
          toPassOn: Tenge,
          act: z.string().nullable(),
          theirs: Tenge.nullable(),
        }),
      ),
      files: z.array(
        z.object({
          file: z.enum(outFiles),
          missing: z.array(Missing),
          /** Not made because there is nothing in it. */
          empty: z.boolean(),
          /** When it was given out first, of a closed month. */
          madeAt: Instant.nullable(),
        }),
      ),
      chart: z.array(Row),
      parties: z.array(Party),
      vat: z.array(Vat),
    }),
  ),
})
export const outFile = call({
  path: '/api/reports/outFile',
  method: 'GET',
  may: accountant,
  about:
    'One of the files of a month. Of a closed month the bytes that were given out first; of an open one as it stands, named as preliminary. 14131 while something it needs is missing, 14132 while the tax on our commission is not set, 14133 when there is nothing in it.',
  body: z.strictObject({ month: Month, file: z.enum(outFiles, required) }),
  reply: answerWith({ data: z.null() }),
})
export const setChart = call({
  path: '/api/reports/setChart',
  method: 'POST',
  may: accountant,
  about:
    'Says by which accounts an entry goes from now on, or that it is left to another program. Files of closed months that were given out stay as they are.',
  body: z.strictObject({
    entry: z.enum(entryKinds, required),
    debit: text(20).default(''),
    credit: text(20).default(''),
    leftOut: z.boolean().default(false),
  }),
  reply: done,
})
export const setParty = call({
  path: '/api/reports/setParty',
  method: 'POST',
  may: accountant,
  about:
    'Says what is known of a counterparty; an empty field is not known. Name, BIN and bank details wait for another accountant: 14085 where a change of them waits already.',
  body: z.strictObject({
    code: z.string(required).min(1, required).max(60),
    facts: z.partialRecord(z.enum(partyFields), text(200)),
  }),
  reply: answer(z.object({ waits: z.boolean() })),
})
export const signParty = call({
  path: '/api/reports/signParty',
  method: 'POST',
  may: accountant,
  about:
    'The second signature under a change of a counterparty, of another person: it is in force. 14060 where it was decided, or the counterparty changed meanwhile.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const withdrawParty = call({
  path: '/api/reports/withdrawParty',
  method: 'POST',
  may: accountant,
  about: 'Takes back a change that waits for its second signature, or declines to sign it.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const setVat = call({
  path: '/api/reports/setVat',
  method: 'POST',
  may: accountant,
  about:
    'Says how our commission is taxed from a day on, and by what paper. No day of a month that was closed with a tax.',
  body: z.strictObject({
    kind: z.enum(vatKinds, required),
    percent: z.number({ error: 'invalid' }).min(0).max(50, { error: 'invalid' }).default(0),
    from: Day,
    source: written().max(200, { error: 'invalid' }),
  }),
  reply: done,
})

const Insurer = z.string(required).min(1, required).max(60)
const MOST = 2_000_000_000

const Paper = z.object({
  id: Uuid,
  kind: z.enum(insurerPapers),
  language: z.enum(locales),
  state: z.enum(['prepared', 'issued']),
  /** `12/2026`; null until two people have signed. */
  number: z.string().nullable(),
  by: z.array(z.string()),
  at: Instant,
  mine: z.boolean(),
  /** The books say other sums now. */
  stale: z.boolean(),
})

export const actsOfMonth = call({
  path: '/api/reports/papers',
  method: 'GET',
  may: accountant,
  about:
    'The account of a month with each insurer, our acts of it, and what was paid. 14081 for a month before the books began or after this one.',
  body: z.strictObject({ month: Month }),
  reply: answer(
    z.object({
      month: Month,
      /** The month is over: its acts can be made. */
      over: z.boolean(),
      insurers: z.array(
        z.object({
          insurer: z.string(),
          policies: z.int(),
          commission: Tenge,
          opening: Tenge,
          /** Premium and OGPO+ less commission and refunds. */
          accrued: Tenge,
          paid: Tenge,
          closing: Tenge,
          papers: z.array(Paper),
          payments: z.array(
            z.object({
              id: z.string(),
              day: Day,
              amount: Tenge,
              reference: z.string(),
              by: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
})
export const preparePaper = call({
  path: '/api/reports/preparePaper',
  method: 'POST',
  may: accountant,
  about:
    'The first signature under an act of a month that is over. 14129 where one with the same sums is issued already, or waits.',
  body: z.strictObject({
    month: Month,
    insurer: Insurer,
    kind: z.enum(insurerPapers),
    language: z.enum(locales),
  }),
  reply: answer(z.object({ id: Uuid })),
})
export const signPaper = call({
  path: '/api/reports/signPaper',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: the act gets the next number of its year. 14129 where the sums have changed since.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(z.object({ number: z.string() })),
})
export const withdrawPaper = call({
  path: '/api/reports/withdrawPaper',
  method: 'POST',
  may: accountant,
  about: 'Takes back an act that waits for its second signature, or declines to sign it.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const paperFile = call({
  path: '/api/reports/paperFile',
  method: 'GET',
  may: accountant,
  about: 'An act as PDF, or with its lines as XLSX, in its own language. Unsigned it says so.',
  body: z.strictObject({ id: Uuid, format: z.enum(['pdf', 'xlsx']) }),
  reply: done,
})
export const recordPayment = call({
  path: '/api/reports/recordPayment',
  method: 'POST',
  may: accountant,
  about:
    'Writes down money that went to an insurer, or came from one (less than nothing). The day is of an open month.',
  body: z.strictObject({
    insurer: Insurer,
    day: Day,
    amount: z
      .int({ error: 'sum' })
      .min(-MOST, { error: 'sum' })
      .max(MOST, { error: 'sum' })
      .refine((amount) => amount !== 0, { error: 'sum' }),
    /** The number of the payment order. */
    reference: written().max(100),
  }),
  reply: done,
})
export const undoPayment = call({
  path: '/api/reports/undoPayment',
  method: 'POST',
  may: accountant,
  about: 'Takes such a payment back while its month is open; the row stays with who did it.',
  body: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  reply: done,
})
