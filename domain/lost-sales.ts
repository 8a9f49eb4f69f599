/** What of a search's finds people settle; the others have come back by themselves. */
export const leftKinds = ['left', 'policy', 'ended'] as const
export type LeftKind = (typeof leftKinds)[number]

/** Why a sale that a search found is left for people. */
export const whysLost = [
  'unread',
  'sealed',
  'money_back',
  'contradicts',
  'policy',
  'ended',
] as const
export type WhyLost = (typeof whysLost)[number]

/** What a search writes down of a copy it cannot bring back; `NOT_READ` is followed by the reason. */
export const NOT_READABLE = 'not readable'
export const NOT_READ = 'not read: '
export const MONEY_BACK = 'its money went back'

/**
 * Why people have to look at a find, from what it is and its note: `unread`, the storage did not
 * give the copy; `sealed`, its key is not ours; `money_back`; `contradicts`, a row of today stands
 * in its place; `policy`, one in the unified database whose sale nobody knows; `ended`, one ended
 * there and in force here.
 */
export const whyLost = ({ what, note }: { what: string; note: string }): WhyLost => {
  if (what === 'policy' || what === 'ended') return what
  if (note.startsWith(NOT_READ)) return 'unread'
  if (note === NOT_READABLE) return 'sealed'
  return note === MONEY_BACK ? 'money_back' : 'contradicts'
}
