import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import type { EsbdPerson, InsuranceDatabase, PersonDocumentType, PersonToSave } from './client.ts'
import type { Wire } from './codec.ts'
import { documentTypeIds, sexIds } from './dictionaries.ts'
import { fromWireDate, replies, toWireDate, type WireClient } from './replies.ts'
import type { Call, Turn } from './sessions.ts'
import { unreadable } from './wire.ts'

type PeopleVerbs = Pick<InsuranceDatabase, 'findPerson' | 'clientById' | 'savePerson' | 'bonusMalus'>

/** Clients and their classes. */
export function people(turn: Turn, classes: Classes): PeopleVerbs {
  // The whole record behind a person that was found, as long as somebody holds that answer.
  const records = new WeakMap<EsbdPerson, WireClient>()
  const found = (client: WireClient | null): EsbdPerson | null => {
    const person = personOf(client)
    if (person && client) records.set(person, client)
    return person
  }
  return {
    findPerson: async (iin) => found(await find(turn(), iin)),
    clientById: async (clientId) => personOf(await turn()('GetClientByID', { aID: clientId }, replies.Client.nullable())),

    async savePerson(person, known) {
      const call = turn()
      // SetClient overwrites the whole record, so the known one is the base and keeps its id.
      const base = (known && records.get(known)) ?? (await find(call, person.iin))
      const saved = await call('SetClient', { aClient: { ...base, ...toWire(person) } }, replies.Client)
      if (saved.ID <= 0) throw unreadable('SetClient')
      if (person.document)
        await call('SetClientDocuments', { aCLIENT_DOCUMENTS: documentOf(saved.ID, person.document) }, replies.ClientDocument)
      return { clientId: saved.ID }
    },

    async bonusMalus(clientId, on) {
      const call = turn()
      const id = await classId(call, clientId, on)
      return id === 0 ? { kind: 'FIRST', class: '3' } : { kind: 'CLASS', class: await classes.textOf(call, id) }
    },
  }
}

const classId = (call: Call, clientId: number, on: Day): Promise<number> =>
  call('GetClassId', { aClientId: clientId, aDate: toWireDate(on), aTFId: 0 }, z.int().nonnegative())

export type Classes = {
  textOf(call: Call, id: number): Promise<string>
  /** The id of a class for a policy: 0 where there is none. */
  idFor(call: Call, driver: { clientId: number; classCode: string | null }, on: Day): Promise<number>
}

/** The id of a class is not its number: `GetClassText` tells, and what was told once is kept. */
export function classBook(): Classes {
  const texts = new Map<number, string>()
  const textOf = async (call: Call, id: number) => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const text = (await call('GetClassText', { aClassId: id }, z.string().min(1))).trim().toUpperCase()
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
async function find(call: Call, iin: string): Promise<WireClient | null> {
  for (const resident of [1, 0]) {
    const filter = { IIN: iin, Natural_Person_Bool: 1, RESIDENT_BOOL: resident }
    const found = await call('GetClientsByKeyFields', { aClient: filter }, z.array(replies.Client))
    const exact = found.filter((client) => client.IIN === iin)
    if (exact.length > 0) return exact.find((client) => client.verify_bool === 1) ?? exact[0] ?? null
  }
  return null
}

function personOf(client: WireClient | null): EsbdPerson | null {
  if (!client) return null
  const birthDate = fromWireDate(client.Born)
  if (!birthDate) throw unreadable('GetClientsByKeyFields')
  return {
    clientId: client.ID,
    iin: client.IIN,
    resident: client.RESIDENT_BOOL === 1,
    surname: client.Last_Name,
    name: client.First_Name,
    patronymic: client.Middle_Name,
    birthDate,
    document: paperOf(client),
    verified: client.verify_bool === 1,
  }
}

function paperOf(client: WireClient): EsbdPerson['document'] {
  const types: PersonDocumentType[] = ['ID_CARD', 'PASSPORT', 'RESIDENCE_PERMIT', 'FOREIGN_PASSPORT']
  const type = types.find((name) => documentTypeIds[name] === client.DOCUMENT_TYPE_ID)
  if (!type || client.DOCUMENT_NUMBER === '') return null
  return { type, number: client.DOCUMENT_NUMBER, issueDate: fromWireDate(client.DOCUMENT_GIVED_DATE) }
}

const toWire = (person: PersonToSave): Wire => ({
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
        DOCUMENT_TYPE_ID: documentTypeIds[person.document.type],
        DOCUMENT_NUMBER: person.document.number,
        DOCUMENT_GIVED_DATE: toWireDate(person.document.issueDate),
        ...(person.document.issuer ? { DOCUMENT_GIVED_BY: person.document.issuer } : {}),
      }
    : {}),
})

const documentOf = (clientId: number, document: NonNullable<PersonToSave['document']>): Wire => ({
  CLIENT_ID: clientId,
  DOCUMENT_TYPE_ID: documentTypeIds[document.type],
  DOCUMENT_NUM: document.number,
  DTISSUED: toWireDate(document.issueDate),
  ...(document.validTo ? { DTEXPIRY: toWireDate(document.validTo) } : {}),
})
