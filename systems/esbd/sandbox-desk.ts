import type { World } from '../sandbox-kit.ts'
import { replies } from './replies.ts'
import { NullReference, type PolicyBook } from './sandbox-policies.ts'
import type { Records } from './sandbox-records.ts'

/** Who is signed in at the database's desk. */

const SESSION_LIVES_MS = 20 * 60_000
export type Session = { user: string; systemId: number; usedAt: number; busy: boolean }
export type Desk = {
  world: World
  records: Records
  book: PolicyBook
  sessions: Map<string, Session>
}

/** `2-anything` is a login of insurer 2, one without a number of the first. */
export const systemIdOf = (login: string): number => Number(/^(\d+)-/.exec(login)?.[1] ?? 1)

/** A session that has not grown old. */
export function living({ sessions, world }: Desk, id: unknown): Session | null {
  const session = sessions.get(text(id))
  return session && Math.abs(world.now().getTime() - session.usedAt) <= SESSION_LIVES_MS
    ? session
    : null
}

/** The decoder leaves texts as strings and what was not sent as null. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function clientIn(value: unknown) {
  const client = replies.Client.safeParse(value)
  if (!client.success) throw new NullReference()
  return client.data
}
