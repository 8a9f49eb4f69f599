import { type Names, nameKeys, namesOf } from '#domain/person.ts'
import type { Deps } from '../deps.ts'
import { caseOf, hasNew, openCase, TYPED } from './cases.ts'

export type TypedIdentity = Names & {
  iin: string
  birthDate: string
  document: { type: string; number: string; issueDate: string | null; issuer: string } | null
}

/**
 * Asks staff to check an identity typed by hand while the register of persons is silent: `let` if
 * they have cleared exactly this one. Another name or document is a new question.
 */
export async function askAboutTyped(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  person: TypedIdentity,
  of: { actor: string; at: Date },
): Promise<'let' | 'waits'> {
  const { iin, birthDate, document } = person
  const compared = { ...namesOf(person), birthDate, document }
  const words = [
    ...nameKeys.map((key) => person[key]),
    birthDate,
    document?.type,
    document?.number,
    document?.issueDate,
    document?.issuer,
  ]
  const key = `${TYPED}${words
    .map((word) => word ?? '')
    .join('|')
    .toUpperCase()}`
  const known = await caseOf(db, iin)
  if (known && !hasNew(known.entries, [key])) return known.status === 'unblocked' ? 'let' : 'waits'
  const { id } = await db
    .insertInto('screenings')
    .values({
      iin,
      decision: 'review',
      matches: '[]',
      list_versions: '{}',
      compared: JSON.stringify(compared),
      at: of.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await openCase(
    { db, queue },
    { ...of, origin: 'typed', iin, screeningId: id, keys: [key] },
  )) === 'let'
    ? 'let'
    : 'waits'
}
