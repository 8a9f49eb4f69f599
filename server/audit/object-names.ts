import { sql } from 'kysely'
import { isUuid } from '#domain/uuid.ts'
import type { Sql } from '../db/connect.ts'

type Line = { object_kind: string; object_id: string }

/** Where the number stands that people know an object by; its row is found by an id. */
const numbers = {
  file: ['files', 'claim_id'],
  policy: ['policies', 'global_id'],
  feedback: ['feedback', 'number'],
} as const

/**
 * The numbers people know files, policies and messages by: a file by its claim. What names a person
 * stays an id; whoever may look at them does it at their desk, and is audited there. A line may hold
 * anything under any kind (a program of another version wrote it, and it is never altered): what
 * is no id has no number.
 */
export async function objectNames(
  db: Sql,
  page: readonly Line[],
): Promise<(line: Line) => string | null> {
  const found = await Promise.all(
    Object.entries(numbers).map(async ([kind, [table, number]]) => {
      const ids = page.flatMap(({ object_kind, object_id }) =>
        object_kind === kind && isUuid(object_id) ? [object_id.toLowerCase()] : [],
      )
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string; name: string | null }>`
        select id::text, ${sql.ref(number)}::text as name from ${sql.table(table)}
        where id = any(${ids}::uuid[])`.execute(db)
      return rows.map(({ id, name }) => [`${kind} ${id}`, name] as const)
    }),
  )
  const names = new Map(found.flat())
  return ({ object_kind, object_id }) =>
    names.get(`${object_kind} ${object_id.toLowerCase()}`) ?? null
}
