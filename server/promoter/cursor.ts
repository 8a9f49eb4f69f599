import { z } from 'zod'

const Place = z.tuple([z.string(), z.string()])

/** The last row of a page: its sorting value and its id, opaque on the wire. */
export const cursorOf = (value: string, id: string): string => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** The place a page goes on from; null for the first page and for what is no cursor of ours. */
export function placeOf(cursor: string | null | undefined): { value: string; id: string } | null {
  if (!cursor) return null
  try {
    const read = Place.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return read.success ? { value: read.data[0], id: read.data[1] } : null
  } catch {
    return null
  }
}
