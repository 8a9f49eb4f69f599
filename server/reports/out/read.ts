import { sql } from 'kysely'
import { type Chart, turnoversOf } from '#domain/books/entries.ts'
import type { OutFile } from '#domain/books/out-files.ts'
import { accountsAtStart } from '#domain/books/start.ts'
import { almatyDay, type Day } from '#domain/calendar.ts'
import type { Sql } from '../../db/connect.ts'
import { openingOf, signedStart } from '../books-start.ts'
import { statementPerInsurer } from '../insurers.ts'
import { namesOf } from '../names.ts'
import { nextMonth } from '../reports.ts'
import { type EntrySum, spanOf, sumsOf, taxOf } from './entries.ts'
import { type Act, enteredOf, invoicedOf, type Making, owedOf } from './files.ts'
import { type Missing, missingIn } from './missing.ts'
import { waitingParties } from './set-party.ts'
import {
  chartOf,
  chartRows,
  isInsurer,
  partyRows,
  type VatRow,
  vatOn,
  vatRows,
} from './settings.ts'

/** Everything a month's files are made from, and what they lack. */

/** Months that have a line of the ledger, the latest first. */
export async function monthsOf(db: Sql) {
  // From each month's first line to the first of a later one: the index alone, however many lines.
  const { rows } = await sql<{ month: string; closed_at: Date | null }>`
    with recursive months as (
      (select date_trunc('month', at at time zone 'Asia/Almaty') as month from ledger order by at limit 1)
      union all
      select (select date_trunc('month', at at time zone 'Asia/Almaty') from ledger
        where at >= (months.month + interval '1 month') at time zone 'Asia/Almaty' order by at limit 1)
      from months where months.month is not null)
    select to_char(months.month, 'YYYY-MM') as month, closed.closed_at
    from months left join closed_periods as closed on closed.month = to_char(months.month, 'YYYY-MM')
    where months.month is not null order by months.month desc`.execute(db)
  return rows.map(({ month, closed_at }) => ({ month, closedAt: closed_at }))
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
    insurer,
    number,
    amount,
    day: almatyDay(at),
  }))
}

type Said = { chart: Chart; bins: ReadonlyMap<string, string>; vats: readonly VatRow[] }

/**
 * Returns the accounts, counterparties and tax of a month: a closed one keeps those of its closing,
 * a published one those set by then.
 */
async function saidOf(db: Sql, month: string): Promise<Said> {
  const at = await givenOutAt(db, month)
  const closed = await db
    .selectFrom('closed_periods')
    .select('closed_at')
    .where('month', '=', month)
    .executeTakeFirst()
  const [chart, parties, vats] = await Promise.all([
    chartRows(db, at, closed?.closed_at ?? null),
    partyRows(db, at),
    vatRows(db, at),
  ])
  const bins = parties.flatMap(({ code, party }): [string, string][] =>
    isInsurer(code) && party.bin ? [[party.bin, code]] : [],
  )
  return { chart: chartOf(chart), bins: new Map(bins), vats }
}

/**
 * Returns when a month's turnovers, or those of a later one that opens with them, were published:
 * later settings change neither. Null if they are unpublished.
 */
async function givenOutAt(db: Sql, month: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom('month_files')
    .innerJoin('closed_periods', (join) =>
      join
        .onRef('closed_periods.month', '=', 'month_files.month')
        .onRef('closed_periods.closed_at', '=', 'month_files.closed_at'),
    )
    .select((of) => of.fn.min<Date | null>('month_files.made_at').as('at'))
    .where('month_files.file', '=', 'turnovers')
    .where('month_files.month', '>=', month)
    .executeTakeFirstOrThrow()
  return at
}

/**
 * Returns each account's opening balance of a month: the signed start of the books and the
 * turnovers since, a published month as published. Empty before the start.
 */
async function openingAt(db: Sql, month: string) {
  const start = await signedStart(db)
  if (!start || month < start.month) return new Map<string, number>()
  const first = await saidOf(db, start.month)
  const sums = accountsAtStart(first.chart, await openingOf(db, start.id))
  for (let one = start.month; one < month; one = nextMonth(one)) {
    const { chart, bins, vats } = await saidOf(db, one)
    const known = { bins, vat: vatOn(vats, spanOf(one).to) }
    for (const turnover of turnoversOf(enteredOf(chart, await sumsOf(db, one, known))))
      sums.set(
        turnover.account,
        (sums.get(turnover.account) ?? 0) + turnover.debit - turnover.credit,
      )
  }
  return sums
}

export async function readMonth(db: Sql, month: string, closedAt: Date | null, today: Day) {
  const [chart, parties, vats, acts, waiting] = await Promise.all([
    chartRows(db),
    partyRows(db),
    vatRows(db),
    actsOf(db, month),
    waitingParties(db),
  ])
  const { since, until, to } = spanOf(month)
  const said = await saidOf(db, month)
  const { bins } = said
  const vat = vatOn(said.vats, to)
  const { promoter } = await namesOf(db, 'ru')
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .execute()
  const making: Making = {
    db,
    month,
    closed: closedAt !== null,
    chart: said.chart,
    opening: await openingAt(db, month),
    parties,
    bins,
    vat,
    acts,
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
    chart: making.chart,
    parties,
    waiting,
    vat,
    acts,
    sums,
    earned: await taxOf(db, month, vat),
    insurers: insurers.map(({ insurer }) => insurer),
    owed: owed.map(({ insurer }) => insurer),
  })
  return {
    making,
    sums,
    insurers,
    missing,
    chart,
    parties,
    waiting,
    vats,
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
