import { z } from 'zod'
import { differencesOf, type PersonFact, takesTwo } from '#domain/kyc-grounds.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { FoundAt } from './cases.ts'
import { inUnifiedDatabase, nameless, personOf } from './desk-person.ts'
import { effectOf, matchedBy } from './desk-words.ts'
import { KeptMatch } from './lists.ts'

/** The matches of the newest screening; of a case while nothing can be compared now. */
const matchesIn = (stored: unknown): KeptMatch[] =>
  z
    .array(KeptMatch)
    .catch([])
    .parse(stored ?? [])

/** The newest screening of a person that found something, else the newest one. */
const lastOf = (db: Db, iin: string) =>
  db
    .selectFrom('screenings')
    .select(['matches', 'at'])
    .where('iin', '=', iin)
    .orderBy((of) => of(of.fn<number>('jsonb_array_length', ['matches']), '>', 0), 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

export type ComparedNow = {
  person: Awaited<ReturnType<typeof personOf>>
  matches: KeptMatch[]
  /** When, where the lists are too old to compare with now; undefined while they are not. */
  last: Date | null | undefined
  takesTwo: boolean
  differs: PersonFact[]
}

/**
 * A person compared anew as a sale would compare them, and what follows for whoever decides. The
 * desk shows it, and a decision is held to it.
 */
export async function comparedNow(
  context: Context,
  iin: string,
  actor: FoundAt['actor'],
): Promise<ComparedNow> {
  const { db, screening } = context
  const person = (await personOf(db, iin)) ?? (await inUnifiedDatabase(context, iin))
  const isOld = !(await screening.fresh())
  const found = isOld
    ? null
    : await screening.examine({ iin, ...(person ?? nameless(iin)) }, { origin: 'desk', actor })
  const [last, lists] = await Promise.all([
    isOld ? lastOf(db, iin) : undefined,
    db.selectFrom('aml_lists').select(['code', 'effect']).execute(),
  ])
  const matches = found ? found.matches : matchesIn(last?.matches)
  const effects = new Map(lists.map(({ code, effect }) => [code, effectOf(effect)]))
  const seen = matches.map((match) => ({
    ...match,
    by: matchedBy.parse(match.by),
    effect: effects.get(match.list) ?? ('block' as const),
  }))
  return {
    person,
    matches,
    last: isOld ? (last?.at ?? null) : undefined,
    takesTwo: takesTwo(seen),
    differs: differencesOf(person && { ...person, iin }, seen),
  }
}
