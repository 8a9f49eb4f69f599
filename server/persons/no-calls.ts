import type { Sql } from '../db/connect.ts'

/** Clients who refuse calls: by a promoter's record or in their cabinet (`no_calls`). */

/** Returns which of these people refused calls, each with the actor who recorded it. */
export async function noCallsOf(
  sql: Sql,
  iins: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (iins.length === 0) return new Map()
  const rows = await sql
    .selectFrom('no_calls')
    .select(['iin', 'actor'])
    .where('iin', 'in', [...new Set(iins)])
    .execute()
  return new Map(rows.map(({ iin, actor }) => [iin, actor]))
}

/** Records the wish. A promoter's record does not replace the client's own. */
export const refuseCalls = (
  sql: Sql,
  { iin, actor, at }: { iin: string; actor: string; at: Date },
  { byClient }: { byClient: boolean },
) =>
  sql
    .insertInto('no_calls')
    .values({ iin, actor, at })
    .onConflict((conflict) =>
      byClient ? conflict.column('iin').doUpdateSet({ actor, at }) : conflict.doNothing(),
    )
    .execute()

/** Removes it: the client any record, a promoter their own (`actor`). */
export const allowCalls = (sql: Sql, iin: string, actor?: string) =>
  sql
    .deleteFrom('no_calls')
    .where('iin', '=', iin)
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .executeTakeFirst()
