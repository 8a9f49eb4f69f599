import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import type { PersonDocument } from '#domain/documents-verdict.ts'
import { type Names, patronymicOf } from '#domain/person.ts'
import { ConsentRefused, consentFields, type PersonConsent } from '../consent.ts'
import { statusMeaning } from '../gbd-status.ts'
import { type Send, Unavailable } from '../http.ts'
import { SHEP_SUCCESS, type ShepConfig, shepChannel } from '../shep.ts'
import {
  ALIVE,
  documentTypes,
  FOUND,
  NO_PERSON,
  personRequest,
  privilegeGroups,
  type RegisterDocument,
  type RegisterPerson,
  readPersonReply,
  SOCIAL_SERVICE,
  SOCIAL_TYPE,
  SocialReply,
  VALID,
} from './protocol.ts'

export type RegisteredPerson = Names & {
  iin: string
  birthDate: Day
  sex: 'male' | 'female'
  /**
   * ISO 3166 numeric: '398' is Kazakhstan; null when the register has none. Citizenship is not
   * residence.
   */
  citizenship: string | null
  alive: boolean
  documents: PersonDocument[]
  /** Sixteen digits of the address register. */
  addressCode: string | null
}
export type PersonRegister = {
  /**
   * The person of the state register of natural persons; null when it knows no such IIN. Throws
   * `Unavailable`, and `ConsentRefused` of it when the register takes the consent for none.
   */
  person(iin: string, consent: PersonConsent): Promise<RegisteredPerson | null>
  /**
   * Groups of the social register; `benefit` is true when one of them gives the OGPO privilege.
   * Throws `Unavailable`: the caller then offers to go on without the benefit or to repeat, never
   * takes it for a no.
   */
  socialStatus(
    iin: string,
    consent: PersonConsent,
  ): Promise<{ privilege: boolean; groups: string[] }>
}
export type GkbConfig = {
  /**
   * Address of PersonDetailsImplService, HTTP login and password, and the user id of the SOAP
   * header.
   */
  person: { address: string; login: string; password: string; userId: string }
  social: ShepConfig
}

export function gkb(config: GkbConfig, send: Send): PersonRegister {
  const shep = shepChannel('gkb', config.social, send)
  const gives = new Set(privilegeGroups)
  const noPerson: readonly string[] = NO_PERSON

  return {
    person: async (iin, consent) => {
      const { address, login, password, userId } = config.person
      const reply = await send({
        operation: 'getPerson',
        method: 'POST',
        url: address,
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          soapaction: '""',
          authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
        },
        body: personRequest(userId, iin, consentFields(consent)),
        safe: true,
      })
      const read = readPersonReply(reply.text)
      if ('problem' in read)
        throw unavailable(
          reply.status === 200 || reply.status === 500 ? read.problem : `HTTP ${reply.status}`,
        )
      const { status, result, persons } = read
      if (noPerson.includes(status)) return null
      if (status !== SHEP_SUCCESS) throw refused(status)
      if (result === null) throw unavailable('messageResult.code is missing')
      if (noPerson.includes(result)) return null
      if (result !== FOUND) throw refused(result)
      const [person, ...others] = persons
      // It reports success: no person is then no answer, and of two we cannot know which.
      if (!person) throw unavailable('persons.person is missing')
      if (others.length > 0) throw unavailable('more than one person answered')
      if (person.iin !== iin) throw unavailable('another person answered')
      return ours(person)
    },
    socialStatus: async (iin, consent) => {
      const serviceId = SOCIAL_SERVICE
      const requestId = randomUUID()
      const data = {
        ...SOCIAL_TYPE,
        fields: { requestId, iin, ...consentFields(consent) },
      }
      const reply = await shep({ serviceId, data, reply: SocialReply, safe: true, key: requestId })
      if (reply.iin !== iin || reply.requestId !== requestId)
        throw new Unavailable('gkb', serviceId, 'another person answered')
      const groups = reply.groups.group
      return { privilege: groups.some((group) => gives.has(group)), groups }
    },
  }
}

const unavailable = (reason: string) => new Unavailable('gkb', 'getPerson', reason)

function refused(code: string): Unavailable {
  const { side, words } = statusMeaning(code)
  if (side === 'consent') return new ConsentRefused('gkb', 'getPerson', words)
  return new Unavailable('gkb', 'getPerson', words, true, { isFailure: side !== 'person' })
}

const ours = (person: z.infer<typeof RegisterPerson>): RegisteredPerson => ({
  iin: person.iin,
  surname: person.surname,
  name: person.name,
  patronymic: patronymicOf(person.patronymic ?? ''),
  birthDate: person.birthDate,
  sex: person.gender.code === '1' ? 'male' : 'female',
  citizenship: person.citizenship?.code ?? null,
  alive: person.lifeStatus.code === ALIVE,
  documents: person.documents.document.map(ourDocument),
  addressCode: person.regAddress?.arCode ?? null,
})

const typesByCode = new Map<string, PersonDocument['type']>(Object.entries(documentTypes))

const ourDocument = (document: z.infer<typeof RegisterDocument>): PersonDocument => ({
  type: typesByCode.get(document.type.code) ?? 'OTHER',
  number: document.number,
  issueDate: document.beginDate ?? null,
  validTo: document.endDate ?? null,
  issuer: document.issueOrganization?.nameKz ?? document.issueOrganization?.nameRu ?? '',
  valid: document.status.code === VALID,
})
