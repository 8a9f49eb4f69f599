import Fastify from 'fastify'
import { type CallRecord, type Send, type SendOptions, type SystemName, sender } from './http.ts'
import type { SandboxSystem, World } from './sandbox-kit.ts'
import { mount } from './sandbox-mount.ts'

/**
 * For the exchange tests only: one system's sandbox on a free port, and the client's `Send` with
 * its journal.
 */

export async function serving(
  world: World,
  system: SandboxSystem,
): Promise<{ address: string; close: () => Promise<void> }> {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  mount(app, world, system)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    address,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** A sender that gives up after 400 ms, and the lines it wrote. */
export function sending(
  system: SystemName,
  options: Partial<SendOptions> = {},
): { send: Send; journal: CallRecord[] } {
  const journal: CallRecord[] = []
  return {
    send: sender(system, {
      timeoutMs: 400,
      breakAfter: 1_000,
      journal: (record) => journal.push(record),
      ...options,
    }),
    journal,
  }
}

/** A line that changes what comes back over it, as a broken gateway would. */
export const tampered =
  (send: Send, change: (text: string) => string): Send =>
  async (ask) => {
    const reply = await send(ask)
    const text = change(reply.text)
    return { ...reply, text, body: Buffer.from(text) }
  }
