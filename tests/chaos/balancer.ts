import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const ASK_EVERY_MS = 50

/** What a client got that they should not: an answer of a broken server or a line that was cut. */
export type Failure = { at: number; path: string; what: string }

/**
 * The balancer of several equal processes, as simple as they come: asks each address for
 * `/health/open`, hands requests to the open ones in turn, and never tries anything twice.
 */
export async function balancer(addresses: readonly number[]) {
  const targets = addresses.map((port) => ({
    port,
    ready: false,
    served: 0,
    agent: new Agent({ keepAlive: true }),
  }))
  const failures: Failure[] = []
  let turn = 0

  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const ready = targets.filter((target) => target.ready)
    const target = ready[turn++ % Math.max(1, ready.length)]
    const fails = (what: string) => {
      failures.push({ at: target?.port ?? 0, path: asked.url ?? '', what })
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    }
    if (!target) return fails('nobody is ready')
    const { url: path, method, headers } = asked
    const passed = request({
      host: '127.0.0.1',
      port: target.port,
      agent: target.agent,
      path,
      method,
      headers,
    })
    passed.on('error', (cause) => fails(cause.message))
    passed.on('response', (got) => {
      if ((got.statusCode ?? 0) >= 500)
        failures.push({ at: target.port, path: path ?? '', what: String(got.statusCode) })
      target.served += 1
      const { connection: _hop, ...kept } = got.headers
      answer.writeHead(got.statusCode ?? 502, kept)
      got.on('error', (cause) => fails(cause.message))
      got.pipe(answer)
    })
    asked.pipe(passed)
  }

  const ask = async (target: (typeof targets)[number]) => {
    const answer = await fetch(`http://127.0.0.1:${target.port}/health/open`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null)
    await answer?.body?.cancel()
    target.ready = answer?.status === 200
  }
  const rounds = targets.map((target) => {
    let asking = false
    return setInterval(() => {
      if (asking) return
      asking = true
      void ask(target).finally(() => {
        asking = false
      })
    }, ASK_EVERY_MS)
  })

  const server = createServer({ keepAliveTimeout: 72_000 }, forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    failures,
    isReady: (port: number) => targets.some((target) => target.port === port && target.ready),
    served: () => targets.map(({ served }) => served),
    close: async () => {
      for (const round of rounds) clearInterval(round)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { agent } of targets) agent.destroy()
    },
  }
}
