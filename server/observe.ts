import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { securityHeaders } from './site.ts'

/** Answers nobody asks about afterwards: read by everyone, touching nobody's data. They are counted; only their failures get a line. */
const COUNTED_ONLY = new Set(['ogpoEstimate', 'clock', '/health/live', '/health/ready', '/metrics', 'page'])

/** The headers of every answer, its figure and its line. */
export function observe(app: FastifyInstance, deps: Deps): void {
  const headers = {
    ...securityHeaders,
    ...(deps.config.production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  const figures = new Map<string, Map<number, ReturnType<typeof deps.metrics.answers.labels>>>()
  const figure = (call: string, status: number) => {
    const ofCall = figures.get(call) ?? new Map()
    if (ofCall.size === 0) figures.set(call, ofCall)
    const known = ofCall.get(status) ?? deps.metrics.answers.labels({ call, status: String(status) })
    if (!ofCall.has(status)) ofCall.set(status, known)
    return known
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page'
    const call = request.routeOptions.config.call ?? route
    figure(call, reply.statusCode).observe(reply.elapsedTime / 1_000)
    if (reply.statusCode >= 400 || !COUNTED_ONLY.has(call))
      deps.log.info(
        { request: request.id, method: request.method, route, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      )
    done()
  })
}
