import { z } from 'zod'
import { buildXml, orNothing, parseXml } from '../shep-xml.ts'

/**
 * Access to personal data (КДП): the state asks the person by SMS from 1414, whether this company
 * may ask for their data. By the credit bureau's gateway, as the registers of persons, licences and
 * cars.
 *
 * Evidence:
 * - wiki.gkb.kz «Контроль доступа к персональным данным» (7 revisions, newest of 11 Jan 2024):
 *   `PersonalDataAccessControlImplService`, method `getPersonDataAccessControl`, basic
 *   authentication of the organisation and `userId` in the SOAP header; `access_name` is the key of
 *   the service the token is for, several by `; `; the answer is `sendMessageResponse` of `ns/kdp`,
 *   its data `status`, `code`, `public-key`;
 * - RavilSKHalyk/APIDocNew `soapRequest.java` (`getKeysFromGBD`), `KeyDataRequest.java`: the whole
 *   request, children without a namespace: requestNumber, uin, company, company_bin,
 *   company_responsible, employee_name, access_name, personal_data_name, expiresIn, omit-sms;
 * - public .NET set «Service.DATA» (`ResponseModel/KDP_Service`): `sendMessageResponse/response`,
 *   `responseInfo` with an empty `status`, `responseData/data` with the three fields; public Python
 *   adapter: the same, white space in `code` and `public-key` to be taken out;
 * - docs-beta.brainysoft.ru «Согласие на обработку данных» (a bureau's connection): the states
 *   pending, valid, invalid, timeout, not_found, error; a repeat returns the existing process, or
 *   begins one if there is none;
 * - `expiresIn` is in milliseconds: 600000, 300000 (the Halyk client), 132000000 (the Python
 *   adapter).
 *
 * There is no operation that checks a code typed by the person, and none that only returns a state:
 * we had invented both.
 * Guess: `requestNumber` names a process: a repeat with the same number returns its state and sends
 * no second SMS. There is no setting for it; if the guess is wrong, a second SMS arrives
 * (docs/go-live.md).
 * Guess: `omit-sms` true: the company has identified the person itself, and no SMS is sent. Setting
 * KDP_OMIT_SMS.
 * Guess [A]: `expiresIn` is a 32-bit number of milliseconds, so we hold a token for 24 days.
 * Guess: the states' letters may be of any case (we read them without it).
 */
export const KDP_PATH = '/gkb/gbdServices/PersonalDataAccessControlImplService'
export const KDP_SERVICE = 'PersonalDataAccessControlImplService'
export const KDP_METHOD = 'getPersonDataAccessControl'
export type Operation = typeof KDP_METHOD
export const KDP_NAMESPACE = 'http://service.2fa-chain.kz/ns/kdp'
const GBD_NAMESPACE = 'http://data.gbd.chdb.scb.kz/'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
export const LONGEST_EXPIRES_IN = 2 ** 31 - 1
/** How long we request and store a consent's token, ms. */
export const TOKEN_MS = 24 * 86_400_000

/** Access to the register of natural persons (every public client has GBDFLUniversal_token). */
export const PERSON_ACCESS = 'GBDFLUniversal_token'

const needed = z.string().trim().min(1)
export const KdpAsk = z.object({
  requestNumber: needed,
  /** IIN. */
  uin: z.string().regex(/^\d{12}$/),
  company: needed,
  company_bin: z.string().regex(/^\d{12}$/),
  company_responsible: needed,
  employee_name: needed,
  /** The services whose data are wanted, by `;`. */
  access_name: needed,
  /** What the person agrees to, in the SMS. */
  personal_data_name: needed,
  expiresIn: z
    .string()
    .regex(/^\d+$/)
    .refine((text) => Number(text) > 0 && Number(text) <= LONGEST_EXPIRES_IN),
  'omit-sms': z.enum(['true', 'false']),
})
export type KdpFields = z.infer<typeof KdpAsk>

export const theirStates = ['pending', 'valid', 'invalid', 'timeout', 'not_found', 'error'] as const
export type TheirState = (typeof theirStates)[number]

const Request = z.object({
  Envelope: z.object({
    Header: z.object({ userId: z.string().min(1) }),
    Body: z.object({ [KDP_METHOD]: KdpAsk }),
  }),
})
const State = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(theirStates))
/** Written in lines by their side. */
const Key = orNothing(z.string().transform((text) => text.replace(/\s+/g, '')))
const SendMessageResponse = z.object({
  response: z.object({
    // Their own sample has an empty status; a code that is there decides.
    responseInfo: orNothing(
      z.object({ status: orNothing(z.object({ code: orNothing(z.string()) })) }),
    ),
    responseData: orNothing(
      z.object({ data: z.object({ status: State, code: Key, 'public-key': Key }) }),
    ),
  }),
})
const inReturn = z.object({ return: z.object({ sendMessageResponse: SendMessageResponse }) })
/** The answer's root: within the method's response, or alone, as ШЭП itself gives it. */
const Reply = z.object({
  Envelope: z.object({
    Body: z.union([
      z.object({ sendMessageResponse: SendMessageResponse }),
      z.object({ [`${KDP_METHOD}Response`]: inReturn }),
    ]),
  }),
})

export const kdpRequest = (userId: string, fields: KdpFields): string =>
  buildXml({
    'soapenv:Envelope': {
      '@xmlns:soapenv': SOAP,
      '@xmlns:data': GBD_NAMESPACE,
      'soapenv:Header': { userId },
      'soapenv:Body': { [`data:${KDP_METHOD}`]: fields },
    },
  })

/** Throws when the text is not such a request. */
export const readKdpRequest = (text: string): KdpFields =>
  Request.parse(parseXml(text)).Envelope.Body[KDP_METHOD]

/** Their side: the answer; without data for a status that is not success. */
export const kdpReply = (
  info: { messageId: string; responseDate: string; status?: { code: string; message: string } },
  data?: { status: string; code?: string; 'public-key'?: string },
): string =>
  buildXml({
    'soap:Envelope': {
      '@xmlns:soap': SOAP,
      'soap:Body': {
        [`ns2:${KDP_METHOD}Response`]: {
          '@xmlns:ns2': GBD_NAMESPACE,
          return: {
            'ns3:sendMessageResponse': {
              '@xmlns:ns3': KDP_NAMESPACE,
              'ns3:response': {
                'ns3:responseInfo': {
                  'ns3:messageId': info.messageId,
                  'ns3:responseDate': info.responseDate,
                  'ns3:status': info.status
                    ? { 'ns3:code': info.status.code, 'ns3:message': info.status.message }
                    : '',
                },
                ...(data
                  ? {
                      'ns3:responseData': {
                        'ns3:data': Object.fromEntries(
                          Object.entries(data).map(([name, text]) => [`ns3:${name}`, text]),
                        ),
                      },
                    }
                  : {}),
              },
            },
          },
        },
      },
    },
  })

/**
 * Returns the reply's content, under either root. Throws for any other text (also a SOAP Fault).
 */
export function readKdpReply(text: string) {
  const body = Reply.parse(parseXml(text)).Envelope.Body
  const said =
    'sendMessageResponse' in body
      ? body.sendMessageResponse
      : inReturn.parse(body[`${KDP_METHOD}Response`]).return.sendMessageResponse
  const { responseInfo, responseData } = said.response
  return { code: responseInfo?.status?.code ?? null, data: responseData?.data ?? null }
}
