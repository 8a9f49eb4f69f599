import type { Sql } from '../db/connect.ts'

type Line = { object_kind: string; object_id: string }

/**
 * The numbers people know files, policies and messages by: a file by its claim. What names a person
 * stays an id; whoever may look at them does it at their desk, and is audited there.
 */
export async function objectNames(
  sql: Sql,
  page: readonly Line[],
): Promise<(line: Line) => string | null> {
  const idsOf = (kind: string) =>
    page.filter(({ object_kind }) => object_kind === kind).map(({ object_id }) => object_id)
  const [files, policies, messages] = [idsOf('file'), idsOf('policy'), idsOf('feedback')]
  const rows = await Promise.all([
    files.length === 0
      ? []
      : sql
          .selectFrom('files')
          .select(['id', 'claim_id as name'])
          .where('id', 'in', files)
          .execute(),
    policies.length === 0
      ? []
      : sql
          .selectFrom('policies')
          .select(['id', 'global_id as name'])
          .where('id', 'in', policies)
          .execute(),
    messages.length === 0
      ? []
      : sql
          .selectFrom('feedback')
          .select(['id', 'number as name'])
          .where('id', 'in', messages)
          .execute(),
  ])
  const names = new Map(rows.flat().map(({ id, name }) => [id, name]))
  return ({ object_id }) => names.get(object_id) ?? null
}
