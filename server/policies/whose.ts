import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'

/**
 * The insurer's number in the unified database, by which its own login asks: of a policy as it was
 * sold, or as the insurer's row says.
 */
export async function policyInsurer(db: Sql, globalId: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce((policies.facts -> 'insurer' ->> 'esbdSystemId')::int, (
      select esbd_system_id from insurers where code = policies.insurer_code order by effective_from desc limit 1)) as id
    from policies where global_id = ${globalId}`.execute(db)
  return known(rows[0]?.id, `policy ${globalId}`)
}

/** The same of an order, by what its quote was made with. */
export async function orderInsurer(db: Sql, calculationId: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select (facts -> 'insurer' ->> 'esbdSystemId')::int as id from quotes where id = ${calculationId}`.execute(
    db,
  )
  return known(rows[0]?.id, `quote ${calculationId}`)
}

function known(id: number | null | undefined, what: string): number {
  if (typeof id !== 'number') throw new Error(`whose ${what} is, is not known`)
  return id
}
