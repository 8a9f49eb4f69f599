import { z } from 'zod'
import { buildXml, listOf, orNothing, parseXml, type XmlValue } from '../shep.ts'

/** `getPerson` of the credit bureau's gateway to the register of natural persons (external-systems.md 2a). */
export const PERSON_PATH = '/gkb/gbdServices/PersonDetailsImplService'
export const PERSON_NAMESPACE = 'http://data.gbd.chdb.scb.kz/'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** Message result of the register itself: `00000` answered, `404` no such person (the latter as a sibling service does). */
export const FOUND = '00000'
export const NOT_FOUND = '404'

/** Codes of the register. */
export const documentTypes = { '001': 'PASSPORT', '002': 'ID_CARD', '015': 'FOREIGN_PASSPORT' } as const
/** 07 unfit for further use, 17 replaced by a new one, 18 the record was changed: all but 00 are not valid. */
export const VALID = '00'
export const ALIVE = '0'

const Coded = z.object({ code: z.string() })
const Named = z.object({ code: z.string().optional(), nameRu: z.string().optional(), nameKz: z.string().optional() })
/** Some dates come with a time zone or a time. */
const RegisterDay = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date())

export const RegisterDocument = z.object({
  type: Coded,
  number: z.string(),
  beginDate: orNothing(RegisterDay),
  endDate: orNothing(RegisterDay),
  issueOrganization: orNothing(Named),
  status: Coded,
})
export const RegisterPerson = z.object({
  iin: z.string().regex(/^\d{12}$/),
  surname: z.string(),
  name: z.string(),
  patronymic: orNothing(z.string()),
  birthDate: RegisterDay,
  gender: z.object({ code: z.enum(['1', '2']) }),
  citizenship: orNothing(Coded),
  lifeStatus: Coded,
  regAddress: orNothing(z.object({ arCode: orNothing(z.string()) })),
  documents: z.preprocess((value) => (value === '' || value === undefined ? {} : value), z.object({ document: listOf(RegisterDocument) })),
})
const Reply = z.object({
  Envelope: z.object({
    Body: z.object({
      getPersonResponse: z.object({
        return: z.object({
          Person: z.object({
            responseInfo: z.object({ status: z.object({ code: z.string(), message: z.string().optional() }) }),
            responseData: orNothing(
              z.object({ data: z.object({ messageResult: Coded, persons: orNothing(z.object({ person: listOf(RegisterPerson) })) }) }),
            ),
          }),
        }),
      }),
    }),
  }),
})
const Request = z.object({
  Envelope: z.object({
    Header: z.object({ userId: z.string().min(1) }),
    Body: z.object({ getPerson: z.object({ iin: z.string(), consentConfirmed: z.literal('true') }) }),
  }),
})

export const personRequest = (userId: string, iin: string): string =>
  buildXml({
    'soapenv:Envelope': {
      '@xmlns:soapenv': SOAP,
      '@xmlns:data': PERSON_NAMESPACE,
      'soapenv:Header': { userId },
      'soapenv:Body': { 'data:getPerson': { iin, consentConfirmed: true } },
    },
  })

/** Throws when the text is not such a request, or the person's consent is not confirmed in it. */
export const readPersonRequest = (text: string) => Request.parse(parseXml(text)).Envelope.Body.getPerson

/** The whole answer; `data` is left out for a transport status that is not success. */
export const personReply = (
  info: { messageId: string; responseDate: string; status: { code: string; message: string } },
  data?: { [name: string]: XmlValue },
): string =>
  buildXml({
    'soap:Envelope': {
      '@xmlns:soap': SOAP,
      'soap:Body': {
        'ns2:getPersonResponse': {
          '@xmlns:ns2': PERSON_NAMESPACE,
          '@xmlns:ns3': 'http://gbd.chdb.scb.kz/xml/person',
          return: { 'ns3:Person': { responseInfo: info, ...(data ? { responseData: { data } } : {}) } },
        },
      },
    },
  })

/** Throws when the text is not such a reply (a SOAP Fault neither). */
export const readPersonReply = (text: string) => Reply.parse(parseXml(text)).Envelope.Body.getPersonResponse.return.Person

/** Social status: a service of the labour ministry on the state gateway. Request fields are seen, the reply's are assumed (2d). */
export const SOCIAL_SERVICE = 'RDBService_STATUS'
export const SOCIAL_TYPE = { type: 'statusRequest', namespace: 'http://rdb.enbek.gov.kz/ns/status' }
export const SocialRequest = z.object({ requestId: z.string(), iin: z.string() })
export const SocialReply = z.object({
  requestId: z.string(),
  iin: z.string(),
  groups: z.preprocess((value) => (value === '' || value === undefined ? {} : value), z.object({ group: listOf(z.string()) })),
})
/** Groups that give the OGPO privilege: war veterans and equals, veterans of combat abroad, disability I–II, pensioners (ogpo-rules.md). */
export const benefitGroups = ['WAR_VETERAN', 'WAR_VETERAN_EQUAL', 'COMBAT_VETERAN', 'DISABILITY_1', 'DISABILITY_2', 'PENSIONER']
