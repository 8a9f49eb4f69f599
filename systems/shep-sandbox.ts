import { type SandboxAsk, type SandboxRoute, type World, xml } from './sandbox-kit.ts'
import { SHEP_SUCCESS } from './shep.ts'
import { readShepRequest, shepResponse } from './shep-answer.ts'
import type { XmlValue } from './shep-xml.ts'

/**
 * The gateway's side of one address, for the sandbox.ts of every system behind it: the operation is
 * the service id of the envelope.
 */

export type ShepService = {
  /** The data of the answer. Throwing means the request cannot be understood. */
  answer: (data: unknown) => { [name: string]: XmlValue }
  /** Whose data is asked for. */
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
