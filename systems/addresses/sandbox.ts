import { json, type SandboxAsk, type SandboxSystem } from '../sandbox-kit.ts'
import { pathOf, type SetName, Source, sets } from './protocol.ts'

/**
 * A small country: three cities, thirty streets, two hundred buildings, four flats in most of them.
 */
const cities = [
  { kz: 'Алматы қаласы', ru: 'г. Алматы' },
  { kz: 'Астана қаласы', ru: 'г. Астана' },
  { kz: 'Шымкент қаласы', ru: 'г. Шымкент' },
]
const streets = [
  { kz: 'Абай даңғылы', ru: 'проспект Абая' },
  { kz: 'Достық даңғылы', ru: 'проспект Достык' },
  { kz: 'Төле би көшесі', ru: 'улица Толе би' },
  { kz: 'Қабанбай батыр көшесі', ru: 'улица Кабанбай батыра' },
  { kz: 'Сәтбаев көшесі', ru: 'улица Сатпаева' },
  { kz: 'Бөгенбай батыр көшесі', ru: 'улица Богенбай батыра' },
  { kz: 'Жамбыл көшесі', ru: 'улица Жамбыла' },
  { kz: 'Мәңгілік Ел даңғылы', ru: 'проспект Мангилик Ел' },
  { kz: 'Ы. Алтынсарин даңғылы', ru: 'проспект Ы. Алтынсарина' },
  { kz: 'Тәуке хан даңғылы', ru: 'проспект Тауке хана' },
]
const BUILDINGS = 200
const FLATS = 4

/**
 * Their code of a building (flat 0) or of a flat. The register of persons gives codes of the same
 * form.
 */
const homeCode = (building: number, flat: number): string =>
  `02${String(building).padStart(4, '0')}${String(flat).padStart(4, '0')}000000`
const hasFlats = (building: number) => building % 4 !== 0

const rows: Record<SetName, readonly Record<string, unknown>[]> = {
  [sets.territories]: cities.map((name, i) => ({
    id: 1 + i,
    parent_id: null,
    name_kaz: name.kz,
    name_rus: name.ru,
    actual: 'true',
  })),
  [sets.streets]: cities.flatMap((_, city) =>
    streets.map((name, i) => ({
      id: 100 * (1 + city) + i,
      s_ats_id: 1 + city,
      name_kaz: name.kz,
      name_rus: name.ru,
      actual: 'true',
    })),
  ),
  [sets.buildings]: Array.from({ length: BUILDINGS }, (_, i) => {
    const city = i % cities.length
    // Full texts are often empty in the real register too.
    return {
      id: 10_000 + i,
      s_ats_id: 1 + city,
      s_geonim_id: 100 * (1 + city) + (Math.floor(i / cities.length) % streets.length),
      number: String(2 + Math.floor(i / (cities.length * streets.length)) * 8 + (i % 5)),
      full_path_kaz: '',
      full_path_rus: '',
      rca: homeCode(i, 0),
      actual: 'true',
    }
  }),
  [sets.flats]: Array.from({ length: BUILDINGS }, (_, i) => i)
    .filter(hasFlats)
    .flatMap((i) =>
      Array.from({ length: FLATS }, (_, flat) => ({
        id: 100_000 + i * FLATS + flat,
        s_building_id: 10_000 + i,
        number: String(flat + 1),
        rca: homeCode(i, flat + 1),
        actual: 'true',
      })),
    ),
}

export const addressesSandbox = (): SandboxSystem => ({
  system: 'addresses',
  routes: Object.values(sets).map((set) => ({
    method: 'GET',
    path: `/addresses${pathOf(set)}`,
    operation: set,
    handle: ({ query }: SandboxAsk) => {
      if (!query.apiKey) return json({ message: 'apiKey' }, 403)
      const source = Source.safeParse(parsed(query.source ?? ''))
      if (!source.success) return json({ message: 'source' }, 400)
      return json(rows[set].slice(source.data.from, source.data.from + source.data.size))
    },
  })),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
