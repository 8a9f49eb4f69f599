import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as refusals from '#domain/refusals.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { HttpError } from '../http/refuse.ts'
import type { OrderChanges } from '../orders/changes.ts'
import { progressByKey } from '../orders/progress.ts'
import { answerLimits } from '../settings/time-limits.ts'

/**
 * Open streams per address and per order in a process; a page without one polls every few seconds
 * instead.
 */
const most = { address: 60, order: 10 }

/**
 * Counts open streams. `take` throws 429 when there are enough of one kind, else answers how to
 * give the place back.
 */
function openStreams() {
  const open = new Map<string, number>()
  const keysOf = (of: { address: string; order: string }) =>
    (['address', 'order'] as const).map((kind) => ({
      key: `${kind}:${of[kind]}`,
      most: most[kind],
    }))
  return {
    take(of: { address: string; order: string }): () => void {
      const keys = keysOf(of)
      if (keys.some((one) => (open.get(one.key) ?? 0) >= one.most))
        throw new HttpError(
          429,
          { code: refusals.passwordResetRateLimit },
          { 'retry-after': String(answerLimits.streamRetrySeconds) },
        )
      for (const { key } of keys) open.set(key, (open.get(key) ?? 0) + 1)
      let held = true
      return () => {
        if (!held) return
        held = false
        for (const { key } of keys) {
          const left = (open.get(key) ?? 1) - 1
          if (left > 0) open.set(key, left)
          else open.delete(key)
        }
      }
    },
  }
}

const HEARTBEAT_MS = 15_000
/** One stream lives this long; the page opens the next. */
const STREAM_MS = 10 * 60_000
const Body = z.strictObject({ key: z.string().min(20).max(64) })

/** The progress of an order as a stream, read by fetch: an event at once and at every change. */
export function mountOrderEvents(app: FastifyInstance, deps: Deps, changes: OrderChanges): void {
  const streams = new Set<ServerResponse>()
  const places = openStreams()
  // A leaving process ends them: the page reconnects to another one.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })
  app.post('/api/policy/ogpo/orderEvents', async (request, reply) => {
    const body = Body.safeParse(request.body)
    if (!body.success) throw new HttpError(422, { errors: [{ path: 'key', message: 'key' }] })
    reply.raw.once('close', places.take({ address: askedFrom(request), order: body.data.key }))
    const load = () => progressByKey(deps, body.data.key)
    const first = await load()
    if (!first) throw new HttpError(404)
    reply.hijack()
    const stream = reply.raw
    // The client left meanwhile, and no later event will report that.
    if (stream.destroyed) return
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const write = (data: unknown) => stream.write(`data: ${JSON.stringify(data)}\n\n`)
    write(first)
    let loading = false
    let again = false
    const refresh = async () => {
      if (loading) {
        again = true
        return
      }
      loading = true
      try {
        do {
          again = false
          const progress = await load()
          if (progress) write(progress)
        } while (again)
      } catch {
        stream.end()
      } finally {
        loading = false
      }
    }
    streams.add(stream)
    const off = changes.on(body.data.key, () => void refresh())
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    const end = setTimeout(() => stream.end(), STREAM_MS)
    stream.on('close', () => {
      streams.delete(stream)
      off()
      clearInterval(heartbeat)
      clearTimeout(end)
    })
  })
}
