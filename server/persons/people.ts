import { z } from 'zod'
import { nameKeys, namesOf } from '#domain/person.ts'
import type { Sql } from '../db/connect.ts'
import type { TypedPerson } from './asked.ts'
import type { PersonRecord } from './record.ts'

/** How long a document typed by hand stands in for the register. */
const TYPED_FOR_MS = 24 * 3_600_000

const StoredDocument = z.object({
  type: z.string(),
  number: z.string(),
  issueDate: z.string().nullable(),
  issuer: z.string(),
})

/** The persons of these IINs whose document this buyer typed by hand within a day. */
export async function typedPeople(
  sql: Sql,
  iins: readonly string[],
  by: string,
  now: Date,
): Promise<Map<string, TypedPerson>> {
  return typedOf(await selectTyped(sql, iins, by, now).execute())
}

/** The same as a question that may be a part of another. */
export const selectTyped = (sql: Sql, iins: readonly string[], by: string, now: Date) =>
  sql
    .selectFrom('typed_people')
    .select(['typed_people.iin', 'typed_people.birth_date', 'typed_people.document', ...nameKeys])
    .where('typed_people.iin', '=', (is) => is.fn.any(is.val([...iins])))
    .where('typed_people.typed_by', '=', by)
    .where('typed_people.at', '>', new Date(now.getTime() - TYPED_FOR_MS))

type TypedRow = Omit<TypedPerson, 'birthDate' | 'document'> & {
  iin: string
  birth_date: string
  document: unknown
}
/** What its rows say, by IIN. */
export function typedOf(rows: readonly TypedRow[]): Map<string, TypedPerson> {
  return new Map(
    rows.flatMap((row) => {
      const document = StoredDocument.safeParse(row.document)
      if (!document.success) return []
      return [
        [
          row.iin,
          {
            ...namesOf(row),
            birthDate: row.birth_date,
            document: document.data,
          },
        ] as const,
      ]
    }),
  )
}

/** Keeps what a buyer typed about a person, for this buyer alone. */
export async function keepTyped(
  sql: Sql,
  iin: string,
  person: TypedPerson,
  of: { by: string; at: Date },
): Promise<void> {
  const row = {
    ...namesOf(person),
    birth_date: person.birthDate,
    document: JSON.stringify(person.document),
    at: of.at,
  }
  await sql
    .insertInto('typed_people')
    .values({ iin, typed_by: of.by, ...row })
    .onConflict((conflict) => conflict.columns(['iin', 'typed_by']).doUpdateSet(row))
    .execute()
}

/**
 * Keeps what the registers said about a person: the cabinet's account of whoever buys begins here.
 * What was only typed never replaces it.
 */
export async function keepPerson(
  sql: Sql,
  person: PersonRecord,
  of: { at: Date; typed: boolean; phone?: string; email?: string | null; locale?: string },
): Promise<void> {
  const row = rowOf(person, of)
  await sql
    .insertInto('people')
    .values({ iin: person.iin, ...row })
    .onConflict((conflict) =>
      of.typed ? conflict.column('iin').doNothing() : conflict.column('iin').doUpdateSet(row),
    )
    .execute()
}

const rowOf = (person: PersonRecord, of: { at: Date; typed: boolean }) => ({
  ...namesOf(person),
  birth_date: person.birthDate,
  resident: true,
  document_valid: true,
  document: person.document ? JSON.stringify(person.document) : null,
  esbd_client_id: person.clientId > 0 ? String(person.clientId) : null,
  origin: of.typed ? 'document' : 'register',
  checked_at: of.at,
})

/**
 * The same of several whom the registers named, each once, as a part of the statement that stores
 * what is sold to them. By IIN: two sales to the same people never wait for each other crosswise.
 */
export const peopleRows = (sql: Sql, people: readonly PersonRecord[], at: Date) =>
  sql
    .insertInto('people')
    .values(
      people
        .toSorted((a, b) => a.iin.localeCompare(b.iin))
        .map((person) => ({ iin: person.iin, ...rowOf(person, { at, typed: false }) })),
    )
    .onConflict((conflict) =>
      conflict.column('iin').doUpdateSet((row) => ({
        surname: row.ref('excluded.surname'),
        name: row.ref('excluded.name'),
        patronymic: row.ref('excluded.patronymic'),
        birth_date: row.ref('excluded.birth_date'),
        resident: row.ref('excluded.resident'),
        document_valid: row.ref('excluded.document_valid'),
        document: row.ref('excluded.document'),
        esbd_client_id: row.ref('excluded.esbd_client_id'),
        origin: row.ref('excluded.origin'),
        checked_at: row.ref('excluded.checked_at'),
      })),
    )

/** A phone belongs to one client account: the last one who proved it by a code. */
export async function keepPhone(sql: Sql, iin: string, phone: string): Promise<void> {
  await sql
    .updateTable('people')
    .set({ phone: null })
    .where('phone', '=', phone)
    .where('iin', '<>', iin)
    .execute()
  await sql.updateTable('people').set({ phone }).where('iin', '=', iin).execute()
}
