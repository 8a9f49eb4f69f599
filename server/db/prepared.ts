import type { ClientBase } from 'pg'

/** More different statements than the product has; what comes after them is planned each time. */
const MOST = 600
/** Lists of rows are as many statements as they have lengths. */
const MOST_VALUES = 40
const names = new Map<string, string>()

/**
 * Lets a connection keep the plans of statements that come again: planning them anew costs PostgreSQL more than doing them (decision 118). Not of
 * those that take whatever columns there are (`*`): a migration of a newer process would change what they answer, which a kept plan refuses.
 */
export function keepPlans(client: ClientBase): void {
  const plain: (...given: unknown[]) => unknown = client.query.bind(client)
  Reflect.set(client, 'query', (...given: unknown[]) => {
    const [text, values] = given
    const name = given.length === 2 && typeof text === 'string' && Array.isArray(values) ? nameOf(text, values.length) : null
    return name ? plain({ name, text, values }) : plain(...given)
  })
}

function nameOf(text: string, values: number): string | null {
  const known = names.get(text)
  if (known) return known
  if (values === 0 || values > MOST_VALUES || names.size >= MOST || text.includes('*')) return null
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
