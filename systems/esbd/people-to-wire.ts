import { type Names, nameKeys } from '#domain/person.ts'
import type { Wire } from './codec.ts'
import { sexIds } from './dictionaries.ts'
import type { EsbdIds } from './guesses.ts'
import { type Document, documentTypeId } from './people-wire.ts'
import type { PersonToSave } from './port.ts'
import { toWireDate } from './replies.ts'

/** Their names of a name. */
const wireNames = {
  surname: 'Last_Name',
  name: 'First_Name',
  patronymic: 'Middle_Name',
} as const satisfies Names
const namesToWire = (names: Names): Wire =>
  Object.fromEntries(nameKeys.map((key) => [wireNames[key], names[key]]))

export const toWire = (person: PersonToSave, ids: EsbdIds): Wire => ({
  IIN: person.iin,
  ...namesToWire(person),
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

export const documentOf = (clientId: number, document: Document, ids: EsbdIds): Wire => ({
  CLIENT_ID: clientId,
  DOCUMENT_TYPE_ID: documentTypeId(document.type, ids),
  DOCUMENT_NUM: document.number,
  DTISSUED: toWireDate(document.issueDate),
  ...(document.validTo ? { DTEXPIRY: toWireDate(document.validTo) } : {}),
})
