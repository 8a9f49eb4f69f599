import { z } from 'zod'
import type { Operation } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { replies } from './replies.ts'
import type { Call } from './sessions.ts'

/** One entry of an operator's table that has a code in our tariff; the first id of a code is the one we send. */
export type Seed = { id: number; code: string; name: string }

/** Ids and names as seen in public sources. The table read from the operator wins: ids are its data, found again by their names. */
export const seeds = {
  TF_TYPES: [
    { id: 4, code: 'PASSENGER', name: 'Легковой автомобиль' },
    { id: 5, code: 'BUS_UP_TO_16', name: 'Автобус до 16 пассажирских мест включительно' },
    { id: 11, code: 'BUS_OVER_16', name: 'Автобус свыше 16 пассажирских мест' },
    { id: 6, code: 'TRUCK', name: 'Грузовой автомобиль' },
    { id: 7, code: 'TROLLEYBUS_TRAM', name: 'Троллейбус, трамвай' },
    { id: 8, code: 'MOTORCYCLE', name: 'Мототранспорт' },
    { id: 10, code: 'TRAILER', name: 'Прицеп (полуприцеп)' },
  ],
  REGIONS: [
    { id: 1, code: 'ALMATY', name: 'Алматинская область' },
    { id: 20, code: 'TURKISTAN', name: 'Туркестанская область' },
    { id: 2, code: 'TURKISTAN', name: 'Южно-Казахстанская область' },
    { id: 3, code: 'EAST_KAZAKHSTAN', name: 'Восточно-Казахстанская область' },
    { id: 4, code: 'KOSTANAY', name: 'Костанайская область' },
    { id: 5, code: 'KARAGANDA', name: 'Карагандинская область' },
    { id: 6, code: 'NORTH_KAZAKHSTAN', name: 'Северо-Казахстанская область' },
    { id: 7, code: 'AKMOLA', name: 'Акмолинская область' },
    { id: 8, code: 'PAVLODAR', name: 'Павлодарская область' },
    { id: 9, code: 'ZHAMBYL', name: 'Жамбылская область' },
    { id: 10, code: 'AKTOBE', name: 'Актюбинская область' },
    { id: 11, code: 'WEST_KAZAKHSTAN', name: 'Западно-Казахстанская область' },
    { id: 12, code: 'KYZYLORDA', name: 'Кызылординская область' },
    { id: 13, code: 'ATYRAU', name: 'Атырауская область' },
    { id: 14, code: 'MANGYSTAU', name: 'Мангистауская область' },
    { id: 15, code: 'ALMATY_CITY', name: 'г. Алматы' },
    { id: 17, code: 'ALMATY_CITY', name: 'г. Алматы (17)' },
    { id: 18, code: 'ALMATY_CITY', name: 'г. Алматы (18)' },
    { id: 16, code: 'ASTANA', name: 'г. Астана' },
    { id: 19, code: 'SHYMKENT', name: 'г. Шымкент' },
    // [A] The regions of 2022 are newer than every source; their names find the real ids.
    { id: 21, code: 'ABAI', name: 'область Абай' },
    { id: 22, code: 'ZHETISU', name: 'область Жетісу' },
    { id: 23, code: 'ULYTAU', name: 'область Ұлытау' },
  ],
} as const satisfies Record<string, readonly Seed[]>
export type Table = keyof typeof seeds

export const documentTypeIds = { ID_CARD: 1, PASSPORT: 2, RESIDENCE_PERMIT: 4, /** [A] */ FOREIGN_PASSPORT: 6 } as const
export const sexIds = { M: 1, F: 2 } as const
export const rescindingReasonIds = { replaced: 1, terminated: 2, operator_mistake: 6 } as const
/** TF_AGE: up to 7 years inclusive, over 7. */
export const vehicleAgeIds = { upTo7: 1, over7: 2 } as const

export type Catalogue = (call: Call, table: Table) => Promise<{ code: (id: number) => string; id: (code: string) => number }>

const KEPT_MS = 3_600_000

/** The operator's tables, read when first needed and again after an hour. An id or code outside the tariff is `EsbdRefused`. */
export function catalogue(): Catalogue {
  const kept = new Map<Table, { at: number; rows: Promise<{ id: number; code: string }[]> }>()
  return async (call, table) => {
    const found = kept.get(table)
    const fresh = found && performance.now() - found.at < KEPT_MS ? found : { at: performance.now(), rows: load(call, table) }
    kept.set(table, fresh)
    const rows = await fresh.rows.catch((cause: unknown) => {
      kept.delete(table)
      throw cause
    })
    const refuse = (of: string): never => {
      throw new EsbdRefused(operation, `${table}: ${of} is not in the tariff`)
    }
    return {
      code: (id) => rows.find((row) => row.id === id)?.code ?? refuse(`id ${id}`),
      id: (code) => rows.find((row) => row.code === code)?.id ?? refuse(code),
    }
  }
}

const operation: Operation = 'GetItems'

async function load(call: Call, table: Table): Promise<{ id: number; code: string }[]> {
  const items = await call(operation, { aTableName: table }, z.array(replies.Item))
  const known: readonly Seed[] = seeds[table]
  const named = new Set(items.map((item) => plain(item.Name)))
  const rows = items.flatMap((item) => {
    // By id only where the table has no such name: a seed found under another id must not claim its old one too.
    const seed =
      known.find(({ name }) => plain(name) === plain(item.Name)) ?? known.find(({ id, name }) => id === item.ID && !named.has(plain(name)))
    return seed ? [{ id: item.ID, code: seed.code, rank: known.indexOf(seed) }] : []
  })
  return rows.sort((a, b) => a.rank - b.rank)
}

/** `г.Алматы` and `Г. АЛМАТЫ` are the same name; Kazakh letters are often typed as Russian ones. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ұ', 'у')
    .replaceAll('і', 'и')
    .replace(/[^а-яё0-9a-z]/g, '')
