import { sql } from 'kysely'
import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import type { Day } from '#domain/calendar.ts'
import type { Finding } from '#domain/finding.ts'
import type { Documents } from '#domain/ogpo/eligibility-facts.ts'
import type { ExperienceFacts } from '#domain/ogpo/experience.ts'
import { type NameKey, type Names, nameKeys, namesOf } from '#domain/person.ts'
import type { Held } from '../consent/held-consent.ts'
import type { Sql } from '../db/connect.ts'

/**
 * A person as the registers and the unified database returned them, stored with what is made of it.
 */
export const PersonRecord = z.object({
  iin: z.string(),
  /**
   * In the unified database; 0 while it does not know the person, who is then written there before
   * the policy (typed-identity.ts).
   */
  clientId: z.number(),
  ...knownNames,
  birthDate: z.string(),
  document: z
    .object({
      type: z.string(),
      number: z.string(),
      issueDate: z.string().nullable(),
      issuer: z.string(),
    })
    .nullable(),
  /**
   * `experienceFrom`: the latest day it can have begun; `experienceDeclared`: the driver declares
   * it, the licence does not show it.
   */
  licence: z
    .object({
      number: z.string(),
      issueDate: z.string(),
      validTo: z.string().nullable(),
      experienceFrom: z.string(),
      experienceDeclared: z.boolean().optional(),
    })
    .nullable(),
  bonusMalus: z.object({ kind: z.string(), class: z.string() }),
  privilege: z.boolean(),
  /** Typed by hand while the register of persons was silent. */
  typed: z.boolean().optional(),
})
export type PersonRecord = z.infer<typeof PersonRecord>

/** An account's person in lists: by the register's name, else the one they signed up with. */
const ownName = <Key extends NameKey>(key: Key) =>
  sql<string>`coalesce(${sql.ref(`people.${key}`)}, ${sql.ref(`accounts.${key}`)})`.as(key)
export const ownNames = [ownName('surname'), ownName('name')] as const
export const allOwnNames = nameKeys.map((key) => ownName(key))

/** «А. Серікова»: enough to recognise an acquaintance, too little to identify a stranger. */
export const maskedName = (person: { surname: string; name: string }): string =>
  `${person.name} ${person.surname.slice(0, 1)}.`

/** «Серікова А.»: a person's name in staff's lists, which need no line of the audit log. */
export const shortName = (person: { surname: string; name: string }): string =>
  [person.surname, person.name ? `${person.name.slice(0, 1)}.` : ''].filter(Boolean).join(' ')

export type PersonAsk = {
  iin: string
  drives: boolean
  /** The driver declares over two years of experience; required if the licence does not show it. */
  experienced?: boolean | undefined
  /** Claims a privilege: checked in the social register. */
  privilege: boolean
  /**
   * False: the register's data are not written to the unified database; a look-up without the
   * person's consent.
   */
  saves?: boolean
  contact?: { phone: string }
  /**
   * The consent every query to a state register carries; without it none is queried about this
   * person.
   */
  consent: () => Promise<Held>
}
/**
 * The registers' data of one person, for the rules; has `record` if they suffice for a contract.
 */
export type Asked = {
  iin: string
  found: boolean
  resident: boolean | null
  documents: Documents | null
  birthDate: Day | null
  licence: { validTo: Day | null } | 'missing' | null
  /** For a driver with a known licence and class. */
  experience: ExperienceFacts | null
  saved: boolean | undefined
  record: PersonRecord | null
  /** Name and initial of the person found, insurable or not. */
  named: string | null
  /** The document is the one typed by hand. */
  byHand: boolean
  /**
   * State of the person's consent with the state; null: no system could report it. Unless it is
   * held, no state register was queried.
   */
  consent: Held['state'] | null
  /** Systems that did not answer about this person, as a refusal with its reason. */
  down: Finding | null
}

/** A person typed by hand from the identity document, when the register did not give it. */
export type TypedPerson = Names & {
  birthDate: Day
  document: { type: string; number: string; issueDate: string | null; issuer: string }
}

/** How long a hand-typed document replaces the register. */
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
/** Returns the typed people of these rows, by IIN. */
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

/** Stores a buyer's typed data of a person, for this buyer alone. */
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
 * Stores the registers' data of a person: a buyer's cabinet account begins here. Typed data never
 * replaces it.
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
 * The same for several people the registers named, each once, as a part of the statement that
 * stores their sale. By IIN: two sales to the same people never wait for each other crosswise.
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
      conflict.column('iin').doUpdateSet(
        (row) =>
          ({
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
            // An insert and an update store the same columns.
          }) satisfies Record<keyof ReturnType<typeof rowOf>, unknown>,
      ),
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
