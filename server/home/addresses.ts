import { sql } from 'kysely'
import { askedAddress, isNumber } from '#domain/home/address.ts'
import type { Locale } from '#domain/locale.ts'
import { columnIn, columnsOf, localeColumns } from '#domain/locale-columns.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const SUGGESTED = 8
const FLATS = 500
/** Number of names a typo may stand for. */
const ALIKE = 3

type Row = Record<`text_${Locale}`, string> & { code: string; flats: boolean }
const shown = (row: Row, locale: Locale) => ({
  code: row.code,
  text: columnIn(row, 'text', locale),
  flats: row.flats,
})

const columns = (db: Sql) =>
  db
    .selectFrom('addresses')
    .select(['code', ...localeColumns('text')])
    .select(
      sql<boolean>`exists (select 1 from addresses flat where flat.building_code = addresses.code)`.as(
        'flats',
      ),
    )

/** Words as beginnings that must all occur: «абай 10» finds «Абай даңғылы, 10-үй». */
const beginnings = (words: readonly string[]): string =>
  words.map((word) => `${word}:*`).join(' & ')
/** The same with whole numbers: house 2 sorts before houses 20 to 29. */
const whole = (words: readonly string[]): string =>
  words.map((word) => (isNumber(word) ? word : `${word}:*`)).join(' & ')

/** The register is the state's own; queries are limited all the same. */
const countedFor = ({ who, address, limits }: Context): Promise<void> =>
  who
    ? limits.count('suggestionsPerClient', who.iin)
    : limits.count('suggestionsPerAddress', address)

export const addressSuggest = handle('addressSuggest', async ({ text, building }, context) => {
  const { db, locale } = context
  await countedFor(context)
  const { words, names } = askedAddress(text)
  if (building) {
    const flats = columns(db).where('building_code', '=', building).orderBy('sort').limit(FLATS)
    return ok(
      (await (words.length > 0 ? flats.where(matches(beginnings(words))) : flats).execute()).map(
        (row) => shown(row, locale),
      ),
    )
  }
  // As it was typed; without the words for street and house; with the names that are spelled most
  // alike.
  const typed = await buildings(db, beginnings(words), whole(words))
  const found = typed.length > 0 ? typed : await buildings(db, beginnings(names), whole(names))
  const rows = found.length > 0 || names.length === 0 ? found : await mistyped(db, names)
  return ok(rows.map((row) => shown(row, locale)))
})

const buildings = async (db: Sql, asked: string, first: string): Promise<Row[]> =>
  asked
    ? await columns(db)
        .where('building_code', 'is', null)
        .where(matches(asked))
        .orderBy(matches(first), 'desc')
        .orderBy('sort')
        .limit(SUGGESTED)
        .execute()
    : []

/** Each name beside those most like it. */
async function mistyped(db: Sql, names: readonly string[]): Promise<Row[]> {
  const alike = await Promise.all(
    names.map(async (name) => {
      if (isNumber(name)) return name
      const near = await db
        .selectFrom('address_words')
        .select('word')
        .where(sql<boolean>`word % ${name}`)
        .orderBy(sql`similarity(word, ${name})`, 'desc')
        .limit(ALIKE)
        .execute()
      return `(${[`${name}:*`, ...near.map(({ word }) => word)].join(' | ')})`
    }),
  )
  const asked = alike.join(' & ')
  return buildings(db, asked, asked)
}

const matches = (asked: string) => sql<boolean>`search @@ to_tsquery('simple', ${asked})`

export async function homeByCode(db: Sql, code: string, locale: Locale) {
  const row = await columns(db).where('code', '=', code).executeTakeFirst()
  return row ? shown(row, locale) : null
}

export const addressByCode = handle('addressByCode', async ({ code }, context) => {
  const { db, locale } = context
  await countedFor(context)
  const found = await homeByCode(db, code, locale)
  if (!found) throw notFound()
  return ok(found)
})

/** A home that can be insured: a flat, or a building without flats; in both languages. */
export async function insurableHome(db: Sql, code: string) {
  const row = await columns(db).where('code', '=', code).executeTakeFirst()
  return row && !row.flats ? { code: row.code, ...columnsOf(row, 'text') } : null
}
