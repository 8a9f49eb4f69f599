import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

const AT_MOST = 20

/**
 * Claims that tell of the same accident: of the same day, and by another client under the same policy,
 * or one names the car that the other is about: both sides of an accident, or two claims of one side.
 * Said to the desk and decided by nobody here.
 */
export async function sameAccident(db: Db, claimId: string): Promise<{ claim_id: string }[]> {
  const { rows } = await sql<{ claim_id: string }>`
    with told as not materialized (
      select claims.id, claims.account_id, claims.policy_id, claims.created_at,
        claims.details #>> '{answers,on}' as day,
        array_remove(array[
          claims.details #>> '{answers,other_plate}', claims.details ->> 'named'
        ], '') as names,
        array_remove(array(select vehicle ->> 'plate' from jsonb_array_elements(
          case when claims.details ->> 'by' = 'third-party'
            then '[]' else coalesce(policies.facts -> 'vehicles', '[]') end) as vehicle
        ) || array[claims.details #>> '{answers,own_plate}'], '') as cars
      from claims join policies on policies.id = claims.policy_id
      where claims.details is not null
    )
    select other.id as claim_id from told as one join told as other
      on other.day = one.day and other.id <> one.id
      and ((other.policy_id = one.policy_id and other.account_id <> one.account_id)
        or other.names && one.cars or one.names && other.cars)
    where one.id = ${claimId}
    order by other.created_at limit ${AT_MOST}`.execute(db)
  return rows
}
