import { sql } from 'kysely'
import { z } from 'zod'
import { birthDateOf } from '#domain/iin.ts'
import { nameKeys, namesOf, unnamed } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { Handler } from '../http/route.ts'
import { storedNames } from '../persons/record.ts'

export type Status = Extract<Awaited<ReturnType<Handler<'kycStatus'>>>, { success: true }>['data']
const Compared = z.object({ ...storedNames, birthDate: z.string() })
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
export async function personOf(db: Db, iin: string) {
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
 * Who that is in the unified database, which may be asked about anybody; null too when it is
 * silent.
 */
export async function inUnifiedDatabase({ systems }: Context, iin: string) {
  try {
    const found = await systems.esbd.findPerson(iin)
    return found && Compared.parse(found)
  } catch (cause) {
    if (cause instanceof Unavailable) return null
    throw cause
  }
}

export const nameless = (iin: string) => ({
  ...unnamed,
  birthDate: birthDateOf(iin) ?? '1900-01-01',
})

/** The identity typed by hand that staff were asked about last (askAboutTyped). */
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
