import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { birthDateOf } from '#domain/iin.ts'
import { Unfit, type Wire } from './codec.ts'
import { documentTypeIds, sexIds } from './dictionaries.ts'
import type { EsbdIds, Nothing } from './guesses.ts'
import type { EsbdPerson, InsuranceDatabase, PersonDocumentType, PersonToSave } from './port.ts'
import { EsbdRefused } from './refused.ts'
import { fromWireDate, replies, toWireDate, type WireClient } from './replies.ts'
import { type Call, SessionEnded, type Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

type PeopleVerbs = Pick<
  InsuranceDatabase,
  'findPerson' | 'clientById' | 'savePerson' | 'bonusMalus'
>

type Of = { turn: Turn; classes: Classes; ids: EsbdIds; orNothing: Nothing }

/** Clients and their classes. */
export function people({ turn, classes, ids, orNothing }: Of): PeopleVerbs {
  // The whole record behind a person that was found, as long as somebody holds that answer.
  const records = new WeakMap<EsbdPerson, WireClient>()
  const found = (client: WireClient | null): EsbdPerson | null => {
    const person = client && personOf(client, ids)
    if (person) records.set(person, client)
    return person
  }
  const find = (call: Call, iin: string) => byIin(call, iin, orNothing)
  return {
    findPerson: async (iin) => found(await find(turn(), iin)),
    async clientById(clientId) {
      const client = await orNothing(
        turn()('GetClientByID', { aID: clientId }, replies.Client.nullable()),
        null,
      )
      if (client && client.ID !== clientId)
        throw unreadable('GetClientByID', new Unfit('ID is another one'))
      return client && client.Natural_Person_Bool !== 0 ? personOf(client, ids) : null
    },

    async savePerson(person, known) {
      const call = turn()
      // SetClient overwrites the whole record, so the known one is the base and keeps its id and
      // all that we know nothing of.
      const base = (known && records.get(known)) ?? (await find(call, person.iin))
      const { document } = person
      // Every writing adds a row: only a document they do not have is written.
      const documents =
        document && base ? documentsOf(call, base.ID, orNothing) : Promise.resolve([])
      documents.catch(() => {})
      const write = (on: WireClient | null) =>
        call('SetClient', { aClient: { ...on, ...toWire(person, ids) } }, replies.Client)
      // The same record written to the same id is the same record; whether there is one by now is
      // asked first.
      const saved = await write(base).catch(async (cause: unknown) => {
        if (!(cause instanceof SessionEnded)) throw cause
        return write(await find(call, person.iin))
      })
      if (saved.ID <= 0 || (base && saved.ID !== base.ID))
        throw unreadable('SetClient', new Unfit('ID is another one'))
      if (saved.IIN !== person.iin) throw unreadable('SetClient', new Unfit('IIN is another one'))
      if (document && !(await documents).some((one) => isSame(one, document, ids)))
        await call(
          'SetClientDocuments',
          { aClientDocuments: documentOf(saved.ID, document, ids) },
          replies.ClientDocument,
        )
      return { clientId: saved.ID }
    },

    async bonusMalus(clientId, on) {
      const call = turn()
      const id = await classId(call, clientId, on)
      return id === 0
        ? { kind: 'FIRST', class: '3' }
        : { kind: 'CLASS', class: await classes.textOf(call, id) }
    },
  }
}

type Document = NonNullable<PersonToSave['document']>
const documentsOf = (call: Call, clientId: number, orNothing: Nothing) =>
  orNothing(
    call('GetClientDocumentsListByID', { aClientID: clientId }, z.array(replies.ClientDocument)),
    [],
  )

/** The operator may keep a document's letters and digits apart. */
const isSame = (
  theirs: z.infer<typeof replies.ClientDocument>,
  ours: Document,
  ids: EsbdIds,
): boolean =>
  theirs.DOCUMENT_TYPE_ID === documentTypeId(ours.type, ids) &&
  [theirs.DOCUMENT_NUM, `${theirs.DOCUMENT_SERIAL}${theirs.DOCUMENT_NUM}`].some(
    (number) => bareNumber(number) === bareNumber(ours.number),
  )
const bareNumber = (number: string) => number.toUpperCase().replace(/[^0-9A-ZА-ЯЁ]/g, '')

const documentTypeId = (type: PersonDocumentType, ids: EsbdIds): number =>
  type === 'FOREIGN_PASSPORT' ? ids.FOREIGN_PASSPORT : documentTypeIds[type]

const classId = (call: Call, clientId: number, on: Day): Promise<number> =>
  call(
    'GetClassId',
    { aClientId: clientId, aDate: toWireDate(on), aTFId: 0 },
    z.int().nonnegative(),
  )

export type Classes = {
  textOf(call: Call, id: number): Promise<string>
  /** The id of a class for a policy: 0 where there is none. */
  idFor(
    call: Call,
    driver: { clientId: number; classCode: string | null },
    on: Day,
  ): Promise<number>
}

/** The classes of the law's table: M2, M1, M, 0 … 13. */
const CLASS = /^(M[12]?|\d|1[0-3])$/

/** The id of a class is not its number: `GetClassText` tells, and what was told once is kept. */
export function classBook(): Classes {
  const texts = new Map<number, string>()
  const textOf = async (call: Call, id: number) => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const said = await call('GetClassText', { aClassId: id }, z.string().min(1))
    // «М» is typed with the Cyrillic letter too; what is no class of the law has no price and is
    // not kept.
    const text = said.trim().toUpperCase().replaceAll('М', 'M')
    if (!CLASS.test(text))
      throw new EsbdRefused(
        'GetClassText',
        `class ${id} is said to be «${said.slice(0, 20)}», which is none`,
      )
    texts.set(id, text)
    return text
  }
  return {
    textOf,
    async idFor(call, { clientId, classCode }, on) {
      if (classCode === null) return 0
      const known = [...texts].find(([, text]) => text === classCode)
      if (known) return known[0]
      const id = await classId(call, clientId, on)
      if (id > 0) await textOf(call, id)
      return id
    },
  }
}

/** Known clients of this service ask twice; "any" (-1) is not answered everywhere. */
async function byIin(call: Call, iin: string, orNothing: Nothing): Promise<WireClient | null> {
  for (const resident of [1, 0]) {
    const filter = { IIN: iin, Natural_Person_Bool: 1, RESIDENT_BOOL: resident }
    const found = await orNothing(
      call('GetClientsByKeyFields', { aClient: filter }, z.array(replies.Client)),
      [],
    )
    const exact = found.filter((client) => client.IIN === iin)
    const broken = exact.find(
      ({ ID, RESIDENT_BOOL }) => ID <= 0 || (RESIDENT_BOOL !== 0 && RESIDENT_BOOL !== 1),
    )
    if (broken)
      throw unreadable(
        'GetClientsByKeyFields',
        new Unfit(broken.ID <= 0 ? 'ID is none' : 'RESIDENT_BOOL is none'),
      )
    if (exact.length > 0)
      return exact.find((client) => client.verify_bool === 1) ?? exact[0] ?? null
  }
  return null
}

function personOf(client: WireClient, ids: EsbdIds): EsbdPerson {
  // An old record may lack the date, which the number tells as well.
  const birthDate =
    fromWireDate(client.Born) ?? (client.Born === '' ? birthDateOf(client.IIN) : null)
  if (!birthDate) throw unreadable('GetClientsByKeyFields', new Unfit('Born is no date'))
  return {
    clientId: client.ID,
    iin: client.IIN,
    resident: client.RESIDENT_BOOL === 1,
    surname: client.Last_Name,
    name: client.First_Name,
    patronymic: client.Middle_Name,
    birthDate,
    document: paperOf(client, ids),
    verified: client.verify_bool === 1,
  }
}

function paperOf(client: WireClient, ids: EsbdIds): EsbdPerson['document'] {
  const types: PersonDocumentType[] = [
    'ID_CARD',
    'PASSPORT',
    'RESIDENCE_PERMIT',
    'FOREIGN_PASSPORT',
  ]
  const type = types.find((name) => documentTypeId(name, ids) === client.DOCUMENT_TYPE_ID)
  if (!type || client.DOCUMENT_NUMBER === '') return null
  return {
    type,
    number: client.DOCUMENT_NUMBER,
    issueDate: fromWireDate(client.DOCUMENT_GIVED_DATE),
  }
}

const toWire = (person: PersonToSave, ids: EsbdIds): Wire => ({
  IIN: person.iin,
  Last_Name: person.surname,
  First_Name: person.name,
  Middle_Name: person.patronymic,
  Natural_Person_Bool: 1,
  RESIDENT_BOOL: person.resident ? 1 : 0,
  Born: toWireDate(person.birthDate),
  Sex_ID: sexIds[person.sex],
  ...(person.phone ? { PHONES: person.phone } : {}),
  ...(person.email ? { EMAIL: person.email } : {}),
  ...(person.document
    ? {
        DOCUMENT_TYPE_ID: documentTypeId(person.document.type, ids),
        DOCUMENT_NUMBER: person.document.number,
        DOCUMENT_GIVED_DATE: toWireDate(person.document.issueDate),
        ...(person.document.issuer ? { DOCUMENT_GIVED_BY: person.document.issuer } : {}),
      }
    : {}),
})

const documentOf = (clientId: number, document: Document, ids: EsbdIds): Wire => ({
  CLIENT_ID: clientId,
  DOCUMENT_TYPE_ID: documentTypeId(document.type, ids),
  DOCUMENT_NUM: document.number,
  DTISSUED: toWireDate(document.issueDate),
  ...(document.validTo ? { DTEXPIRY: toWireDate(document.validTo) } : {}),
})
