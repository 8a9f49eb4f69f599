import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Interval of the search for idle connections during the last answers. */
const LOOK_EVERY_MS = 20

/**
 * Shuts a process down while others stay: first reports it on `/health/open` and continues to
 * answer, so that the load balancer turns to the others; then accepts no new connection, finishes
 * running requests, and closes.
 */
export function gracefulShutdown({
  drainMs,
  lastAnswersMs,
}: {
  drainMs: number
  lastAnswersMs: number
}) {
  let begun = false
  return {
    begun: () => begun,
    /** Every answer of a leaving process is the last of its connection. */
    lastOfConnection:
      (handler: RequestListener): RequestListener =>
      (request, response) => {
        if (begun) response.shouldKeepAlive = false
        handler(request, response)
      },
    leave: async (app: FastifyInstance): Promise<void> => {
      begun = true
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs))
      const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
      const limit = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs)
      await app.close()
      clearInterval(idle)
      clearTimeout(limit)
    },
  }
}
export type GracefulShutdown = ReturnType<typeof gracefulShutdown>
