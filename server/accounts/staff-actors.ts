import { isUuid } from '#domain/uuid.ts'
import type { Sql } from '../db/connect.ts'

/**
 * The names behind `staff:{account id}` and `promoter:{account id}`; any other actor (`client`,
 * `job`, a bank) is shown as it is.
 */
export async function namesOf(
  sql: Sql,
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string> {
  const ids = [...new Set(actors.flatMap((actor) => idOf(actor) ?? []))]
  const rows =
    ids.length > 0
      ? await sql
          .selectFrom('accounts')
          .select(['id', 'surname', 'name'])
          .where('id', 'in', ids)
          .execute()
      : []
  const names = new Map(rows.map(({ id, surname, name }) => [id, `${surname} ${name}`.trim()]))
  return (actor) => {
    const id = idOf(actor)
    return (id && names.get(id)) || (actor ?? '')
  }
}

const idOf = (actor: string | null): string | null => {
  const [, id] = /^(?:staff|promoter|accountant):(.+)$/.exec(actor ?? '') ?? []
  return id && isUuid(id) ? id : null
}
