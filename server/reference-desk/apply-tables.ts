import { sql } from 'kysely'
import { addDays, type Day } from '#domain/calendar.ts'
import { type Tables, tablesSchema } from '#domain/ogpo/tables.ts'
import type { Sql, Tx } from '../db/connect.ts'

/**
 * A new version of the tariff tables: those it overlaps end the day before. False when its version
 * is known or its day is taken.
 */
export async function applyTables(tx: Tx, tables: Tables): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reference:tariff', 0))`.execute(tx)
  const rows = await tx
    .selectFrom('tariff_tables')
    .select(['version', 'effective_from', 'effective_to'])
    .execute()
  if (
    rows.some((row) => row.version === tables.version || row.effective_from >= tables.effectiveFrom)
  )
    return false
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
