/** The place in a list ordered by time and id, as a cursor: opaque to whoever sends it back. Null for one we never gave. */
type Place = { at: Date; id: string }

export const placeAfter = ({ at, id }: Place): string => Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

export function placeOf(cursor: string | undefined): Place | null {
  const [, at = '', id = ''] = /^(\S+) (.+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? []
  const instant = new Date(at)
  return id && !Number.isNaN(instant.getTime()) ? { at: instant, id } : null
}
