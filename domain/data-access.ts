import { almatyDay } from './calendar.ts'

/** Views of a person's data by staff or a promoter, as the audit log records them. */
export const accessActions = [
  'client.looked_at',
  'client.iin_revealed',
  'client.phone_revealed',
  'client.document_revealed',
  'client.birth_revealed',
  'person.looked_up',
] as const
export type AccessAction = (typeof accessActions)[number]

/** Seconds that a revealed value stays open before it is masked again. A guess. */
export const revealSeconds = 60

export type DataAccess = { actor: string; action: AccessAction; at: Date }
/** Views by one person on one day: time of the last, each kind once. */
export type DataAccessOfDay = { actor: string; at: Date; saw: AccessAction[] }

/** Looks, the newest first, as one line a person and day. */
export function foldDataAccess(looks: readonly DataAccess[]): DataAccessOfDay[] {
  const lines = new Map<string, DataAccessOfDay>()
  for (const { actor, action, at } of looks) {
    const key = `${actor} ${almatyDay(at)}`
    const line = lines.get(key)
    if (!line) lines.set(key, { actor, at, saw: [action] })
    else if (!line.saw.includes(action)) line.saw.push(action)
  }
  return [...lines.values()]
}
