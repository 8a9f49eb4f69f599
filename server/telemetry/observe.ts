import { context, ROOT_CONTEXT, type Span, SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { standingHeaders } from '../http/site-headers.ts'
import { failed, opened, traceIdOf, tracing } from './trace.ts'

/**
 * Answers without later questions: read by everyone, about nobody's data. They are counted; only
 * their failures get a line.
 */
const COUNTED_ONLY = new Set([
  'ogpoEstimate',
  'clock',
  '/health/live',
  '/health/open',
  '/health/ready',
  '/metrics',
  'page',
])

/**
 * Polled every second or two by a waiting client, or open while they watch: nothing happens in
 * them.
 */
const NOT_TRACED = new Set([
  ...COUNTED_ONLY,
  'checkOrderPaid',
  'ogpoCheckOrderSet',
  'ogpoOrderProgress',
  'promoterCheckOrderSet',
  'promoterHandOffStatus',
  'promoterClientFormStatus',
  'homeCheckOrderSet',
  'consentStatus',
  'cabinetEndingStatus',
  '/api/policy/ogpo/orderEvents',
])

/** The headers of every answer, its figure and its line. */
export function observe(app: FastifyInstance, deps: Deps): void {
  const headers = standingHeaders(deps.config.production)
  const timers = new Map<string, { observe(seconds: number): void }>()
  const figure = (call: string, status: number) => {
    const key = `${call} ${status}`
    const known = timers.get(key) ?? deps.metrics.answers.labels({ call, status: String(status) })
    timers.set(key, known)
    return known
  }
  if (tracing()) traceAnswers(app)
  app.addHook('onSend', (request, reply, payload, done) => {
    // A file that may be framed sets its own header.
    reply.headers(
      reply.hasHeader('content-security-policy') ? { ...headers, ...reply.getHeaders() } : headers,
    )
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
        {
          request: request.id,
          method: request.method,
          route,
          call,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...traceOf(request),
        },
        'answered',
      )
    done()
  })
}

/** For a line about a request that is written outside of its handler. */
export const traceOf = ({ span }: FastifyRequest): { trace?: string } =>
  span ? { trace: traceIdOf(span) } : {}

/**
 * Starts a span for each answer of the API, here and nowhere before: accepting a browser's trace
 * header would let anybody write into our traces. Named by the route's pattern, never by the
 * address, which may contain ids of people.
 */
function traceAnswers(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRoute', (route) => {
    const call = route.config?.call ?? route.url
    if (!route.url.startsWith('/api/') || NOT_TRACED.has(call)) return
    const answer = route.handler
    route.handler = function (request, reply) {
      const { span, inside } = opened(`${request.method} ${route.url}`, {
        parent: ROOT_CONTEXT,
        kind: SpanKind.SERVER,
        startTime: new Date(Date.now() - reply.elapsedTime),
        attributes: {
          'http.request.method': request.method,
          'http.route': route.url,
          'qorgan.call': call,
          'qorgan.request': request.id,
        },
      })
      request.span = span
      reply.raw.once('close', () => {
        span.setAttribute('http.response.status_code', reply.raw.statusCode)
        if (reply.raw.statusCode >= 500) failed(span, String(reply.raw.statusCode))
        span.end()
      })
      return context.with(inside, () => answer.call(this, request, reply))
    }
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}
