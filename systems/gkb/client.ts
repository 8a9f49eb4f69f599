import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import type { PersonDocument } from '#domain/documents-verdict.ts'
import { type Send, Unavailable } from '../http.ts'
import { SHEP_SUCCESS, type ShepConfig, shepChannel } from '../shep.ts'
import {
  ALIVE,
  benefitGroups,
  documentTypes,
  FOUND,
  NOT_FOUND,
  personRequest,
  type RegisterDocument,
  type RegisterPerson,
  readPersonReply,
  SOCIAL_SERVICE,
  SOCIAL_TYPE,
  SocialReply,
  VALID,
} from './protocol.ts'

export type RegisteredPerson = {
  iin: string
  surname: string
  name: string
  /** Empty where the person has none. */
  patronymic: string
  birthDate: Day
  sex: 'male' | 'female'
  /** ISO 3166 numeric: '398' is Kazakhstan; null when the register has none. Citizenship is not residence. */
  citizenship: string | null
  alive: boolean
  documents: PersonDocument[]
  /** Sixteen digits of the address register. */
  addressCode: string | null
}
export type PersonRegister = {
  /** The person of the state register of natural persons; null when it knows no such IIN. Throws `Unavailable`. */
  person(iin: string): Promise<RegisteredPerson | null>
  /**
   * Groups of the social register; `benefit` is true when one of them gives the OGPO privilege. Throws `Unavailable`: the caller then
   * offers to go on without the benefit or to repeat, never takes it for a no.
   */
  socialStatus(iin: string): Promise<{ benefit: boolean; groups: string[] }>
}
export type GkbConfig = {
  /** Address of PersonDetailsImplService, HTTP login and password, and the user id of the SOAP header. */
  person: { address: string; login: string; password: string; userId: string }
  social: ShepConfig & { serviceId?: string; benefitGroups?: readonly string[] }
}

export function gkb(config: GkbConfig, send: Send): PersonRegister {
  const shep = shepChannel('gkb', config.social, send)
  const gives = new Set(config.social.benefitGroups ?? benefitGroups)

  return {
    person: async (iin) => {
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
        body: personRequest(userId, iin),
        safe: true,
      })
      const { responseInfo, responseData } = readable(reply.text)
      if (responseInfo.status.code !== SHEP_SUCCESS) throw unavailable(`status ${responseInfo.status.code.slice(0, 20)}`)
      if (!responseData) throw unavailable('unreadable reply')
      const { messageResult, persons } = responseData.data
      if (messageResult.code === NOT_FOUND) return null
      if (messageResult.code !== FOUND) throw unavailable(`result ${messageResult.code.slice(0, 20)}`)
      const person = persons?.person[0]
      if (!person) return null
      if (person.iin !== iin) throw unavailable('another person answered')
      return ours(person)
    },
    socialStatus: async (iin) => {
      const serviceId = config.social.serviceId ?? SOCIAL_SERVICE
      const requestId = randomUUID()
      const data = { ...SOCIAL_TYPE, fields: { requestId, iin } }
      const reply = await shep({ serviceId, data, reply: SocialReply, safe: true, key: requestId })
      if (reply.iin !== iin || reply.requestId !== requestId) throw new Unavailable('gkb', serviceId, 'another person answered')
      const groups = reply.groups.group
      return { benefit: groups.some((group) => gives.has(group)), groups }
    },
  }
}

const unavailable = (reason: string) => new Unavailable('gkb', 'getPerson', reason)

function readable(text: string) {
  try {
    return readPersonReply(text)
  } catch {
    throw unavailable('unreadable reply')
  }
}

const ours = (person: z.infer<typeof RegisterPerson>): RegisteredPerson => ({
  iin: person.iin,
  surname: person.surname,
  name: person.name,
  patronymic: person.patronymic ?? '',
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
