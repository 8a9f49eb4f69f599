import { birthDateOf } from '#domain/iin.ts'
import { Unfit } from './codec.ts'
import { documentTypeIds } from './dictionaries.ts'
import type { EsbdIds } from './guesses.ts'
import type { EsbdPerson, PersonDocumentType, PersonToSave } from './port.ts'
import { fromWireDate, type WireClient } from './replies.ts'
import { unreadable } from './wire.ts'

export type Document = NonNullable<PersonToSave['document']>

export const documentTypeId = (type: PersonDocumentType, ids: EsbdIds): number =>
  type === 'FOREIGN_PASSPORT' ? ids.FOREIGN_PASSPORT : documentTypeIds[type]

export function personOf(client: WireClient, ids: EsbdIds): EsbdPerson {
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
