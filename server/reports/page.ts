import { z } from 'zod'
import { Answer } from '../refuse.ts'

/** Rows of one page on a screen, and of one batch of a file. */
export const PAGE = 50
export const BATCH = 5_000

const Place = z.tuple([z.string().max(60), z.string().max(120)])
/** The last row of a page: what it is sorted by, exactly as the database writes it, and its id. */
export type Place = z.infer<typeof Place>

export const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** 422 for what is no cursor of ours. */
export function placeOf(cursor: string | undefined): Place | null {
  if (!cursor) return null
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Answer(422, { errors: [{ path: 'cursor', message: 'cursor' }] })
  }
}

export type Keyed = { id: string; place: string }

/** A page from one row more than it shows. */
export function pageOf<Row extends Keyed>(rows: readonly Row[]): { shown: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return { shown, next: rows.length > PAGE && last ? cursorOf([last.place, last.id]) : null }
}

/** Every row, a batch at a time: each batch is a short query of its own, so a slow reader holds no transaction open. */
export async function* batches<Row extends Keyed>(read: (after: Place | null, limit: number) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Place | null = null
  for (;;) {
    const rows: Row[] = await read(after, BATCH)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    after = [last.place, last.id]
  }
}

/** Four digits of an IIN, enough to tell clients apart on a screen. */
export const maskedIin = (iin: string | null): string => (iin ? `•••• ${iin.slice(-4)}` : '')
