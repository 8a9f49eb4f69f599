import { z } from 'zod'
import type { Localized } from '#domain/locale.ts'
import { type Send, Unavailable } from '../http.ts'
import {
  Building,
  Flat,
  pathOf,
  type SetName,
  Source,
  Street,
  sets,
  Territory,
} from './protocol.ts'

type Named = { id: string; name: Localized }
/**
 * A building with the links its text is made from; `text` is the register's own, if it gives one.
 */
export type RegisteredBuilding = {
  id: string
  /** Sixteen digits (РКА). */
  code: string
  number: string
  territoryId: string | null
  streetId: string | null
  text: Localized | null
}
export type RegisteredFlat = { code: string; buildingId: string; number: string }

/**
 * The state address register, read page by page: it is imported, never queried on each key stroke.
 * Throws `Unavailable`.
 */
export type AddressRegister = {
  territories(from: number): Promise<(Named & { parentId: string | null })[]>
  streets(from: number): Promise<(Named & { territoryId: string | null })[]>
  /** Only those in force, with a code. `more` is false behind the last page. */
  buildings(from: number): Promise<{ rows: RegisteredBuilding[]; more: boolean }>
  flats(from: number): Promise<{ rows: RegisteredFlat[]; more: boolean }>
  /** Rows of one answer; sets where the next page begins. */
  pageSize: number
}
export type AddressesConfig = { address: string; apiKey: string; pageSize?: number }

const CODE = /^\d{16}$/

export function addresses(
  { address, apiKey, pageSize = 10_000 }: AddressesConfig,
  send: Send<SetName>,
): AddressRegister {
  async function page<Row extends z.ZodType>(
    set: SetName,
    row: Row,
    from: number,
  ): Promise<z.output<Row>[]> {
    const source = Source.parse({ from, size: pageSize })
    const query = new URLSearchParams({ apiKey, source: JSON.stringify(source) })
    const reply = await send({
      operation: set,
      key: `${set}:${from}`,
      method: 'GET',
      url: `${address.replace(/\/$/, '')}${pathOf(set)}?${query}`,
      headers: { accept: 'application/json' },
      safe: true,
    })
    if (reply.status !== 200) throw new Unavailable('addresses', set, `HTTP ${reply.status}`, false)
    const read = z.array(row).safeParse(parsed(reply.text))
    if (!read.success) throw new Unavailable('addresses', set, 'unreadable reply', false)
    return read.data
  }
  return {
    pageSize,
    territories: async (from) =>
      (await page(sets.territories, Territory, from)).map((row) => ({
        ...named(row),
        parentId: row.parent_id,
      })),
    streets: async (from) =>
      (await page(sets.streets, Street, from)).map((row) => ({
        ...named(row),
        territoryId: row.s_ats_id,
      })),
    buildings: async (from) => {
      const found = await page(sets.buildings, Building, from)
      const rows = found.flatMap((row) =>
        row.actual && CODE.test(row.rca)
          ? [
              {
                id: row.id,
                code: row.rca,
                number: row.number,
                territoryId: row.s_ats_id,
                streetId: row.s_geonim_id ?? row.s_geonims_id,
                text:
                  row.full_path_kaz && row.full_path_rus
                    ? { kz: row.full_path_kaz, ru: row.full_path_rus }
                    : null,
              },
            ]
          : [],
      )
      return { rows, more: found.length === pageSize }
    },
    flats: async (from) => {
      const found = await page(sets.flats, Flat, from)
      const rows = found.flatMap((row) =>
        row.actual && CODE.test(row.rca)
          ? [{ code: row.rca, buildingId: row.s_building_id, number: row.number }]
          : [],
      )
      return { rows, more: found.length === pageSize }
    },
  }
}

const named = (row: { id: string; name_kaz: string; name_rus: string }): Named => ({
  id: row.id,
  name: { kz: row.name_kaz || row.name_rus, ru: row.name_rus || row.name_kaz },
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
