import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'

/** A server's process by its number and beginning: after a restart another may have the number. */
export type Backend = `${number} ${string}`
/** The backend of the connection that asks, or of each that is listed. */
export const backendSql = `pid || ' ' || extract(epoch from backend_start)`

type Asked = { since: number; looked: boolean }

/** Who waits for an answer, and what is done with one that does not come. */
export type Silence = {
  /** A connection was asked; the answer ends it. */
  begins(client: pg.ClientBase): () => void
  knowsBackend(client: pg.ClientBase, backend: Backend): void
  isAnyoneSilent(): boolean
}

/**
 * A host that vanishes says nothing: its connections wait for ever. One that is silent for
 * `silentMs` is looked up over a new connection; unless its backend is at work there, it is `lost`.
 * A server that is slow stays in peace.
 */
export function silence(url: string, lost: (client: pg.ClientBase) => void): Silence {
  const backends = new WeakMap<pg.ClientBase, Backend>()
  const asked = new Map<pg.ClientBase, Asked>()
  let timer: NodeJS.Timeout | null = null
  let looking = false

  const silentFor = ({ since }: Asked) => performance.now() - since
  const silent = () => [...asked].filter(([, one]) => silentFor(one) > databaseLimits.silentMs)
  const judge = (client: pg.ClientBase, one: Asked, atWork: Set<Backend> | null) => {
    // Asked something else meanwhile: not the one that was looked at.
    if (asked.get(client) !== one) return
    const backend = backends.get(client)
    const missing =
      atWork && backend !== undefined
        ? !atWork.has(backend)
        : silentFor(one) > databaseLimits.silentAloneMs
    // An answer may be on its way: only who is missing twice is gone.
    if (missing && one.looked) {
      asked.delete(client)
      lost(client)
    }
    one.looked = missing
  }
  const look = async () => {
    if (asked.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
    const waiting = silent()
    if (looking || waiting.length === 0) return
    looking = true
    try {
      const known = waiting.flatMap(([client]) => backends.get(client) ?? [])
      const atWork = await backendsAtWork(url, known)
      for (const [client, one] of waiting) judge(client, one, atWork)
    } finally {
      looking = false
    }
  }

  return {
    begins: (client) => {
      const one = { since: performance.now(), looked: false }
      asked.set(client, one)
      timer ??= setInterval(() => void look(), databaseLimits.silentLookMs).unref()
      return () => {
        if (asked.get(client) === one) asked.delete(client)
      }
    },
    knowsBackend: (client, backend) => void backends.set(client, backend),
    isAnyoneSilent: () => silent().length > 0,
  }
}

/** Which of the backends have work; null where nobody can be asked. */
async function backendsAtWork(url: string, known: Backend[]): Promise<Set<Backend> | null> {
  const fresh = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: databaseLimits.connectMs,
    application_name: 'qorgan-vigil',
  })
  fresh.on('error', () => {})
  try {
    await fresh.connect()
    const { rows } = await fresh.query<{ backend: Backend }>(
      `select ${backendSql} as backend from pg_stat_activity where ${backendSql} = any($1::text[])
       and (state = 'active' or state_change > now() - interval '1 second')`,
      [known],
    )
    return new Set(rows.map(({ backend }) => backend))
  } catch {
    return null
  } finally {
    void fresh.end().catch(() => {})
  }
}
