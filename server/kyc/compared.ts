import { sql } from 'kysely'
import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import { birthDateOf } from '#domain/iin.ts'
import { differencesOf, type PersonFact, takesTwo } from '#domain/kyc/grounds.ts'
import type { ListEffect } from '#domain/kyc/kyc.ts'
import { nameKeys, namesOf, unnamed } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { Handler } from '../http/route.ts'
import type { FoundAt } from './cases.ts'
import { KeptMatch } from './lists.ts'

export type Status = Extract<Awaited<ReturnType<Handler<'kycStatus'>>>, { success: true }>['data']
const Compared = z.object({ ...knownNames, birthDate: z.string() })
const Typed = Compared.extend({
  document: z
    .object({
      type: z.string(),
      number: z.string(),
      issueDate: z.string().nullable(),
      issuer: z.string(),
    })
    .nullable(),
})

/** As the registers gave them, else as they were compared last. */
async function personOf(db: Db, iin: string) {
  const person = await db
    .selectFrom('people')
    .select([...nameKeys, 'birth_date'])
    .where('iin', '=', iin)
    .executeTakeFirst()
  if (person) return { ...namesOf(person), birthDate: person.birth_date }
  const last = await db
    .selectFrom('screenings')
    .select('compared')
    .where('iin', '=', iin)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const compared = Compared.safeParse(last?.compared)
  return compared.success && compared.data.surname !== '' ? compared.data : null
}

/**
 * Returns the person from the unified database, which may be queried about anybody; null also if it
 * is silent.
 */
async function inUnifiedDatabase({ systems }: Context, iin: string) {
  try {
    const found = await systems.esbd.findPerson(iin)
    return found && Compared.parse(found)
  } catch (cause) {
    if (cause instanceof Unavailable) return null
    throw cause
  }
}

const nameless = (iin: string) => ({
  ...unnamed,
  birthDate: birthDateOf(iin) ?? '1900-01-01',
})

/** Returns the last identity typed by hand that staff were asked to check (askAboutTyped). */
export async function typedOf(db: Db, iin: string): Promise<Status['typed']> {
  const row = await db
    .selectFrom('screenings')
    .select(['compared', 'at'])
    .where('iin', '=', iin)
    .where(sql<boolean>`compared -> 'document' is not null`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const typed = Typed.safeParse(row?.compared)
  return row && typed.success ? { ...typed.data, at: row.at.toISOString() } : null
}

/** Words of the database as the contract has them; of a newer version the strictest one. */

export const matchedBy = z
  .enum(['iin', 'name_birth_date', 'similar_birth_date', 'similar_birth_year', 'weak_name', 'name'])
  .catch('name')

export const effectOf = (text: string): ListEffect =>
  text === 'review' || text === 'flag' ? text : 'block'

/** Digits of a version's hash shown. */
export const VERSION_SHOWN = 8

/** The matches of the newest screening; of a case while nothing can be compared now. */
const matchesIn = (stored: unknown): KeptMatch[] =>
  z
    .array(KeptMatch)
    .catch([])
    .parse(stored ?? [])

/** Returns the person's newest screening with a match, else the newest one. */
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
  /** Date of the lists if they are too old to compare with; undefined if they are not. */
  last: Date | null | undefined
  takesTwo: boolean
  differs: PersonFact[]
}

/**
 * Compares a person anew as a sale would, and returns the consequences for the decision. The desk
 * shows it, and a decision must agree with it.
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
