import type { ClientBase } from 'pg'

/** More different statements than the product has; what comes after them is planned each time. */
const MOST = 600
/** Lists of rows are as many statements as they have lengths. */
const MOST_VALUES = 40
/** Of a statement in parts, each of which writes one row of another table. */
const MOST_OF_PARTS = 120
const IN_PARTS = /^\s*with\b/i
/**
 * Begins and ends of transactions, settings: nothing to plan, and several of them may stand in one
 * text.
 */
const NOT_PLANNED = /^\s*(?!with|select|insert|update|delete)\w|;/i

/**
 * Of a statement that answers with whatever columns there are: `select *`, `"orders".*`, `returning
 * *`.
 */
const WHOLE_ROWS = /(?:\b(?:select|returning|distinct)\s|,)\s*(?:"?\w+"?\.)?\*/i
/** A new job of the queue: its `select *` is of a list of its own, and it answers with an id. */
const NEW_JOB = /^\s*with ins as \(\s*insert into pgboss\.job/i

/**
 * Lets the connections of a pool keep the plans of statements that come again: planning them anew
 * costs PostgreSQL more than doing them. Measured: 4.0 instead of 5.5 ms of its
 * processor for a calculation, 8.1 instead of 11.8 for an order. Kysely cannot name statements, so
 * this stands between it and the client, the only place that knows of it. Not of those that take
 * whatever columns there are (`*`): a migration of a newer process would change what they answer,
 * which a kept plan refuses.
 */
export function planKeeper(): (client: ClientBase) => void {
  const names = new Map<string, string>()
  return (client) => {
    const plain: (...given: unknown[]) => unknown = client.query.bind(client)
    Reflect.set(client, 'query', (...given: unknown[]) => {
      // The pool's own `query` asks with a callback behind.
      const [text, values, ...callback] = given
      const name =
        typeof text === 'string' && Array.isArray(values)
          ? nameOf(names, text, values.length)
          : null
      return name ? plain({ name, text, values }, ...callback) : plain(...given)
    })
  }
}

function nameOf(names: Map<string, string>, text: string, values: number): string | null {
  const known = names.get(text)
  if (known) return known
  if (
    values > (IN_PARTS.test(text) ? MOST_OF_PARTS : MOST_VALUES) ||
    names.size >= MOST ||
    NOT_PLANNED.test(text)
  )
    return null
  if (WHOLE_ROWS.test(text) && !NEW_JOB.test(text)) return null
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
