import { type Tables, tablesSchema } from './tables.ts'

/**
 * A year's tariff tables as a person uploads them; null and the first places that are wrong when
 * they are not.
 */
export function readTables(text: string): { tables: Tables } | { errors: string[] } {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { errors: ['tables'] }
  }
  const read = tablesSchema.safeParse(data)
  if (!read.success)
    return {
      errors: read.error.issues.slice(0, 10).map((issue) => `tables.${issue.path.join('.')}`),
    }
  if (read.data.effectiveFrom > read.data.effectiveTo) return { errors: ['tables.effectiveTo'] }
  return { tables: read.data }
}
