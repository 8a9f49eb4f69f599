import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, type Day } from '#domain/calendar.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import type { RowsName } from '#domain/reference/kinds.ts'
import { kindOf, type Values } from '#domain/reference/reference.ts'
import { readTheme, themeText } from '#domain/theme.ts'
import type { Sql, Tx } from '../db/connect.ts'

export type Change = {
  kind: RowsName
  action: 'set' | 'end'
  key: string
  from: Day
  values: Values
}
const Tokens = z.record(z.string(), z.string())
const Theme = z.object({ light: Tokens.optional(), dark: Tokens.optional() })
type Stored = { from: Day | null; to: Day | null; [column: string]: unknown }

/** The rows of a kind, the newest first, with the columns' own values. */
export async function storedRows(db: Sql, name: RowsName, key?: string): Promise<Stored[]> {
  const kind = kindOf(name)
  const of = key !== undefined && kind.key ? sql`where ${sql.ref(kind.key)} = ${key}` : sql``
  const { rows } = await sql<Stored>`
    select *, ${dayIn(kind.from)} as "from", ${dayIn(kind.to)} as "to" from ${sql.table(kind.table)} ${of}
    order by ${kind.key ? sql`${sql.ref(kind.key)},` : sql``} "from" desc`.execute(db)
  return rows
}

const dayIn = (column: string | null) => (column ? sql.ref(column) : sql`null::date`)

/** A row's editable values, as forms and proposals carry them. */
export const valuesOf = (name: RowsName, row: Stored): Values =>
  Object.fromEntries(
    kindOf(name).fields.map(({ name: field, kind }) => {
      const value = row[field]
      if (kind === 'list') return [field, Array.isArray(value) ? value.join('\n') : '']
      if (kind === 'theme') return [field, themeText(Theme.catch({}).parse(value))]
      return [
        field,
        typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? ''),
      ]
    }),
  )

/**
 * A row of that very day that has not begun: nothing was sold by it, so the change takes its place.
 */
const toReplace = (row: Stored, from: Day, today: Day): boolean => row.from === from && from > today

/**
 * Returns the row the change replaces: the one in force on the day before it begins, or the future
 * row of its day; for rows changed in place, the row itself.
 */
export async function inForceBefore(
  db: Sql,
  { kind, key, from }: Pick<Change, 'kind' | 'key' | 'from'>,
  today: Day,
): Promise<Values | null> {
  const { inPlace } = kindOf(kind)
  const row = (await storedRows(db, kind, key)).find(
    (each) =>
      (inPlace || (each.from ?? '') < from || toReplace(each, from, today)) &&
      (each.to === null || each.to >= addDays(from, -1)),
  )
  return row ? valuesOf(kind, row) : null
}

/**
 * Writes the change: the row in force ends the day before, the new one begins; one of that day that
 * has not begun gets the new values. False when a later row is there already, or nothing to end.
 * The rows of the key are locked meanwhile.
 */
export async function applyRow(tx: Tx, change: Change, today: Day): Promise<boolean> {
  const { kind: name, action, key, from, values } = change
  const kind = kindOf(name)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reference:${name}:${key}`}, 0))`.execute(
    tx,
  )
  const rows = await storedRows(tx, name, key)
  const before = addDays(from, -1)
  const current = rows.find((row) => row.to === null || row.to >= before)
  if (kind.inPlace && action === 'set' && current) return overwrite(tx, change)
  if (kind.from === null || kind.to === null) return false
  const coming = rows[0]
  if (action === 'set' && coming && toReplace(coming, from, today))
    return overwrite(tx, change, kind.from)
  if (
    rows.some((row) => (row.from ?? '') >= from) ||
    (kind.inPlace && action === 'set' && rows.length > 0)
  )
    return false
  if (action === 'end' && (!current || (current.to !== null && current.to <= before))) return false
  if (current && (current.to === null || current.to >= from))
    await sql`update ${sql.table(kind.table)} set ${sql.ref(kind.to)} = ${before}
      where ${sql.ref(kind.from)} = ${current.from} and ${kind.key ? sql`${sql.ref(kind.key)} = ${key}` : sql`true`}`.execute(
      tx,
    )
  if (action === 'end') return true
  const columns = [
    ...kind.fields.map(({ name: field }) => field),
    kind.from,
    ...Object.keys(kind.fixed ?? {}),
  ]
  const cells = [
    ...kind.fields.map((field) => cell(field.kind, values[field.name])),
    from,
    ...Object.values(kind.fixed ?? {}),
  ]
  await sql`insert into ${sql.table(kind.table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(cells)})`.execute(
    tx,
  )
  return true
}

/** New values in a row there is: of the key, or of the key and the day. */
async function overwrite(
  tx: Tx,
  { kind: name, key, from, values }: Change,
  ofDay?: string,
): Promise<boolean> {
  const kind = kindOf(name)
  // A proposal older than a field has no value for it.
  const fields = kind.fields.filter(
    ({ name: field, onlyNew }) => field !== kind.key && !onlyNew && values[field] !== undefined,
  )
  const set = fields.map(
    (field) => sql`${sql.ref(field.name)} = ${cell(field.kind, values[field.name])}`,
  )
  await sql`update ${sql.table(kind.table)} set ${sql.join(set)} where ${kind.key ? sql`${sql.ref(kind.key)} = ${key}` : sql`true`}
    and ${ofDay ? sql`${sql.ref(ofDay)} = ${from}` : sql`true`}`.execute(tx)
  return true
}

function cell(kind: string, value: Values[string] | undefined) {
  if (kind === 'theme') return JSON.stringify(readTheme(String(value ?? '')) ?? {})
  return kind === 'list' ? String(value).split('\n') : value
}

/**
 * Stores a new version of the tariff tables: ends those it overlaps the day before, and replaces
 * tables of that very day that have not begun, for nothing was priced by them. Returns false if its
 * version exists or its day is taken.
 */
export async function applyTables(tx: Tx, tables: Tables, today: Day): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reference:tariff', 0))`.execute(tx)
  const rows = await tx
    .selectFrom('tariff_tables')
    .select(['version', 'effective_from'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('quotes')
          .select('quotes.id')
          .whereRef('quotes.tables_version', '=', 'tariff_tables.version'),
      ).as('priced'),
    )
    .execute()
  const { version, effectiveFrom } = tables
  const gives = (row: (typeof rows)[number]) =>
    row.effective_from === effectiveFrom && effectiveFrom > today && !row.priced
  const stay = rows.filter((row) => !gives(row))
  if (stay.some((row) => row.version === version || row.effective_from >= effectiveFrom))
    return false
  // Only now: a refusal leaves everything unchanged.
  for (const row of rows.filter(gives))
    await tx.deleteFrom('tariff_tables').where('version', '=', row.version).execute()
  await tx
    .updateTable('tariff_tables')
    .set({ effective_to: addDays(tables.effectiveFrom, -1) })
    .where('effective_to', '>=', tables.effectiveFrom)
    .execute()
  await tx
    .insertInto('tariff_tables')
    .values({
      version: tables.version,
      effective_from: tables.effectiveFrom,
      effective_to: tables.effectiveTo,
      data: JSON.stringify(tables),
      source: 'staff',
    })
    .execute()
  return true
}

/** The tables in force the day before `from`, with the days of their row. */
export async function tablesBefore(db: Sql, from: Day): Promise<Tables | null> {
  const row = await db
    .selectFrom('tariff_tables')
    .selectAll()
    .where('effective_from', '<', from)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? {
        ...tablesSchema.parse(row.data),
        effectiveFrom: row.effective_from,
        effectiveTo: row.effective_to,
      }
    : null
}
