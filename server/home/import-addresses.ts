import { sql } from 'kysely'
import { addressNames, addressWords } from '#domain/home/address.ts'
import {
  defaultLocale,
  inEveryLanguage,
  type Locale,
  type Localized,
  locales,
} from '#domain/locale.ts'
import { asColumns, localeColumns } from '#domain/locale-columns.ts'
import type { AddressRegister } from '#systems/addresses/client.ts'
import { withLock } from '../db/locks.ts'
import type { Deps, Systems } from '../deps.ts'

/** The register is read again after this time. */
export const importEveryMs = 24 * 3_600_000
const ROWS_AT_ONCE = 1_000

const house: Localized<(number: string) => string> = {
  kz: (number) => `${number}-үй`,
  ru: (number) => `дом ${number}`,
}
const flat: Localized<(number: string) => string> = {
  kz: (number) => `${number}-пәтер`,
  ru: (number) => `кв. ${number}`,
}
/** An address in every language: it is found by the words of any. */
const inAll = (text: Localized): string => locales.map((locale) => text[locale]).join(' ')
type Home = { code: string; building: string | null; text: Localized; sort: string }

/** The parts of the product an import needs: tests prepare a database with no more than these. */
type Importing = Pick<Deps, 'db' | 'clock' | 'locks'> & { systems: Pick<Systems, 'addresses'> }

/**
 * Job: copies the address register into our own tables, page by page, so that suggestions never
 * wait for it.
 */
export async function importAddresses(deps: Importing): Promise<void> {
  await withLock(deps.locks, 'addresses-import', async () => {
    if (await importedLately(deps)) return
    const { id } = await deps.db
      .insertInto('address_imports')
      .values({ started_at: deps.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const homes = await copy(deps)
    await deps.db
      .updateTable('address_imports')
      .set({ finished_at: deps.clock.now(), homes })
      .where('id', '=', id)
      .execute()
  })
}

/** Checks that the tables are recent. A clock set back does not make them old. */
export async function importedLately({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const row = await db
    .selectFrom('address_imports')
    .select('id')
    .where('finished_at', '>', new Date(clock.now().getTime() - importEveryMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function copy(deps: Importing): Promise<number> {
  const { addresses } = deps.systems
  const territories = new Map(
    (await all(addresses, (from) => addresses.territories(from))).map((one) => [one.id, one]),
  )
  const streets = new Map(
    (await all(addresses, (from) => addresses.streets(from))).map((one) => [one.id, one]),
  )
  const buildings = new Map<string, { code: string; text: Localized }>()
  const names = new Set<string>()
  let homes = 0

  for (let from = 0, more = true; more; from += addresses.pageSize) {
    const page = await addresses.buildings(from)
    more = page.more
    const rows = page.rows.map(({ id, code, number, territoryId, streetId, text: own }): Home => {
      const street = streetId ? streets.get(streetId)?.name : undefined
      const text =
        own ??
        inEveryLanguage((locale) =>
          [...path(territories, territoryId, locale), street?.[locale], house[locale](number)]
            .filter(Boolean)
            .join(', '),
        )
      buildings.set(id, { code, text })
      for (const name of addressNames(inAll(text))) names.add(name)
      return { code, building: null, text, sort: sortable(text[defaultLocale]) }
    })
    await keep(deps, rows)
    homes += rows.length
  }
  await keepNames(deps, [...names])
  for (let from = 0, more = true; more; from += addresses.pageSize) {
    const page = await addresses.flats(from)
    more = page.more
    const rows = page.rows.flatMap(({ code, buildingId, number }): Home[] => {
      const building = buildings.get(buildingId)
      if (!building) return []
      const text = inEveryLanguage((locale) => `${building.text[locale]}, ${flat[locale](number)}`)
      return [{ code, building: building.code, text, sort: sortable(text[defaultLocale]) }]
    })
    await keep(deps, rows)
    homes += rows.length
  }
  return homes
}

async function all<Row>(
  { pageSize }: AddressRegister,
  page: (from: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; ; from += pageSize) {
    const found = await page(from)
    rows.push(...found)
    if (found.length < pageSize) return rows
  }
}

/** From the region down; a tree of the register is a few levels deep. */
function path(
  tree: Map<string, { parentId: string | null; name: Localized }>,
  id: string | null,
  locale: Locale,
): string[] {
  const names: string[] = []
  for (
    let at = id ? tree.get(id) : undefined;
    at && names.length < 8;
    at = at.parentId ? tree.get(at.parentId) : undefined
  )
    names.unshift(at.name[locale])
  return names
}

/** Numbers in their order: house 9 before house 10. */
const sortable = (text: string) =>
  text.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(5, '0'))

async function keepNames({ db }: Pick<Deps, 'db'>, names: string[]) {
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('address_words')
      .values(names.slice(at, at + ROWS_AT_ONCE).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function keep({ db, clock }: Pick<Deps, 'db' | 'clock'>, homes: Home[]) {
  for (let at = 0; at < homes.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('addresses')
      .values(
        homes.slice(at, at + ROWS_AT_ONCE).map(({ code, building, text, sort }) => ({
          code,
          building_code: building,
          ...asColumns('text', text),
          search: sql<string>`to_tsvector('simple', ${addressWords(inAll(text)).join(' ')})`,
          sort,
          imported_at: clock.now(),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((row) => ({
          building_code: row.ref('excluded.building_code'),
          ...Object.fromEntries(
            localeColumns('text').map((column) => [column, row.ref(`excluded.${column}`)]),
          ),
          search: row.ref('excluded.search'),
          sort: row.ref('excluded.sort'),
          imported_at: row.ref('excluded.imported_at'),
        })),
      )
      .execute()
}
