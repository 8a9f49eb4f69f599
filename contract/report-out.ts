import { z } from 'zod'
import { entryKinds } from '#domain/books/entries.ts'
import { outFiles } from '#domain/books/out-files.ts'
import { partyFields } from '#domain/books/parties.ts'
import { vatKinds } from '#domain/books/vat.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Instant, Tenge, TengeWithTiyn } from './fields.ts'
import { Month, required } from './report-periods.ts'

/** What goes out of a month to the broker's own books: 1C and electronic invoices. */
const accountant = ['accountant'] as const
const text = (max: number) => z.string().trim().max(max, { error: 'invalid' })

/** What keeps a file from being made; `field` says what of a counterparty is not known. */
const Missing = z.discriminatedUnion('what', [
  z.object({ what: z.literal('accounts'), entry: z.enum(entryKinds) }),
  z.object({ what: z.literal('party'), party: z.string(), fields: z.array(z.enum(partyFields)) }),
  z.object({ what: z.literal('vat') }),
  z.object({ what: z.literal('act'), party: z.string() }),
  z.object({ what: z.literal('commission'), party: z.string() }),
])
const Party = z.object({
  code: z.string(),
  /** What it is called on our screens. */
  title: z.string(),
  facts: z.record(z.enum(partyFields), z.string()),
  /** Nobody has confirmed it yet. */
  sample: z.boolean(),
  by: z.string().nullable(),
  at: Instant.nullable(),
})
const Row = z.object({
  entry: z.enum(entryKinds),
  /** Null: nobody has said, or it is left to another program. */
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
        z.object({ account: z.string(), debit: TengeWithTiyn, credit: TengeWithTiyn }),
      ),
      /** Lines of statements nobody has explained yet: they are in no entry. */
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
  about: 'Says what is known of a counterparty; an empty field is not known.',
  body: z.strictObject({
    code: z.string(required).min(1, required).max(60),
    facts: z.partialRecord(z.enum(partyFields), text(200)),
  }),
  reply: done,
})
export const setVat = call({
  path: '/api/reports/setVat',
  method: 'POST',
  may: accountant,
  about: 'Says how our commission is taxed from a day on, and by what paper.',
  body: z.strictObject({
    kind: z.enum(vatKinds, required),
    percent: z.number({ error: 'invalid' }).min(0).max(50, { error: 'invalid' }).default(0),
    from: Day,
    source: z.string(required).trim().min(1, required).max(200, { error: 'invalid' }),
  }),
  reply: done,
})
