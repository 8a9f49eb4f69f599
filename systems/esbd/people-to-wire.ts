import type { Wire } from './codec.ts'
import { sexIds } from './dictionaries.ts'
import type { EsbdIds } from './guesses.ts'
import { type Document, documentTypeId } from './people-wire.ts'
import type { PersonToSave } from './port.ts'
import { toWireDate } from './replies.ts'

export const toWire = (person: PersonToSave, ids: EsbdIds): Wire => ({
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

export const documentOf = (clientId: number, document: Document, ids: EsbdIds): Wire => ({
  CLIENT_ID: clientId,
  DOCUMENT_TYPE_ID: documentTypeId(document.type, ids),
  DOCUMENT_NUM: document.number,
  DTISSUED: toWireDate(document.issueDate),
  ...(document.validTo ? { DTEXPIRY: toWireDate(document.validTo) } : {}),
})
