import { z } from 'zod'
import { part, readCursor, writeCursor } from '../http/paging.ts'

/** Rows of one page on a screen, and of one batch of a file. */
export const PAGE = 100
export const BATCH = 5_000

const ByTime = z.tuple([part.storedInstant, part.id])
const BySum = z.tuple([part.whole, part.id])
/** The last row of a page: what it is sorted by, exactly as the database writes it, and its id. */
export type Place = z.infer<typeof ByTime>

/** 422 for what is no cursor of ours, and for one of another order. */
export const placeOf = (cursor: string | undefined, sort?: string): Place | null =>
  readCursor(cursor, sort === 'dearest' || sort === 'cheapest' ? BySum : ByTime)

export type Keyed = { id: string; place: string }

/** A page from one row more than it shows. */
export function pageOf<Row extends Keyed>(
  rows: readonly Row[],
): { shown: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return { shown, next: rows.length > PAGE && last ? writeCursor([last.place, last.id]) : null }
}

/**
 * Every row, a batch at a time: each batch is a short query of its own, so a slow reader holds no
 * transaction open.
 */
export async function* batches<Row extends Keyed>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Place | null = null
  for (;;) {
    const rows: Row[] = await read(after, BATCH)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    after = [last.place, last.id]
  }
}

const ByEntry = z.tuple([part.storedInstant, z.string().regex(/^\d{1,18}$/)])
/** The same of lines of the ledger, whose id is a number. */
export const ledgerPlaceOf = (cursor: string | undefined): Place | null =>
  readCursor(cursor, ByEntry)
