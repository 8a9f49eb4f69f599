import { sql } from 'kysely'
import { z } from 'zod'
import { brand } from '#brand'
import { type Accounts, type Chart, type EntryKind, entryKinds } from '#domain/books/entries.ts'
import {
  noParty,
  ownParty,
  type Party,
  partyFields,
  wayParties,
  wayParty,
} from '#domain/books/parties.ts'
import { type Vat, vatKinds } from '#domain/books/vat.ts'
import type { Day } from '#domain/calendar.ts'
import { wayNames } from '#domain/payment-ways.ts'
import { wayWords } from '#texts/ways.ts'
import type { Sql } from '../../db/connect.ts'
import { namesInEveryLanguage } from '../names.ts'

/** Latest settings of accounts, counterparties and tax. */

export type ChartRow = {
  entry: EntryKind
  accounts: Accounts | null
  sample: boolean
  at: Date | null
  by: string | null
}

/** Settings as of then, with the initial rows. Null: all. */
const saidBy = (at: Date | null) =>
  sql<boolean>`(${at}::timestamptz is null or set_by is null or set_at <= ${at}::timestamptz)`

/**
 * Returns a row for every kind of entry, also for unset ones. `closedAt`: for a month closed then;
 * a kind unset by then takes its first later setting.
 */
export async function chartRows(
  db: Sql,
  at: Date | null = null,
  closedAt: Date | null = null,
): Promise<ChartRow[]> {
  const isFirst = sql<boolean>`id = (select min(one.id) from chart_rows as one
    where one.entry = chart_rows.entry and one.set_by is not null)`
  const rows = await db
    .selectFrom('chart_rows')
    .where(saidBy(at))
    .where((is) => is.or([saidBy(closedAt), isFirst]))
    .distinctOn('entry')
    .selectAll()
    .orderBy('entry')
    .orderBy('id', 'desc')
    .execute()
  const of = new Map(rows.map((row) => [row.entry, row]))
  return entryKinds.map((entry) => {
    const row = of.get(entry)
    if (!row) return { entry, accounts: null, sample: false, at: null, by: null }
    const { debit, credit, sample, set_at, set_by } = row
    return {
      entry,
      sample,
      at: set_by ? set_at : null,
      by: set_by,
      accounts: debit === null || credit === null ? ('left_out' as const) : { debit, credit },
    }
  })
}

export const chartOf = (rows: readonly ChartRow[]): Chart =>
  Object.fromEntries(rows.flatMap(({ entry, accounts }) => (accounts ? [[entry, accounts]] : [])))

const Facts = z.partialRecord(z.enum(partyFields), z.string())
export type PartyRow = {
  code: string
  title: string
  party: Party
  sample: boolean
  at: Date | null
  by: string | null
}

/**
 * Returns ourselves, every insurer so far and the operators of payment methods, even without
 * details.
 */
export async function partyRows(db: Sql, at: Date | null = null): Promise<PartyRow[]> {
  const { ru: names } = await namesInEveryLanguage(db)
  const insurers = await db
    .selectFrom('insurers')
    .select('code')
    .distinct()
    .orderBy('code')
    .execute()
  const rows = await db
    .selectFrom('book_parties')
    .where(saidBy(at))
    .distinctOn('code')
    .selectAll()
    .orderBy('code')
    .orderBy('id', 'desc')
    .execute()
  const of = new Map(rows.map((row) => [row.code, row]))
  const own = { name: brand.legalName.ru, bin: brand.bin, address: brand.address.ru }
  const known = [
    { code: ownParty, title: brand.legalName.ru, first: own },
    ...insurers.map(({ code }) => ({ code, title: names.insurer(code), first: {} })),
    ...wayNames.map((way) => ({ code: wayParty(way), title: wayWords.ru.books[way], first: {} })),
  ]
  return known.map(({ code, title, first }) => {
    const row = of.get(code)
    return {
      code,
      title,
      sample: row?.sample ?? false,
      at: row?.set_by ? row.set_at : null,
      by: row?.set_by ?? null,
      party: { ...noParty, ...first, ...Facts.parse(row?.facts ?? {}) },
    }
  })
}

export const isParty = (rows: readonly PartyRow[], code: string): boolean =>
  rows.some((row) => row.code === code)
export const isInsurer = (code: string): boolean => code !== ownParty && !wayParties.includes(code)

export type VatRow = Vat & { from: Day; source: string; at: Date; by: string }

/** Returns tax settings, latest day first; of two for one day the later counts. */
export async function vatRows(db: Sql, at: Date | null = null): Promise<VatRow[]> {
  const rows = await db
    .selectFrom('commission_vat')
    .where(saidBy(at))
    .select([
      'kind',
      'percent',
      'source',
      'set_at',
      'set_by',
      sql<string>`effective_from::text`.as('from'),
    ])
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ kind, percent, from, source, set_at, set_by }) => ({
    kind: z.enum(vatKinds).parse(kind),
    percent: Number(percent),
    from,
    source,
    at: set_at,
    by: set_by,
  }))
}

export const vatOn = (rows: readonly VatRow[], day: Day): Vat | null =>
  rows.find(({ from }) => from <= day) ?? null
