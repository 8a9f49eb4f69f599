import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { HttpError } from '../http/refuse.ts'
import { progressOf } from '../orders/progress.ts'
import { databaseLimits } from '../settings/time-limits.ts'
import { openStreams } from './open-streams.ts'

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1_000
/** One stream lives this long; the page opens the next. */
const STREAM_MS = 10 * 60_000
const Body = z.strictObject({ key: z.string().min(20).max(64) })

export type OrderChanges = {
  on(key: string, listen: () => void): () => void
  close(): Promise<void>
}

/** Hears the database's notices of changed orders on one connection per process. */
export async function orderChanges(url: string): Promise<OrderChanges> {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  let closed = false
  let waiting = false
  let client: pg.Client | null = null
  const listen = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'qorgan-events',
      keepAlive: true,
      connectionTimeoutMillis: databaseLimits.connectMs,
      query_timeout: databaseLimits.connectMs,
    })
    fresh.on('notification', (notice) => emitter.emit(notice.payload ?? ''))
    fresh.on('error', () => {})
    fresh.on('end', again)
    await fresh.connect()
    client = fresh
    await fresh.query('listen order_changed')
    // What changed while nobody listened is looked at once.
    for (const key of emitter.eventNames()) emitter.emit(key)
    looks(fresh)
  }
  /** A host that vanishes ends no connection: it is asked, and closed when it does not answer. */
  const looks = (of: pg.Client): void => {
    setTimeout(() => {
      if (closed || client !== of) return
      of.query('select 1').then(
        () => looks(of),
        () => void of.end().catch(() => {}),
      )
    }, databaseLimits.listenLookMs).unref()
  }
  /** Until the server is back, one try at a time. */
  const again = (): void => {
    if (closed || waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      if (!closed) listen().catch(again)
    }, RECONNECT_MS)
  }
  await listen()
  return {
    on: (key, heard) => {
      emitter.on(key, heard)
      return () => emitter.off(key, heard)
    },
    close: async () => {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}

/** The progress of an order as a stream, read by fetch: an event at once and at every change. */
export function mountOrderEvents(app: FastifyInstance, deps: Deps, changes: OrderChanges): void {
  const streams = new Set<ServerResponse>()
  const places = openStreams()
  // A leaving process ends them: the page asks another one.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })
  app.post('/api/policy/ogpo/orderEvents', async (request, reply) => {
    const body = Body.safeParse(request.body)
    if (!body.success) throw new HttpError(422, { errors: [{ path: 'key', message: 'key' }] })
    reply.raw.once('close', places.take({ address: askedFrom(request), order: body.data.key }))
    const load = async () => {
      const order = await deps.db
        .selectFrom('orders')
        .selectAll()
        .where('progress_key', '=', body.data.key)
        .executeTakeFirst()
      return order ? progressOf(deps.db, order, deps.config.systems.bank.link) : null
    }
    const first = await load()
    if (!first) throw new HttpError(404)
    reply.hijack()
    const stream = reply.raw
    // Whoever asked has gone meanwhile: nothing will say so again.
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
