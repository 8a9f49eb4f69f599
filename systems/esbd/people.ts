import { z } from 'zod'
import { bareNumber } from '#domain/document-numbers.ts'
import { birthDateOf } from '#domain/iin.ts'
import { type Names, nameKeys, patronymicOf } from '#domain/person.ts'
import { Unfit, type Wire } from './codec.ts'
import { type Classes, classId, documentTypeIds, sexIds } from './dictionaries.ts'
import type {
  EsbdIds,
  EsbdPerson,
  InsuranceDatabase,
  PersonDocumentType,
  PersonToSave,
} from './port.ts'
import type { Nothing } from './refused.ts'
import { fromWireDate, isNoWireDate, replies, toWireDate, type WireClient } from './replies.ts'
import { type Call, type Turn, unlessEnded } from './sessions.ts'
import { unreadable } from './wire.ts'

type Document = NonNullable<PersonToSave['document']>

const documentTypeId = (type: PersonDocumentType, ids: EsbdIds): number =>
  type === 'FOREIGN_PASSPORT' ? ids.FOREIGN_PASSPORT : documentTypeIds[type]

function personOf(client: WireClient, ids: EsbdIds): EsbdPerson {
  // An old record may lack the date, which the IIN also gives.
  const birthDate = isNoWireDate(client.Born) ? birthDateOf(client.IIN) : fromWireDate(client.Born)
  if (!birthDate) throw unreadable('GetClientsByKeyFields', new Unfit('Born is no date'))
  return {
    clientId: client.ID,
    iin: client.IIN,
    resident: client.RESIDENT_BOOL === 1,
    surname: client.Last_Name,
    name: client.First_Name,
    patronymic: patronymicOf(client.Middle_Name),
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

/** Their names of a name. */
const wireNames = {
  surname: 'Last_Name',
  name: 'First_Name',
  patronymic: 'Middle_Name',
} as const satisfies Names
const namesToWire = (names: Names): Wire =>
  Object.fromEntries(nameKeys.map((key) => [wireNames[key], names[key]]))

const toWire = (person: PersonToSave, ids: EsbdIds): Wire => ({
  IIN: person.iin,
  ...namesToWire(person),
  Natural_Person_Bool: 1,
  RESIDENT_BOOL: person.resident ? 1 : 0,
  Born: toWireDate(person.birthDate),
  ...(person.sex ? { Sex_ID: sexIds[person.sex] } : {}),
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

type PeopleVerbs = Pick<
  InsuranceDatabase,
  'findPerson' | 'clientById' | 'savePerson' | 'bonusMalus'
>

type Of = { turn: Turn; classes: Classes; ids: EsbdIds; orNothing: Nothing }

/** Clients and their classes. */
export function people({ turn, classes, ids, orNothing }: Of): PeopleVerbs {
  // The whole record behind a found person, for the lifetime of that answer.
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
      // Writing the same record to the same id is idempotent; query first whether it exists by now.
      const saved = await unlessEnded(
        () => write(base),
        async () => write(await find(call, person.iin)),
      )
      if (saved.ID <= 0 || (base && saved.ID !== base.ID))
        throw unreadable('SetClient', new Unfit('ID is another one'))
      if (saved.IIN !== person.iin) throw unreadable('SetClient', new Unfit('IIN is another one'))
      // A document is a row of its own: written if they lack it, and after a session that ended in
      // between only if they still lack it.
      const writeDocument = async (
        of: Document,
        theirs: ReturnType<typeof documentsOf>,
      ): Promise<void> => {
        if ((await theirs).some((one) => isSame(one, of, ids))) return
        const aClientDocuments = documentOf(saved.ID, of, ids)
        await call('SetClientDocuments', { aClientDocuments }, replies.ClientDocument)
      }
      if (document)
        await unlessEnded(
          () => writeDocument(document, documents),
          () => writeDocument(document, documentsOf(call, saved.ID, orNothing)),
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
