import { sql } from 'kysely'
import type { Locale } from '#brand'
import type { Sql } from '../db/connect.ts'
import { notFound, ok } from '../refuse.ts'
import { handle } from '../route.ts'

const SUGGESTED = 8
const FLATS = 500

type Row = { code: string; text_kz: string; text_ru: string; flats: boolean }
const shown = (row: Row, locale: Locale) => ({ code: row.code, text: locale === 'ru' ? row.text_ru : row.text_kz, flats: row.flats })

const columns = (db: Sql) =>
  db
    .selectFrom('addresses')
    .select(['code', 'text_kz', 'text_ru'])
    .select(sql<boolean>`exists (select 1 from addresses flat where flat.building_code = addresses.code)`.as('flats'))

/** The words of what was typed, as beginnings that must all occur: «абай 10» finds «Абай даңғылы, 10-үй». */
const prefixes = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `${word}:*`)
    .join(' & ')

export const addressSuggest = handle('addressSuggest', async ({ text, building }, { db, me, limits, locale }) => {
  await limits.count('suggestionsPerClient', me().iin)
  const asked = prefixes(text)
  if (building) {
    const flats = columns(db).where('building_code', '=', building).orderBy('sort').limit(FLATS)
    return ok((await (asked ? flats.where(matches(asked)) : flats).execute()).map((row) => shown(row, locale)))
  }
  if (!asked) return ok([])
  const rows = await columns(db).where('building_code', 'is', null).where(matches(asked)).orderBy('sort').limit(SUGGESTED).execute()
  return ok(rows.map((row) => shown(row, locale)))
})

const matches = (asked: string) => sql<boolean>`search @@ to_tsquery('simple', ${asked})`

export async function homeByCode(db: Sql, code: string, locale: Locale) {
  const row = await columns(db).where('code', '=', code).executeTakeFirst()
  return row ? shown(row, locale) : null
}

export const addressByCode = handle('addressByCode', async ({ code }, { db, me, limits, locale }) => {
  await limits.count('suggestionsPerClient', me().iin)
  const found = await homeByCode(db, code, locale)
  if (!found) throw notFound()
  return ok(found)
})

/** A home that can be insured: a flat, or a building without flats; in both languages. */
export async function insurableHome(db: Sql, code: string) {
  const row = await columns(db).where('code', '=', code).executeTakeFirst()
  return row && !row.flats ? { code: row.code, kz: row.text_kz, ru: row.text_ru } : null
}
