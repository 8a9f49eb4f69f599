import { sql } from 'kysely'
import type { OutFile } from '#domain/books/out-files.ts'
import { almatyDay, type Day } from '#domain/calendar.ts'
import type { Sql } from '../../db/connect.ts'
import { statementPerInsurer } from '../insurers.ts'
import { namesOf } from '../names.ts'
import { monthOf, nextMonth } from '../period.ts'
import { type EntrySum, spanOf, sumsOf, taxOf } from './entries.ts'
import { type Act, invoicedOf, type Making, owedOf } from './files.ts'
import { type Missing, missingIn } from './missing.ts'
import { chartOf, chartRows, isInsurer, partyRows, vatOn, vatRows } from './settings.ts'

/** All that a month's files are made from, and what they lack. */

/** Months that have a line of the ledger, the latest first, up to the one of today. */
export async function monthsOf(db: Sql, today: Day) {
  const first = await db.selectFrom('ledger').select('at').orderBy('at').limit(1).executeTakeFirst()
  const closed = await db.selectFrom('closed_periods').select(['month', 'closed_at']).execute()
  const closedAt = new Map(closed.map((row) => [row.month, row.closed_at]))
  const months: { month: string; closedAt: Date | null }[] = []
  if (first)
    for (let month = monthOf(first.at); month <= today.slice(0, 7); month = nextMonth(month))
      months.push({ month, closedAt: closedAt.get(month) ?? null })
  return months.reverse()
}

async function actsOf(db: Sql, month: string): Promise<Act[]> {
  const rows = await db
    .selectFrom('insurer_acts')
    .distinctOn('insurer_code')
    .select(['insurer_code', 'number', 'amount', 'recorded_at'])
    .where('month', '=', month)
    .orderBy('insurer_code')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ insurer_code: insurer, number, amount, recorded_at: at }) => ({
    ...{ insurer, number, amount },
    day: almatyDay(at),
  }))
}

export async function readMonth(db: Sql, month: string, closedAt: Date | null, today: Day) {
  const [chart, parties, vats, acts] = await Promise.all([
    chartRows(db),
    partyRows(db),
    vatRows(db),
    actsOf(db, month),
  ])
  const { since, until, to } = spanOf(month)
  const vat = vatOn(vats, to)
  const bins = new Map(
    parties.flatMap(({ code, party }) => (isInsurer(code) && party.bin ? [[party.bin, code]] : [])),
  )
  const { promoter } = await namesOf(db, 'ru')
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .execute()
  const making: Making = {
    ...{ db, month, closed: closedAt !== null, chart: chartOf(chart), parties, bins, vat, acts },
    day: closedAt ? almatyDay(closedAt) : today,
    promoters: new Map(people.map(({ id, iin }) => [`promoter:${id}`, promoter(iin) ?? '–'])),
  }
  const sums = await sumsOf(db, month, making)
  const insurers = (await statementPerInsurer(db, since, until)).filter(
    ({ insurer, premium, ogpoPlus, commission, refundDue }) =>
      insurer && (premium || ogpoPlus || commission || refundDue),
  )
  const owed = await owedOf(making)
  const missing = missingIn({
    ...{ chart: making.chart, parties, vat, acts, sums },
    earned: await taxOf(db, month, vat),
    insurers: insurers.map(({ insurer }) => insurer),
    owed: owed.map(({ insurer }) => insurer),
  })
  return {
    ...{ making, sums, insurers, missing, chart, parties, vats },
    empty: emptyOf(
      sums,
      insurers.length,
      owed.length,
      missing.invoices,
      (await invoicedOf(making)).length,
    ),
  }
}

const emptyOf = (
  sums: readonly EntrySum[],
  insurers: number,
  owed: number,
  invoiceLacks: readonly Missing[],
  invoices: number,
): Record<OutFile, boolean> => ({
  entries: sums.length === 0,
  turnovers: sums.length === 0,
  acts: insurers === 0,
  parties: false,
  orders: owed === 0,
  invoices: invoices === 0 && invoiceLacks.length === 0,
})

/** When each file of a closed month was given out first. */
export async function givenOut(db: Sql, month: string, closedAt: Date | null) {
  if (!closedAt) return new Map<string, Date>()
  const rows = await db
    .selectFrom('month_files')
    .select(['file', 'made_at'])
    .where('month', '=', month)
    .where(sql<boolean>`closed_at = ${closedAt}`)
    .execute()
  return new Map(rows.map(({ file, made_at }) => [file, made_at]))
}
