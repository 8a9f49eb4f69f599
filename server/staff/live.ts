import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import * as refusals from '#domain/refusals.ts'
import type { Deps } from '../deps.ts'
import { contextOf } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { HttpError } from '../http/refuse.ts'
import { answerLimits } from '../settings/time-limits.ts'

const HEARTBEAT_MS = 15_000
/** One stream lives this long; the page opens the next, with a session that still holds. */
const STREAM_MS = 10 * 60_000
/** Objects one person may watch: a tab each. */
const MOST = 12
const Body = z.strictObject({ about: z.string({ error: 'required' }).min(1).max(60) })

/** Who may watch an object: the closing of a month those who may see it, all else staff. */
const hearersOf = (about: string | undefined) =>
  about === 'closing' ? contract.reportPeriods : { may: ['staff'] as const }

/** The process's channel of changes (`ogpo/events.ts`). */
type Changes = { on(key: string, listen: () => void): () => void }

/**
 * Notifies desks that the order, client, claim or closing they view has changed, by its id and
 * nothing of it: the page repeats its request, which checks and audits the view.
 */
export function mountDeskEvents(app: FastifyInstance, deps: Deps, changes: Changes): void {
  const streams = new Set<ServerResponse>()
  const held = new Map<string, number>()
  // A leaving process ends them: the page reconnects to another one.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })
  app.post('/api/staff/events', async (request, reply) => {
    const body = Body.safeParse(request.body)
    const hearers = hearersOf(body.data?.about)
    const { me, locale } = await contextOf(request, deps, 'staffEvents', hearers)
    if (!body.success) throw new HttpError(422, { errors: problems(body.error, locale) })
    const who = me().iin
    const open = held.get(who) ?? 0
    if (open >= MOST)
      throw new HttpError(
        429,
        { code: refusals.passwordResetRateLimit },
        { 'retry-after': String(answerLimits.streamRetrySeconds) },
      )
    reply.hijack()
    const stream = reply.raw
    // The client left meanwhile, and no later event will report that.
    if (stream.destroyed) return
    held.set(who, open + 1)
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    stream.write(': here\n\n')
    streams.add(stream)
    const off = changes.on(`desk:${body.data.about}`, () => stream.write('data: changed\n\n'))
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    const end = setTimeout(() => stream.end(), STREAM_MS)
    stream.once('close', () => {
      streams.delete(stream)
      const left = (held.get(who) ?? 1) - 1
      if (left > 0) held.set(who, left)
      else held.delete(who)
      off()
      clearInterval(heartbeat)
      clearTimeout(end)
    })
  })
}
