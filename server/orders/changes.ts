import { EventEmitter } from 'node:events'
import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'

const RECONNECT_MS = 1_000
/** A connection that has not answered its look for so long may hear nothing any more. */
const SILENT_MS = databaseLimits.listenLookMs + 1_000

export type OrderChanges = {
  /** Calls `listen` at each notice for `key`; the answer ends that. */
  on(key: string, listen: () => void): () => void
  /** Calls `hear` with each notice before anybody of `on`; with null when some may be missing. */
  first(hear: (key: string | null) => void): void
  /** Whether whatever was committed until a moment ago has been heard. */
  isHearing(): boolean
  close(): Promise<void>
}

/**
 * Hears the database's notices of changed sales on one connection per process: the `progress_key`
 * of an order, `desk:` before the id of whatever a desk or a client looks at.
 */
export async function orderChanges(url: string): Promise<OrderChanges> {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const firsts: ((key: string | null) => void)[] = []
  let closed = false
  let waiting = false
  let client: pg.Client | null = null
  /** When the connection was last known to hear; null while there is none. */
  let heardAt: number | null = null
  const missing = () => {
    heardAt = null
    for (const hear of firsts) hear(null)
  }
  const told = (key: string) => {
    if (heardAt !== null) heardAt = performance.now()
    for (const hear of firsts) hear(key)
    emitter.emit(key)
  }
  const listen = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'qorgan-events',
      keepAlive: true,
      connectionTimeoutMillis: databaseLimits.connectMs,
      query_timeout: databaseLimits.connectMs,
    })
    fresh.on('notification', (notice) => told(notice.payload ?? ''))
    fresh.on('error', () => {})
    fresh.on('end', () => {
      missing()
      again()
    })
    await fresh.connect()
    client = fresh
    await fresh.query('listen order_changed')
    // What changed while nobody listened is looked at once.
    missing()
    heardAt = performance.now()
    for (const key of emitter.eventNames()) emitter.emit(key)
    looks(fresh)
  }
  /** A host that vanishes ends no connection: it is asked, and closed when it does not answer. */
  const looks = (of: pg.Client): void => {
    setTimeout(() => {
      if (closed || client !== of) return
      of.query('select 1').then(
        () => {
          if (heardAt !== null) heardAt = performance.now()
          looks(of)
        },
        () => {
          missing()
          void of.end().catch(() => {})
        },
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
    first: (hear) => void firsts.push(hear),
    isHearing: () => heardAt !== null && performance.now() - heardAt < SILENT_MS,
    close: async () => {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
