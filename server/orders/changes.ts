import { EventEmitter } from 'node:events'
import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'

const RECONNECT_MS = 1_000

export type OrderChanges = {
  /** Calls `listen` at each notice for `key`; the answer ends that. */
  on(key: string, listen: () => void): () => void
  close(): Promise<void>
}

/**
 * Listens for the database's notices of changed sales on one connection per process: the
 * `progress_key` of an order, `desk:` before the id of an object a desk or a client views.
 */
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
    // Notifies every watcher once: changes during the disconnect sent no event.
    for (const key of emitter.eventNames()) emitter.emit(key)
    looks(fresh)
  }
  /** A host that vanishes ends no connection: probes it, and closes it without a reply. */
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
