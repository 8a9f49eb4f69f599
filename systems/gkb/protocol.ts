import { z } from 'zod'
import { buildXml, listOf, orNothing, parseXml, type XmlValue } from '../shep-xml.ts'

/**
 * `getPerson` of the credit bureau's gateway to the register of natural persons.
 *
 * Evidence:
 * - wiki.gkb.kz «Физические лица» and a published request with its reply of 2023: addresses, basic
 *   authentication, `userId` in the SOAP header, `iin`, `consentConfirmed`, the whole envelope of
 *   the reply;
 * - public readers of the reply: the names of its fields; `SCSE001` read as "no person" by a public
 *   .NET client (`GBDFLLogic.Parse`) and as one of six failures by a public Node one;
 *   ../gbd-status.ts distinguishes the other five;
 * - `404` as "nothing found": a bank's public service of the same channel (`gbdul_report_3007`).
 * The reply is signed by GOST algorithms, which Node's OpenSSL cannot check: read without.
 * Guess: `SCSE001` is "no such person". [A]
 * Guess: the person's consent goes as two more children, after `consentConfirmed` (../consent.ts).
 */
export const PERSON_PATH = '/gkb/gbdServices/PersonDetailsImplService'
/** The service's name in a consent. */
export const PERSON_ACCESS = 'GBDFLUniversal_token'
export const PERSON_NAMESPACE = 'http://data.gbd.chdb.scb.kz/'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** Message result of the register itself. */
export const FOUND = '00000'
/** In the status or the message result: no person has this IIN. */
export const NO_PERSON = ['404', 'SCSE001'] as const

/** Codes of the register. */
export const documentTypes = {
  '001': 'PASSPORT',
  '002': 'ID_CARD',
  '015': 'FOREIGN_PASSPORT',
} as const
/**
 * 07 unfit for further use, 17 replaced by a new one, 18 the record was changed: all but 00 are not
 * valid.
 */
export const VALID = '00'
export const ALIVE = '0'

const Coded = z.object({ code: z.string() })
const Named = z.object({
  code: z.string().optional(),
  nameRu: z.string().optional(),
  nameKz: z.string().optional(),
})
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
  documents: z.preprocess(
    (value) => (value === '' || value === undefined ? {} : value),
    z.object({ document: listOf(RegisterDocument) }),
  ),
})
const Person = z.object({
  responseInfo: z.object({
    status: z.object({ code: z.string().min(1), message: z.string().optional() }),
  }),
  responseData: orNothing(
    z.object({
      data: z.object({
        messageResult: orNothing(Coded),
        persons: orNothing(z.object({ person: listOf(RegisterPerson) })),
      }),
    }),
  ),
})
const Reply = z.object({
  Envelope: z.object({
    Body: z.object({ getPersonResponse: z.object({ return: z.object({ Person }) }) }),
  }),
})
const Request = z.object({
  Envelope: z.object({
    Header: z.object({ userId: z.string().min(1) }),
    Body: z.object({
      getPerson: z.looseObject({ iin: z.string(), consentConfirmed: z.literal('true') }),
    }),
  }),
})

export const personRequest = (
  userId: string,
  iin: string,
  consent: { [name: string]: XmlValue },
): string =>
  buildXml({
    'soapenv:Envelope': {
      '@xmlns:soapenv': SOAP,
      '@xmlns:data': PERSON_NAMESPACE,
      'soapenv:Header': { userId },
      'soapenv:Body': { 'data:getPerson': { iin, consentConfirmed: true, ...consent } },
    },
  })

/** Throws when the text is not such a request, or the person's consent is not confirmed in it. */
export const readPersonRequest = (text: string) =>
  Request.parse(parseXml(text)).Envelope.Body.getPerson

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
          return: {
            'ns3:Person': { responseInfo: info, ...(data ? { responseData: { data } } : {}) },
          },
        },
      },
    },
  })

export type PersonReply = {
  status: string
  result: string | null
  persons: z.infer<typeof RegisterPerson>[]
}

/** Returns the reply's content, or the name of the field that does not fit, never its content. */
export function readPersonReply(text: string): PersonReply | { problem: string } {
  const read = Reply.safeParse(parsed(text))
  if (!read.success) {
    const path = read.error.issues[0]?.path.filter((step) => typeof step === 'string') ?? []
    const inside = path.indexOf('Person')
    return {
      problem:
        inside < 0 || inside === path.length - 1
          ? 'unreadable reply'
          : `${path.slice(inside + 1).join('.')} does not fit`,
    }
  }
  const { responseInfo, responseData } = read.data.Envelope.Body.getPersonResponse.return.Person
  return {
    status: responseInfo.status.code,
    result: responseData?.data.messageResult?.code ?? null,
    persons: responseData?.data.persons?.person ?? [],
  }
}

function parsed(text: string): unknown {
  try {
    return parseXml(text)
  } catch {
    // The parser's words may quote the reply, which is personal data.
    return null
  }
}

/**
 * Social status: a service of the labour ministry on the state gateway. Evidence: a public .NET set
 * sends `requestId`, `iin`, `groupId` to `RDBService_STATUS`; of its reply nothing is public.
 * Guess: the data's type and namespace, the consent's two fields, the reply and the words of its
 * groups; `groupId` is not sent. [A]
 */
export const SOCIAL_SERVICE = 'RDBService_STATUS'
export const SOCIAL_TYPE = { type: 'statusRequest', namespace: 'http://rdb.enbek.gov.kz/ns/status' }
export const SocialRequest = z.looseObject({ requestId: z.string(), iin: z.string() })
export const SocialReply = z.object({
  requestId: z.string(),
  iin: z.string(),
  groups: z.preprocess(
    (value) => (value === '' || value === undefined ? {} : value),
    z.object({ group: listOf(z.string()) }),
  ),
})
/**
 * Guess: the words. Groups that give the OGPO privilege: war veterans and equals, veterans of
 * combat abroad, disability I–II, pensioners (docs/law/ogpo-rules.md section 1).
 */
export const privilegeGroups = [
  'WAR_VETERAN',
  'WAR_VETERAN_EQUAL',
  'COMBAT_VETERAN',
  'DISABILITY_1',
  'DISABILITY_2',
  'PENSIONER',
]
