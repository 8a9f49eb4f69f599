import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { Unavailable } from '../http.ts'
import type { Operation } from './protocol.ts'
import { EsbdRefused, NotInTariff } from './refused.ts'
import { replies, toWireDate } from './replies.ts'
import type { Call } from './sessions.ts'

/**
 * Names in the operator's tables for codes of our tariff, normalised by `plain`. The ids are the
 * operator's data and are read with `GetItems`; public sources have them as of 2019
 * (`eurasia-insurance/esbd-dao`, `KZAreaMapping`, `VehicleClassMapping`), before the regions of
 * 2022. So the name decides, never a remembered id: a name that is none of these has no price. If
 * the operator's name differs, `tables` of the client gives the code of an id. Of several ids with
 * one code the earlier name here is the one we send.
 */
const names = {
  TF_TYPES: [
    [/^легков(ой|ые|ая)( автомобил[ьи]| автомашина| тс)?$/, 'PASSENGER'],
    [/^автобусы? до 16\b.*$/, 'BUS_UP_TO_16'],
    [/^автобусы? (свыше|более|больше) 16\b.*$/, 'BUS_OVER_16'],
    [/^грузов(ой|ые|ая)( автомобил[ьи]| автомашина| тс)?$/, 'TRUCK'],
    [/^(троллейбусы? (и )?трамва[йи]|трамва[йи] (и )?троллейбусы?)$/, 'TROLLEYBUS_TRAM'],
    [/^мото(транспорт|цикл|циклы)$/, 'MOTORCYCLE'],
    [/^прицепы?( полуприцепы?)?$/, 'TRAILER'],
  ],
  REGIONS: [
    [/^(алматинская|алма атинская|алматы обл)$/, 'ALMATY'],
    [/^(туркестанская|туркистан обл)$/, 'TURKISTAN'],
    [/^(южно казахстанская|онтустик казакстан обл)$/, 'TURKISTAN'],
    [/^(восточно казахстанская|шыгыс казакстан обл)$/, 'EAST_KAZAKHSTAN'],
    [/^(костанайская|кустанайская|костанай обл)$/, 'KOSTANAY'],
    [/^(карагандинская|караганды обл)$/, 'KARAGANDA'],
    [/^(северо казахстанская|солтустик казакстан обл)$/, 'NORTH_KAZAKHSTAN'],
    [/^(акмолинская|акмола обл)$/, 'AKMOLA'],
    [/^(павлодарская|павлодар обл)$/, 'PAVLODAR'],
    [/^(жамбылская|жамбыл обл)$/, 'ZHAMBYL'],
    [/^(актюбинская|актобе обл)$/, 'AKTOBE'],
    [/^(западно казахстанская|батыс казакстан обл)$/, 'WEST_KAZAKHSTAN'],
    [/^(кызылординская|кызылорда обл)$/, 'KYZYLORDA'],
    [/^(атырауская|атырау обл)$/, 'ATYRAU'],
    [/^(мангистауская|мангыстау обл|мангистау обл)$/, 'MANGYSTAU'],
    [/^(г алматы|алматы г)$/, 'ALMATY_CITY'],
    [/^(г (астана|нур султан)|(астана|нур султан) г)$/, 'ASTANA'],
    [/^(г шымкент|шымкент г)$/, 'SHYMKENT'],
    // Guess: the regions of 2022, by every spelling their names have in the two languages.
    [/^(обл аба[йя]|абайская|абай обл)$/, 'ABAI'],
    [/^(обл жет[ыи]су|жет[ыи]су(й?ская)?|жет[ыи]су обл)$/, 'ZHETISU'],
    [/^(обл улытау|улытау(ская)?|улытау обл)$/, 'ULYTAU'],
  ],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>
export type Table = keyof typeof names
/** Codes of ids that we have from the operator: `{ table: 'REGIONS', id: 22, code: 'ABAI' }`. */
export type KnownCode = { table: string; id: number; code: string }

export const documentTypeIds = { ID_CARD: 1, PASSPORT: 2, RESIDENCE_PERMIT: 4 } as const
export const sexIds = { M: 1, F: 2 } as const
export const rescindingReasonIds = { replaced: 1, terminated: 2, operator_mistake: 6 } as const
/** TF_AGE: up to 7 years inclusive, over 7. */
export const vehicleAgeIds = { upTo7: 1, over7: 2 } as const

type Rows = { known: { id: number; code: string; rank: number }[]; named: Map<number, string> }
export type Catalogue = (
  call: Call,
  table: Table,
) => Promise<{ code: (id: number) => string; id: (code: string) => number }>

const KEPT_MS = 3_600_000
const fieldOf = { TF_TYPES: 'TYPE_ID', REGIONS: 'REGION_ID' } as const satisfies Record<
  Table,
  string
>
const operation: Operation = 'GetItems'

/**
 * Reads the operator's tables when first needed, after an hour, and for an id they did not have. An
 * id without a line in the tariff is `NotInTariff`; a table without rows counts as no answer and is
 * not cached.
 */
export function catalogue(knownCodes: readonly KnownCode[] = []): Catalogue {
  const kept = new Map<Table, { at: number; rows: Promise<Rows> }>()
  return async (call, table) => {
    const found = kept.get(table)
    const fresh =
      found && performance.now() - found.at < KEPT_MS
        ? found
        : { at: performance.now(), rows: load(call, table, knownCodes) }
    kept.set(table, fresh)
    const rows = await fresh.rows.catch((cause: unknown) => {
      kept.delete(table)
      throw cause
    })
    return {
      code(id) {
        const code = rows.known.find((row) => row.id === id)?.code
        if (code !== undefined) return code
        const name = rows.named.get(id)
        if (name === undefined) kept.delete(table)
        throw new NotInTariff(
          operation,
          fieldOf[table],
          name === undefined ? `${table} has no id ${id}` : `${id} («${name}»)`,
        )
      },
      id(code) {
        const id = rows.known.find((row) => row.code === code)?.id
        if (id !== undefined) return id
        kept.delete(table)
        throw new EsbdRefused(operation, `${table} has no name for ${code}`)
      },
    }
  }
}

async function load(call: Call, table: Table, knownCodes: readonly KnownCode[]): Promise<Rows> {
  const items = await call(operation, { aTableName: table }, z.array(replies.Item))
  const known = items.flatMap((item) => {
    const said = knownCodes.find((one) => one.table === table && one.id === item.ID)
    if (said) return [{ id: item.ID, code: said.code, rank: -1 }]
    const fits = names[table].flatMap(([pattern, code], rank) =>
      pattern.test(plain(item.Name)) ? [{ id: item.ID, code, rank }] : [],
    )
    return fits.length === 1 ? fits : []
  })
  if (known.length === 0)
    throw new Unavailable('esbd', operation, `unreadable reply: ${table} has no row that we know`)
  return {
    known: known.sort((a, b) => a.rank - b.rank || a.id - b.id),
    named: new Map(items.map(({ ID, Name }) => [ID, Name])),
  }
}

const kazakh: Record<string, string> = {
  ә: 'а',
  ғ: 'г',
  қ: 'к',
  ң: 'н',
  ө: 'о',
  ұ: 'у',
  ү: 'у',
  һ: 'х',
  і: 'и',
  ё: 'е',
}

/**
 * `г.Алматы`, `Г. АЛМАТЫ` and `Алматы қаласы` come near each other; Kazakh letters are often typed
 * as Russian ones.
 */
export const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[әғқңөұүһіё]/g, (letter) => kazakh[letter] ?? letter)
    .replace(/[^а-я0-9a-z]+/g, ' ')
    .trim()
    .replace(/(^| )(город|каласы|кала)( |$)/, '$1г$3')
    .replace(/(^| )(область|облысы|обл)( |$)/, '$1обл$3')
    .replace(/ая обл$/, 'ая')
    .trim()

export const classId = (call: Call, clientId: number, on: Day): Promise<number> =>
  call(
    'GetClassId',
    { aClientId: clientId, aDate: toWireDate(on), aTFId: 0 },
    z.int().nonnegative(),
  )

export type Classes = {
  textOf(call: Call, id: number): Promise<string>
  /** Returns the id of a class for a policy; 0 if there is none. */
  idFor(
    call: Call,
    driver: { clientId: number; classCode: string | null },
    on: Day,
  ): Promise<number>
}

/** The classes of the law's table: M2, M1, M, 0 … 13. */
const CLASS = /^(M[12]?|\d|1[0-3])$/

/**
 * Maps class ids to classes: an id is not its number, so `GetClassText` is queried once and cached.
 */
export function classBook(): Classes {
  const texts = new Map<number, string>()
  const textOf = async (call: Call, id: number) => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const said = await call('GetClassText', { aClassId: id }, z.string().min(1))
    // «М» may also be Cyrillic; a text that is no class of the law has no price and is not cached.
    const text = said.trim().toUpperCase().replaceAll('М', 'M')
    if (!CLASS.test(text))
      throw new EsbdRefused(
        'GetClassText',
        `class ${id} is said to be «${said.slice(0, 20)}», which is none`,
      )
    texts.set(id, text)
    return text
  }
  return {
    textOf,
    async idFor(call, { clientId, classCode }, on) {
      if (classCode === null) return 0
      const known = [...texts].find(([, text]) => text === classCode)
      if (known) return known[0]
      const id = await classId(call, clientId, on)
      if (id > 0) await textOf(call, id)
      return id
    },
  }
}
