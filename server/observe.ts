import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { standingHeaders } from './site.ts'

/** Answers nobody asks about afterwards: read by everyone, touching nobody's data. They are counted; only their failures get a line. */
const COUNTED_ONLY = new Set(['ogpoEstimate', 'clock', '/health/live', '/health/open', '/health/ready', '/metrics', 'page'])

/** The headers of every answer, its figure and its line. */
export function observe(app: FastifyInstance, deps: Deps): void {
  const headers = standingHeaders(deps.config.production)
  const figures = new Map<string, { observe(seconds: number): void }>()
  const figure = (call: string, status: number) => {
    const key = `${call} ${status}`
    const known = figures.get(key) ?? deps.metrics.answers.labels({ call, status: String(status) })
    figures.set(key, known)
    return known
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    // A file that may be framed says so itself.
    reply.headers(reply.hasHeader('content-security-policy') ? { ...headers, ...reply.getHeaders() } : headers)
    reply.header('x-request-id', request.id)
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
