import { z } from 'zod'
import { isDay } from '#domain/calendar.ts'
import { invalid } from './refuse.ts'

/** Instants and days as far as we have any: what the database could not read stays outside. */
const OURS = /^(19|20)\d\d-/
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => !value.includes('\0') && value.isWellFormed())

/**
 * Parts of a list position. A cursor is parsed by these alone, so that nothing forged reaches the
 * database.
 */
export const part = {
  instant: z.iso.datetime({ offset: true }).regex(OURS),
  /** As the database itself writes one: `2026-11-20 06:00:00.123456+00`. */
  storedInstant: z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/,
    )
    .regex(OURS)
    .refine((value) => isDay(value.slice(0, 10))),
  day: z.string().regex(OURS).refine(isDay),
  whole: z.string().regex(/^-?\d{1,9}$/),
  uuid: z.uuid(),
  /** Ids that are texts. */
  id: text(120).min(1),
  name: text(200),
}

/**
 * The place after a row, opaque on the wire: what the list is sorted by, exactly, and the row's id.
 */
export const writeCursor = (place: readonly string[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/**
 * Returns the position a page continues from; null for the first page. Throws 422 for a cursor we
 * never issued.
 */
export function readCursor<Place>(
  cursor: string | null | undefined,
  place: z.ZodType<Place>,
): Place | null {
  if (!cursor) return null
  const read = place.safeParse(jsonIn(cursor))
  if (!read.success) throw invalid([{ path: 'cursor', message: 'cursor' }])
  return read.data
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** The place in a list ordered by time and id. */
type Place = { at: Date; id: string }
const InTime = z.tuple([part.instant, part.id])

export const placeAfter = ({ at, id }: Place): string => writeCursor([at.toISOString(), id])

export function placeOf(cursor: string | null | undefined): Place | null {
  const place = readCursor(cursor, InTime)
  return place ? { at: new Date(place[0]), id: place[1] } : null
}
