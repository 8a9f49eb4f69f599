import Fastify from 'fastify'
import {
  type Ask,
  type CallRecord,
  type Send,
  type SendOptions,
  type SystemName,
  sender,
} from './http.ts'
import type { Fault, SandboxSystem, World } from './sandbox-kit.ts'
import { mount } from './sandbox-mount.ts'

/**
 * For the exchange tests only: one system's sandbox on a free port, and the client's `Send` with
 * its journal.
 */

/** A world, with its faults if it has any. */
type Served = World & { faults?: Fault[] }
/** The worlds whose systems answer at this moment, once for each server. */
const served: Served[] = []

export async function serving(
  world: Served,
  system: SandboxSystem,
): Promise<{ address: string; close: () => Promise<void> }> {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  mount(app, world, system)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  served.push(world)
  return {
    address,
    close: async () => {
      served.splice(served.indexOf(world), 1)
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/**
 * Returns whether a test's fault, or a person whose registers hang, leaves this request unanswered.
 */
const isSilent = (system: SystemName, { url, body }: Ask) =>
  served.some(
    ({ faults, people }) =>
      faults?.some((fault) => fault.system === system && fault.mode === 'timeout') ||
      [...people.values()].some(
        ({ iin, registers }) => registers === 'timeout' && `${url} ${body ?? ''}`.includes(iin),
      ),
  )

/** Timeout for an answer that comes, long enough for a busy machine; and for one that does not. */
const PATIENT_MS = 30_000
const SHORT_MS = 400

/** Returns a sender that gives up soon if no answer can come, and its journal. */
export function sending(
  system: SystemName,
  options: Partial<SendOptions> = {},
): { send: Send; journal: CallRecord[] } {
  const journal: CallRecord[] = []
  const within = (timeoutMs: number) =>
    sender(system, {
      timeoutMs,
      breakAfter: 1_000,
      journal: (record) => journal.push(record),
      ...options,
    })
  const [patient, short] = [within(PATIENT_MS), within(SHORT_MS)]
  return { send: (ask) => (isSilent(system, ask) ? short : patient)(ask), journal }
}

/** Wraps a sender to change its answers, as a broken gateway would. */
export const tampered =
  (send: Send, change: (text: string) => string): Send =>
  async (ask) => {
    const reply = await send(ask)
    const text = change(reply.text)
    return { ...reply, text, body: Buffer.from(text) }
  }
