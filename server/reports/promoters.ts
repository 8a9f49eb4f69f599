import { type RawBuilder, sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import { payOf } from '#domain/promoter/pay.ts'
import { NO_PROMOTER } from '#domain/report.ts'
import { promoterColumns } from '#texts/report-columns.ts'
import { noPromoter } from '#texts/report-words.ts'
import { termsOf } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn, paysPromoter } from '../payments/record.ts'
import type { Span } from '../products/product-accounting.ts'
import { ledgerSales } from '../products/products.ts'
import { fileColumns, inOnePart, type ReportFile, reportFile } from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './reports.ts'

/**
 * Returns each promoter's sales in a period by the ledger: highest commission first, sales without
 * a promoter last, so that the rows add up to the total.
 */
export async function perPromoter(db: Sql, since: Date, until: Date) {
  const { join, promoter } = ledgerSales()
  const rows = await bookedBy(db, {
    join: sql`${join} left join accounts on accounts.iin = ${promoter} and accounts.realm = 'promoter'`,
    where: bookedIn({ since, until }),
    by: { id: sql`accounts.id`, promoter_iin: promoter },
  })
  const own = (iin: string | null) => (iin === null ? 1 : 0)
  return rows
    .map(({ id, promoter_iin, ...row }) => ({
      ...row,
      id: (id as string | null) ?? null,
      promoter_iin: promoter_iin as string | null,
    }))
    .sort(
      (one, other) =>
        own(one.promoter_iin) - own(other.promoter_iin) || other.commission - one.commission,
    )
}

/** The days of one look: sales of a whole year are too many to hold. */
const LOOK_DAYS = 31

/** Returns what promoters are owed of a period's commission, by the terms of each day; by IIN. */
export async function payOfPromoters(db: Sql, { since, until }: Span): Promise<Map<string, Tenge>> {
  const { join, promoter } = ledgerSales()
  const terms = new Map<string, Awaited<ReturnType<typeof termsOf>>>()
  const pays = new Map<string, Tenge>()
  for (let from = since; from < until; ) {
    const to = new Date(Math.min(from.getTime() + LOOK_DAYS * 86_400_000, until.getTime()))
    const booked = (only: RawBuilder<unknown>) =>
      bookedBy(db, {
        join,
        where: sql`${bookedIn({ since: from, until: to })} and ${promoter} is not null and ${only}`,
        by: { iin: promoter, day: bookedDay, order: sql`ledger.order_id` },
      })
    const paying = Map.groupBy(await booked(paysPromoter), (row) => row.iin)
    for (const [iin, sales] of Map.groupBy(await booked(sql`true`), (row) => row.iin)) {
      const own = terms.get(iin) ?? (await termsOf(db, iin))
      terms.set(iin, own)
      // A sale that pays nobody owes nothing; the pay is unknown only if no rate is set.
      if (payOf(own, sales) === null) continue
      pays.set(iin, (pays.get(iin) ?? 0) + (payOf(own, paying.get(iin) ?? []) ?? 0))
    }
    from = to
  }
  return pays
}

async function linesOf(db: Sql, locale: Locale, span: Span) {
  const names = await namesOf(db, locale)
  const pays = await payOfPromoters(db, span)
  return (await perPromoter(db, span.since, span.until)).map((row) => ({
    promoter: row.promoter_iin === null ? NO_PROMOTER : (row.id ?? ''),
    name: names.promoter(row.promoter_iin) ?? noPromoter[locale],
    policies: row.policies,
    premium: row.premium,
    commission: row.commission,
    // If no day has a rate, the pay is unknown.
    pay: row.promoter_iin === null ? 0 : (pays.get(row.promoter_iin) ?? null),
  }))
}

/** The statement as a file. */
export async function promotersFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const span = instantsOf(ask, { locale })
  return reportFile({
    name: 'promoters',
    locale,
    period: { from: ask.from, to: ask.to },
    columns: fileColumns(promoterColumns, locale, {}),
    rows: inOnePart(await linesOf(db, locale, span)),
  })
}

export const reportPromoters = handle('reportPromoters', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await promotersFile(db, locale, ask))
  return ok(await linesOf(db, locale, instantsOf(ask, context)))
})
