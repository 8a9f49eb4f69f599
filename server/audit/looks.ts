import type { z } from 'zod'
import type { LookLine } from '#contract/client-data.ts'
import { foldLooks, lookActions } from '#domain/looks.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Db } from '../db/connect.ts'
import { shortName } from '../persons/record.ts'
import { lookedAtId } from './lookup.ts'

/** So many looks are read back, and so many lines told. */
const READ = 300
const TOLD = 30

/**
 * Who saw a client's data, from the audit log: the client's own list and the desk's are one.
 * `person` is who they are in it: their account, and the digest of their number (`lookup.ts`).
 */
export async function looksAt(
  db: Db,
  signingKey: string,
  person: { id: string; iin: string },
): Promise<z.input<typeof LookLine>[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['actor', 'action', 'at'])
    .where('object_id', 'in', [person.id, lookedAtId(signingKey, person.iin)])
    .where('action', 'in', lookActions)
    .orderBy('id', 'desc')
    .limit(READ)
    .execute()
  const looks = rows.flatMap(({ actor, action, at }) => {
    const known = lookActions.find((one) => one === action)
    return known ? [{ actor, action: known, at }] : []
  })
  const lines = foldLooks(looks).slice(0, TOLD)
  const nameOf = await shortNames(
    db,
    lines.map(({ actor }) => actor),
  )
  return lines.map(({ actor, at, saw }) => ({
    role: actor.startsWith('promoter:') ? 'promoter' : 'staff',
    name: nameOf(actor),
    saw,
    at: at.toISOString(),
  }))
}

/** Surname and first letter, as a client is told who looked. */
async function shortNames(db: Db, actors: readonly string[]): Promise<(actor: string) => string> {
  const idOf = (actor: string) => actor.slice(actor.indexOf(':') + 1)
  const ids = [...new Set(actors.map(idOf))].filter(isUuid)
  const rows =
    ids.length > 0
      ? await db
          .selectFrom('accounts')
          .select(['id', 'surname', 'name'])
          .where('id', 'in', ids)
          .execute()
      : []
  const names = new Map(rows.map(({ id, ...person }) => [id, shortName(person)]))
  return (actor) => names.get(idOf(actor)) ?? ''
}
