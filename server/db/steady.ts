import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isBroken } from './failures.ts'
import type { Vigil } from './vigil.ts'

/** The begin of a transaction, or a question … */
const ASKS = /^\s*(?:begin|start transaction|select)\b/i
/** … that changes nothing and holds nothing. */
const HOLDS =
  /\bfor (?:no key )?update\b|\bfor (?:key )?share\b|\b(?:nextval|pg_(?:try_)?advisory|pg_notify)/i

/** More than a pool has connections of a server that is gone. */
const TRIES = 3

/**
 * The pool as Kysely sees it. A connection of a server that is gone is not handed out; where the
 * first statement of a conversation meets one all the same, it is asked again over a new one, if
 * asking twice does no harm. A write is never repeated here: whether it happened is not known.
 */
export function steady(connections: pg.Pool, { isTrusted }: Vigil): PostgresPool {
  const taken = async () => {
    for (;;) {
      const client = await connections.connect()
      if (isTrusted(client)) return client
      client.release(true)
    }
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    let client = await taken()
    let held = true
    let first = true
    const query = async (text: string, values: readonly unknown[]) => {
      const mayRepeat = first && ASKS.test(text) && !HOLDS.test(text)
      first = false
      for (let tries = 1; ; tries += 1) {
        try {
          return await client.query(text, [...values])
        } catch (cause) {
          if (!mayRepeat || tries === TRIES || !isBroken(cause)) throw cause
          client.release(true)
          held = false
          client = await taken()
          held = true
        }
      }
    }
    const release = (destroy?: boolean) => {
      if (held) client.release(destroy || !isTrusted(client) ? true : undefined)
    }
    // Kysely asks by text alone here: nothing is read by a cursor.
    return { query, release } as unknown as PostgresPoolClient
  }
  return { connect, end: () => connections.end(), options: connections.options }
}
