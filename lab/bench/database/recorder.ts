import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** What was said to PostgreSQL on one connection, and what it answered. */
export type Said = {
  /** Of all connections of this process, in the order they were first heard of. */
  connection: number
  /** Of a plan that is kept. */
  name: string | null
  text: string
  /** As they went over the wire. */
  values: (string | Buffer | null)[]
  rows: Record<string, unknown>[]
  /** How many rows it found or changed. */
  count: number
}

/** `taken`: what was said since it was asked last. */
export type Recorder = { taken(): Said[] }

/**
 * Writes down whatever this process says to PostgreSQL from now on, in the order in which the
 * answers came. Before the first connection, for those that stand are not heard.
 */
export function recorder(): Recorder {
  const connections = new Map<object, number>()
  let said: Said[] = []
  const plain: (...given: unknown[]) => unknown = pg.Client.prototype.query
  const note = (client: object, asked: unknown, given: unknown, result: unknown) => {
    const config = typeof asked === 'string' ? { text: asked, values: given } : asked
    const { text, values, name } = config as { text?: string; values?: unknown; name?: string }
    const answers = [result].flat() as pg.QueryResult[]
    const last = answers.at(-1)
    if (!text) return
    said.push({
      connection: connections.get(client) ?? connections.set(client, connections.size).size - 1,
      name: name ?? null,
      text,
      values: Array.isArray(values) ? values.map(prepareValue) : [],
      rows: last?.rows ?? [],
      count: last?.rowCount ?? 0,
    })
  }
  pg.Client.prototype.query = function query(this: object, ...given: unknown[]) {
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      const heard = (cause: unknown, result: unknown) => {
        if (!cause) note(this, given[0], given[1], result)
        callback(cause, result)
      }
      return plain.apply(this, [...given.slice(0, -1), heard])
    }
    const answer = plain.apply(this, given)
    if (answer instanceof Promise)
      answer.then(
        (result) => note(this, given[0], given[1], result),
        () => {},
      )
    return answer
  } as typeof pg.Client.prototype.query
  return {
    taken: () => {
      const all = said
      said = []
      return all
    },
  }
}
