import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'

type Asked = { since: number; looked: boolean }

/** Who waits for an answer, and what is done with one that does not come. */
export type Silence = {
  /** A connection was asked; the answer ends it. */
  begins(client: pg.ClientBase): () => void
  knowsBackend(client: pg.ClientBase, pid: number): void
  isAnyoneSilent(): boolean
}

/**
 * A host that vanishes says nothing: its connections wait for ever. One that is silent for
 * `silentMs` is looked up over a new connection; unless its backend is at work there, it is `lost`.
 * A server that is slow stays in peace.
 */
export function silence(url: string, lost: (client: pg.ClientBase) => void): Silence {
  const pids = new WeakMap<pg.ClientBase, number>()
  const asked = new Map<pg.ClientBase, Asked>()
  let timer: NodeJS.Timeout | null = null
  let looking = false

  const silentFor = ({ since }: Asked) => performance.now() - since
  const silent = () => [...asked].filter(([, one]) => silentFor(one) > databaseLimits.silentMs)
  const judge = (client: pg.ClientBase, one: Asked, atWork: Set<number> | null) => {
    // Asked something else meanwhile: not the one that was looked at.
    if (asked.get(client) !== one) return
    const pid = pids.get(client)
    const missing =
      atWork && pid !== undefined ? !atWork.has(pid) : silentFor(one) > databaseLimits.silentAloneMs
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
      const known = waiting.flatMap(([client]) => pids.get(client) ?? [])
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
    knowsBackend: (client, pid) => void pids.set(client, pid),
    isAnyoneSilent: () => silent().length > 0,
  }
}

/** Which of the backends have work; null where nobody can be asked. */
async function backendsAtWork(url: string, pids: number[]): Promise<Set<number> | null> {
  const fresh = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: databaseLimits.connectMs,
    application_name: 'qorgan-vigil',
  })
  fresh.on('error', () => {})
  try {
    await fresh.connect()
    const { rows } = await fresh.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1::int[]) and (state = 'active'
       or state_change > now() - interval '1 second')`,
      [pids],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch {
    return null
  } finally {
    void fresh.end().catch(() => {})
  }
}
