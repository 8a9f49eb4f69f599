import { createHash, randomUUID } from 'node:crypto'
import { addMonths, almatyDay, type Day, fullYears } from '#domain/calendar.ts'
import { consentProblem } from '../consent-sandbox.ts'
import {
  type Document,
  type Person,
  type SandboxRoute,
  type SandboxSystem,
  type World,
  xml,
} from '../sandbox-kit.ts'
import { SHEP_SUCCESS } from '../shep.ts'
import { shepRoute } from '../shep-sandbox.ts'
import type { XmlValue } from '../shep-xml.ts'
import {
  ALIVE,
  documentTypes,
  FOUND,
  PERSON_ACCESS,
  PERSON_PATH,
  personReply,
  readPersonRequest,
  SOCIAL_SERVICE,
  SocialRequest,
  VALID,
} from './protocol.ts'

/**
 * The credit bureau's gateway: the register of persons and, on the state gateway, social status.
 */
export const gkbSandbox = (world: World): SandboxSystem => ({
  system: 'gkb',
  routes: [
    personRoute(world),
    shepRoute(world, '/shep/social', {
      [SOCIAL_SERVICE]: {
        iin: (data) => SocialRequest.parse(data).iin,
        key: (data) => ({ requestId: SocialRequest.parse(data).requestId }),
        answer: (data) => {
          const { requestId, iin, ...fields } = SocialRequest.parse(data)
          if (consentProblem(world, { iin, access: null, fields })) throw new Error('no consent')
          const person = world.people.get(iin)
          return {
            requestId,
            iin,
            groups: { group: person?.benefit ? [groupOf(person, almatyDay(world.now()))] : [] },
          }
        },
      },
    }),
  ],
})

function personRoute(world: World): SandboxRoute {
  const asked = (body: string) => {
    try {
      return readPersonRequest(body)
    } catch {
      return null
    }
  }
  const info = (code: string, message: string) => ({
    messageId: randomUUID(),
    responseDate: world.now().toISOString(),
    status: { code, message },
  })
  return {
    method: 'POST',
    path: PERSON_PATH,
    operation: 'getPerson',
    iin: ({ body }) => asked(body)?.iin,
    error: () => xml(personReply(info('FAULT-015', 'Service execution error'))),
    handle: ({ body, headers }) => {
      if (!headers.authorization?.startsWith('Basic ')) return { status: 401, body: '' }
      const request = asked(body)
      if (request === null) return xml(fault, 500)
      const { iin, ...fields } = request
      if (!/^\d{12}$/.test(iin)) return xml(personReply(info('VAL-R-004', 'iin')))
      // Without a person's consent it gives no data of them, not even that they exist.
      const problem = consentProblem(world, { iin, access: PERSON_ACCESS, fields })
      if (problem) return xml(personReply(info('SBF-AD-1', `consent: ${problem}`)))
      const person = world.people.get(iin)
      if (!person) return xml(personReply(info('SCSE001', 'Данные не найдены')))
      const data = {
        messageResult: { code: FOUND, nameRu: 'Сообщение успешно обработано' },
        persons: { person: theirs(person, almatyDay(world.now())) },
      }
      return xml(personReply(info(SHEP_SUCCESS, 'Message has been processed successfully'), data))
    },
  }
}

const fault =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>Unmarshalling Error</faultstring></soap:Fault></soap:Body></soap:Envelope>'

const theirs = (person: Person, today: Day): { [name: string]: XmlValue } => ({
  iin: person.iin,
  surname: person.surname,
  name: person.name,
  patronymic: person.patronymic,
  birthDate: person.birthDate,
  gender: { code: Number(person.iin[6]) % 2 === 1 ? '1' : '2' },
  citizenship: { code: person.resident ? '398' : '643' },
  lifeStatus: { code: ALIVE, nameRu: 'Нормальный', nameKz: 'Қалыпты' },
  regAddress: { country: { code: '398' }, arCode: addressCodeOf(person.iin) },
  documents: {
    document: person.documents.map((document, at) => theirDocument(document, at, today)),
  },
})

const codes = Object.fromEntries(Object.entries(documentTypes).map(([code, type]) => [type, code]))

/**
 * Documents live ten years; a valid one whose ten years are over counts as renewed under the same
 * number.
 */
function theirDocument(document: Document, at: number, today: Day): { [name: string]: XmlValue } {
  let endDate = addMonths(document.issueDate, 120)
  while (document.valid && endDate < today) endDate = addMonths(endDate, 120)
  return {
    type: { code: codes[document.type] ?? '999' },
    number: document.number,
    beginDate: document.issueDate,
    endDate,
    issueOrganization: {
      code: '002',
      nameRu: 'МИНИСТЕРСТВО ВНУТРЕННИХ ДЕЛ РК',
      nameKz: 'ҚР ІШКІ ІСТЕР МИНИСТРЛІГІ',
    },
    status: { code: document.valid ? VALID : at % 2 === 0 ? '17' : '07' },
  }
}

const groupOf = (person: Person, today: Day): string =>
  fullYears(person.birthDate, today) >= 60 ? 'PENSIONER' : 'DISABILITY_2'

/** An invented code in the form of the address register: 16 digits, stable for a person. */
export function addressCodeOf(iin: string): string {
  const hash = Number.parseInt(createHash('sha256').update(iin).digest('hex').slice(0, 8), 16)
  const building = (hash % 50) * 4 + 1 + (hash % 3)
  // One of the flats of the address register's sandbox.
  return `02${String(building).padStart(4, '0')}${String(1 + (hash % 4)).padStart(4, '0')}000000`
}
