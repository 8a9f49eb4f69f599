import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { almatyInstant, SHEP_NAMESPACE, SOAP } from './shep.ts'
import { buildXml, parseXml, type XmlValue } from './shep-xml.ts'

/** The other side of a call over the gateway: reads it and answers. */

const Request = z.object({
  Envelope: z.object({
    Body: z.object({
      SendMessage: z.object({
        request: z.object({
          requestInfo: z.object({
            messageId: z.string().min(1),
            serviceId: z.string().min(1),
            messageDate: z.string().min(1),
            sender: z.object({ senderId: z.string(), password: z.string() }),
          }),
          requestData: z.object({ data: z.unknown() }),
        }),
      }),
    }),
  }),
})

/** Their side: what the envelope asks for. Throws when it is not an envelope. */
export function readShepRequest(text: string): {
  messageId: string
  serviceId: string
  data: unknown
} {
  const { requestInfo, requestData } = Request.parse(parseXml(text)).Envelope.Body.SendMessage
    .request
  return {
    messageId: requestInfo.messageId,
    serviceId: requestInfo.serviceId,
    data: requestData.data,
  }
}

/** Their side: the answer; without data for a status that is not success. */
export function shepResponse(answer: {
  messageId: string
  responseDate: Date
  status: { code: string; message: string }
  data?: { [name: string]: XmlValue } | undefined
}): string {
  const { messageId, responseDate, status, data } = answer
  return buildXml({
    'soap:Envelope': {
      '@xmlns:soap': SOAP,
      'soap:Body': {
        'ns2:SendMessageResponse': {
          '@xmlns:ns2': SHEP_NAMESPACE,
          response: {
            responseInfo: {
              messageId,
              responseDate: almatyInstant(responseDate),
              status,
              sessionId: `{${randomUUID()}}`,
            },
            ...(data ? { responseData: { data } } : {}),
          },
        },
      },
    },
  })
}
