import type { Locale } from '#domain/locale.ts'
import type { StatementSystem } from '#domain/statement.ts'
import { type ColumnField, columnFields, findColumns } from '#domain/statements/columns.ts'
import type { Format } from '#domain/statements/line.ts'
import {
  csvTable,
  type Mapping,
  type Recognised,
  recogniseTables,
  recogniseText,
  signatureOf,
  textIn,
} from '#domain/statements/recognise.ts'
import { type Row, type Table, UnreadableFile, unreadable } from '#domain/statements/table.ts'
import { textOf } from '#domain/statements/values.ts'
import { fieldText } from '#texts/fields.ts'
import type { Sql } from '../db/connect.ts'
import { invalid } from '../http/refuse.ts'
import { isMarkup, readHtml } from '../sheets/read-html.ts'
import { readSpreadsheet } from '../sheets/read-spreadsheet.ts'

/** How far a kept head is looked for. */
const HEAD_WITHIN = 60

/** Whose statement a format usually is. */
export const systemOf: Readonly<Record<Format, StatementSystem>> = {
  own: 'mobile_bank',
  kaspi_pay: 'mobile_bank',
  acquirer: 'card',
  one_c: 'account',
  mt940: 'account',
  account: 'account',
}

export type Read = { recognised: Recognised; tables: readonly Table[]; kept: Kept | null }
type Kept = { mapping: Mapping; system: StatementSystem }

/**
 * Reads a file as it came: by a mapping a person gave or gave once for this bank's head, else by
 * what it looks like.
 */
export async function readFile(db: Sql, bytes: Uint8Array, mapping: Mapping | null): Promise<Read> {
  const sheets = await readSpreadsheet(bytes)
  if (sheets) return ofTables(db, sheets, mapping)
  const text = textIn(bytes)
  if (isMarkup(text)) return ofTables(db, await readHtml(text), mapping)
  const recognised = recogniseText(text, mapping)
  if (recognised.known && !recognised.table) return { recognised, tables: [], kept: null }
  return ofTables(db, [csvTable(text)], mapping)
}

async function ofTables(db: Sql, tables: readonly Table[], mapping: Mapping | null): Promise<Read> {
  const kept = mapping ? null : await keptFor(db, tables)
  const recognised = recogniseTables(tables, mapping ?? kept?.mapping ?? null)
  return { recognised, tables, kept }
}

const titlesOf = ({ cells }: Row): string => signatureOf(cells.map(textOf))

/** The mapping that was kept for a head that stands in one of these tables. */
async function keptFor(db: Sql, tables: readonly Table[]): Promise<Kept | null> {
  const heads = tables.flatMap((table) =>
    table.rows
      .slice(0, HEAD_WITHIN)
      .map((row) => ({ table, line: row.line, titles: titlesOf(row) }))
      .filter(({ titles }) => titles.includes('|')),
  )
  if (heads.length === 0) return null
  const row = await db
    .selectFrom('statement_formats')
    .selectAll()
    .where('titles', 'in', [...new Set(heads.map(({ titles }) => titles))])
    .orderBy('saved_at', 'desc')
    .executeTakeFirst()
  const head = heads.find(({ titles }) => titles === row?.titles)
  if (!row || !head) return null
  const { of, columns } = row.columns as unknown as Pick<Mapping, 'of' | 'columns'>
  return {
    mapping: { sheet: head.table.name, line: head.line, of, columns, bank: row.bank },
    system: row.system as StatementSystem,
  }
}

/** A head as it is found again, and the title of each column that is told. */
export type HeadTitles = { titles: string; named: { field: ColumnField; titles: string[] }[] }

/** The head a mapping speaks of; null where its line has no title. */
export function titlesAt(
  tables: readonly Table[],
  { sheet, line, columns }: Mapping,
): HeadTitles | null {
  const table = tables.find(({ name }) => name === sheet) ?? tables[0]
  const row = table?.rows.find((one) => one.line === line)
  if (!row || titlesOf(row) === '') return null
  const named = columnFields.flatMap((field) => {
    const titles = (columns[field] ?? []).map((at) => textOf(row.cells[at])).filter(Boolean)
    return titles.length > 0 ? [{ field, titles }] : []
  })
  return { titles: titlesOf(row), named }
}

/** The mapping a table is guessed to have, for a person to look at. */
export function guessed({ recognised, tables, kept }: Read): Mapping | null {
  if (kept) return kept.mapping
  const found = recognised.known ? recognised.found : recognised.guess
  const table = tables.find((one) => findColumns(one)?.head.line === found?.head.line) ?? tables[0]
  if (!found || !table) return null
  const { columns } = found
  const of =
    columns.credit || columns.debit || !(columns.fee || columns.net) ? 'account' : 'register'
  const bank = recognised.known ? recognised.file.bank : ''
  return { sheet: table.name, line: found.head.line, of, columns, bank }
}

/** A file that cannot be read at all is told why, in words. */
export async function readable<Done>(
  locale: Locale,
  read: () => Done | Promise<Done>,
  path = 'file',
): Promise<Done> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const why = unreadable.find((one) => one === error.why) ?? 'damaged'
    throw invalid([{ path, message: fieldText(`statement_${why}`, locale) }])
  }
}
