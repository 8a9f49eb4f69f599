import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type SandboxAsk, type SandboxRoute, type World, xml } from './sandbox-kit.ts'
import { almatyInstant, SHEP_NAMESPACE, SHEP_SUCCESS, SOAP } from './shep.ts'
import type { XmlValue } from './shep-xml.ts'
import { buildXml, parseXml } from './shep-xml.ts'

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
function readShepRequest(text: string): {
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
function shepResponse(answer: {
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

/**
 * The gateway's side of one address, for the sandbox.ts of every system behind it: the operation is
 * the service id of the envelope.
 */

export type ShepService = {
  /** The data of the answer. Throwing means the request cannot be understood. */
  answer: (data: unknown) => { [name: string]: XmlValue }
  /** Returns the IIN whose data is requested. */
  iin: (data: unknown) => string | undefined
  key?: (data: unknown) => Record<string, string>
}

export function shepRoute(
  world: World,
  path: string,
  services: Record<string, ShepService>,
): SandboxRoute {
  const respond = (
    messageId: string,
    status: { code: string; message: string },
    data?: { [name: string]: XmlValue },
  ) => xml(shepResponse({ messageId, responseDate: world.now(), status, data }))
  const of = (ask: SandboxAsk) => {
    const request = readable(ask.body)
    const service = request ? services[request.serviceId] : undefined
    return request && service ? { ...request, service } : null
  }
  return {
    method: 'POST',
    path,
    operation: (ask) => readable(ask.body)?.serviceId ?? 'unreadable',
    key: (ask) => {
      const request = of(ask)
      return request ? (attempt(() => request.service.key?.(request.data)) ?? {}) : {}
    },
    iin: (ask) => {
      const request = of(ask)
      return request ? attempt(() => request.service.iin(request.data)) : undefined
    },
    error: (ask) =>
      respond(readable(ask.body)?.messageId ?? '', {
        code: 'SCSE001',
        message: 'Service execution error',
      }),
    handle: (ask) => {
      const request = of(ask)
      if (!request) return respond('', { code: 'SCSE002', message: 'Unknown service' })
      const data = attempt(() => request.service.answer(request.data))
      if (!data)
        return respond(request.messageId, { code: 'SCSE003', message: 'Request data is not valid' })
      return respond(
        request.messageId,
        { code: SHEP_SUCCESS, message: 'Message has been processed successfully' },
        data,
      )
    },
  }
}

const readable = (body: string) => attempt(() => readShepRequest(body))

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
