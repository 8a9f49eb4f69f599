import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { almatyClock } from '#domain/calendar.ts'
import { statusMeaning } from './gbd-status.ts'
import { type Send, type SystemName, Unavailable } from './http.ts'
import { buildXml, orNothing, parseXml, type XmlValue } from './shep-xml.ts'

/**
 * The synchronous channel of the state gateway (ШЭП, SmartBridge): one `SendMessage` envelope for
 * every state service. Shared by the systems behind that gateway, so it lies beside http.ts and
 * belongs to none of them.
 *
 * Evidence:
 * - public .NET set «Service.Helpers» (KDP_SERVICE, GBDFLUniversal_token, RDBService_STATUS), a
 *   public Python adapter and the signing test of ncanode-kz/NCANode: the request's envelope,
 *   `requestInfo` and `requestData/data`; the answer `SendMessageResponse/response`;
 * - «Service.DATA» `ResponseModel/KDP_Service`: an answer root of a service's own,
 *   `sendMessageResponse` in the service's namespace, with the same `response` below it and an
 *   empty `status`.
 * Some services take SOAP 1.2 or namespaces of their own: an envelope belongs to its service.
 * Guess: under a root of its own a missing status code means success; where there is one it
 * decides, as everywhere.
 */

export const SHEP_NAMESPACE = 'http://bip.bee.kz/SyncChannel/v10/Types'
/** The only success code seen; every other code is a failure. */
export const SHEP_SUCCESS = 'SCSS001'

export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const answered = <T extends z.ZodType>(status: T) =>
  z.object({
    response: z.object({
      responseInfo: z.object({ messageId: z.string(), responseDate: z.string(), status }),
      responseData: orNothing(z.object({ data: z.unknown() })),
    }),
  })
const Status = z.object({ code: z.string(), message: z.string().optional() })
/** The channel's own root, or the service's. */
const Response = z.object({
  Envelope: z.object({
    Body: z.union([
      z.object({ SendMessageResponse: answered(Status) }),
      z.object({ sendMessageResponse: answered(orNothing(Status.partial())) }),
    ]),
  }),
})

/** `type` and `namespace` become the `xsi:type` of the data; fields left undefined are left out. */
export type ShepData = { type: string; namespace: string; fields: { [name: string]: XmlValue } }

export function shepRequest(ask: {
  messageId: string
  serviceId: string
  messageDate: Date
  sender: { senderId: string; password: string }
  data: ShepData
}): string {
  const { messageId, serviceId, messageDate, sender, data } = ask
  return buildXml({
    'soap:Envelope': {
      '@xmlns:soap': SOAP,
      'soap:Header': '',
      'soap:Body': {
        '@xmlns:wsu': WSU,
        '@wsu:Id': `id-${messageId}`,
        'typ:SendMessage': {
          '@xmlns:typ': SHEP_NAMESPACE,
          request: {
            requestInfo: { messageId, serviceId, messageDate: almatyInstant(messageDate), sender },
            requestData: {
              data: {
                '@xmlns:xsi': XSI,
                '@xmlns:ns': data.namespace,
                '@xsi:type': `ns:${data.type}`,
                ...data.fields,
              },
            },
          },
        },
      },
    },
  })
}

export type ShepConfig = {
  address: string
  senderId: string
  password: string
  /**
   * WS-Security signature over the Body; the default sends the envelope unsigned, which only the
   * sandbox accepts.
   */
  sign?: (xml: string) => string | Promise<string>
}

export type ShepCall<Reply extends z.ZodType> = {
  serviceId: string
  data: ShepData
  reply: Reply
  /** Our id of what the call is about, for the journal; never personal data. */
  key?: string | undefined
  /** True when repeating the call changes nothing. */
  safe: boolean
}

/**
 * Returns a caller of state services: builds, signs and sends the envelope, compares the echoed
 * message id, reads the data by the schema. Throws `Unavailable` for a SOAP Fault, a status other
 * than SCSS001, another request's answer and anything unreadable.
 */
export function shepChannel(system: SystemName, config: ShepConfig, send: Send) {
  return async <Reply extends z.ZodType>(call: ShepCall<Reply>): Promise<z.infer<Reply>> => {
    const messageId = randomUUID()
    const { senderId, password, sign = (xml: string) => xml } = config
    const envelope = shepRequest({
      messageId,
      serviceId: call.serviceId,
      messageDate: new Date(),
      sender: { senderId, password },
      data: call.data,
    })
    const answer = await send({
      operation: call.serviceId,
      method: 'POST',
      url: config.address,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      body: await sign(envelope),
      safe: call.safe,
      ...(call.key ? { key: call.key } : {}),
    })
    const unreadable = (cause?: unknown) =>
      new Unavailable(system, call.serviceId, 'unreadable reply', true, { cause })
    const { responseInfo, responseData } = readResponse(answer.text, unreadable)
    if (responseInfo.messageId !== messageId)
      throw new Unavailable(system, call.serviceId, 'answer to another message')
    const status = responseInfo.status?.code || SHEP_SUCCESS
    if (status !== SHEP_SUCCESS) {
      const { side, words } = statusMeaning(status)
      const isFailure = side !== 'person' && side !== 'consent'
      throw new Unavailable(system, call.serviceId, words, true, { isFailure })
    }
    const data = call.reply.safeParse(responseData?.data)
    if (!data.success) throw unreadable()
    return data.data
  }
}

function readResponse(text: string, unreadable: (cause?: unknown) => Unavailable) {
  try {
    const body = Response.parse(parseXml(text)).Envelope.Body
    return 'sendMessageResponse' in body
      ? body.sendMessageResponse.response
      : body.SendMessageResponse.response
  } catch (cause) {
    // The parser's words may quote the reply, which is personal data: record only the kind of
    // failure.
    throw unreadable(cause instanceof Error ? cause.name : undefined)
  }
}

/** ISO 8601 with the offset of Almaty, as the gateway writes its dates. */
export const almatyInstant = (at: Date): string => `${almatyClock(at)}+05:00`
