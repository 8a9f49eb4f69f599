import { z } from 'zod'
import { addDays, countDays, type Day, startOfDay } from '#domain/calendar.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import { REPORT_PAGE } from '#domain/report.ts'
import { fieldText } from '#texts/fields.ts'
import { alphabetical } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { invalid, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { namesInEveryLanguage } from './names.ts'

/** Rows of one page on a screen, and of one batch of a file. */
export const PAGE = REPORT_PAGE
export const BATCH = 5_000

const byForm = {
  time: z.tuple([part.storedInstant, part.id]),
  sum: z.tuple([part.whole, part.id]),
  text: z.tuple([part.name, part.id]),
} as const
/** Last row of a page: its sort value, exactly as the database writes it, and its id. */
export type Place = z.infer<typeof byForm.time>

/** Parses a cursor; 422 if it is not ours, or of another order. */
export const placeOf = (
  cursor: string | undefined,
  form: keyof typeof byForm = 'time',
): Place | null => readCursor(cursor, byForm[form])
/** The form of a place in the order of a column. */
export const formOf = (key: string): keyof typeof byForm =>
  key === 'amount' ? 'sum' : key.endsWith('At') ? 'time' : 'text'

/** Returns the number of rows before a page requested by number. */
export const skippedBy = ({
  cursor,
  page = 1,
}: {
  cursor?: string | undefined
  page?: number | undefined
}) => (cursor ? 0 : (page - 1) * PAGE)

export type Keyed = { id: string; place: string }

/** A page from one row more than it shows. */
export function pageOf<Row extends Keyed>(
  rows: readonly Row[],
): { shown: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return { shown, next: rows.length > PAGE && last ? writeCursor([last.place, last.id]) : null }
}

/**
 * Every row, a batch at a time: each batch is a short query of its own, so a slow reader holds no
 * transaction open.
 */
export async function* batches<Row extends Keyed>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Place | null = null
  for (;;) {
    const rows: Row[] = await read(after, BATCH)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    after = [last.place, last.id]
  }
}

const ByEntry = z.tuple([part.storedInstant, z.string().regex(/^\d{1,18}$/)])
/** The same for ledger lines, whose id is a number. */
export const ledgerPlaceOf = (cursor: string | undefined): Place | null =>
  readCursor(cursor, ByEntry)

/** A report's longest period, days. */
const LONGEST = 366
/** Longest period, in days, of a report that compares books row by row. */
export const LONGEST_COMPARED = 92

/**
 * Returns the instants of a period of Almaty days, the end exclusive; 422 if it is reversed or too
 * long.
 */
export function instantsOf(
  { from, to }: { from: Day; to: Day },
  { locale }: Pick<Context, 'locale'>,
  longest = LONGEST,
) {
  const days = countDays(from, to)
  if (days < 1 || days > longest)
    throw invalid([{ path: 'to', message: fieldText(days < 1 ? 'day' : 'period_long', locale) }])
  return { since: startOfDay(from), until: startOfDay(addDays(to, 1)) }
}

/** The month after `month` (`YYYY-MM`). */
export const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)
/** First and last day of a month. */
export const daysOfMonth = (month: string) => ({
  from: `${month}-01`,
  to: addDays(`${nextMonth(month)}-01`, -1),
})

/** Every source an order may have (settled.md, "Names"). */
const sources = [
  'con_aonit_ogpo',
  'qorgan_ogpo_bad_scoring',
  'freedom_superapp_ogpo',
  'external_refund_superapp_ogpo',
  'qorgan_egov_home',
]

export const reportOptions = handle('reportOptions', async (_ask, { db }) => {
  const names = await namesInEveryLanguage(db)
  const insurers = await db
    .selectFrom('insurers')
    .select('code')
    .distinct()
    .orderBy('code')
    .execute()
  const promoters = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .orderBy(alphabetical('surname'))
    .orderBy(alphabetical('name'))
    .execute()
  return ok({
    insurers: insurers.map(({ code }) => ({
      value: code,
      name: inEveryLanguage((locale) => names[locale].insurer(code)),
    })),
    promoters: promoters.map(({ id, iin }) => {
      return { value: id, name: inEveryLanguage((locale) => names[locale].promoter(iin) ?? '–') }
    }),
    sources,
  })
})
