import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  callModes,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxSystem,
  type World,
} from './sandbox-kit.ts'

/** Puts a system's routes on a server, with the faults that a test asks for. */

/** Long enough for every client to give up first. */
const HANG_MS = 8_000
const SLOW_MS = 1_500

/**
 * Mounts a system's routes with faults and journal; every answer takes `delayMs` more. The app must
 * parse every body as a string.
 */
export function mount(
  app: FastifyInstance,
  world: World,
  { system, routes }: SandboxSystem,
  delayMs = 0,
): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const ask = askOf(request)
        const operation =
          typeof route.operation === 'string' ? route.operation : route.operation(ask)
        const fault = world.takeFault(system, operation, callModes)
        world.note({ system, operation, key: route.key?.(ask) ?? {}, fault: fault?.mode ?? null })
        const person = world.people.get(route.iin?.(ask) ?? '')
        const mode = fault?.mode ?? (person?.registers === 'timeout' ? 'timeout' : null)
        if (mode === 'timeout') return hang(request, reply)
        if (mode === 'unavailable')
          return send(reply, {
            status: 503,
            headers: { 'content-type': 'text/plain' },
            body: 'Service Unavailable',
          })
        if (mode === 'reset_before') return reset(request, reply)
        if (mode === 'garbage')
          return send(reply, {
            status: 200,
            headers: { 'content-type': 'text/html' },
            body: '<html><body>��� 200 OK <!--',
          })
        if (mode === 'error')
          return send(
            reply,
            route.error?.(ask) ?? {
              status: 500,
              headers: { 'content-type': 'text/plain' },
              body: 'Internal Server Error',
            },
          )
        // The answer is worked out even if the caller has gone.
        if (mode === 'hold')
          await Promise.race([
            world.released(),
            new Promise((resolve) => request.raw.socket.once('close', resolve)),
          ])
        const wait = mode === 'slow' ? (fault?.ms ?? SLOW_MS) : delayMs
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        const answer = await route.handle(ask)
        if (mode === 'reset') return reset(request, reply)
        return send(reply, answer)
      },
    })
  }
}

const askOf = (request: FastifyRequest): SandboxAsk => ({
  params: strings(request.params),
  query: strings(request.query),
  headers: strings(request.headers),
  body: typeof request.body === 'string' ? request.body : '',
  url: request.url,
})

const strings = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, item]) => [
      name,
      String(item),
    ]),
  )

const send = (reply: FastifyReply, answer: SandboxAnswer) =>
  reply
    .code(answer.status ?? 200)
    .headers(answer.headers ?? {})
    .send(answer.body)

function reset(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
  return reply
}

async function hang(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HANG_MS)
    request.raw.socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  request.raw.socket.destroy()
  return reply
}
