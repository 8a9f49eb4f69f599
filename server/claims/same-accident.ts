import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

const AT_MOST = 20

/**
 * Claims by others that tell of the same accident: of the same day, and under the same policy, or one
 * names the car that the other is about. Both sides of an accident claim, so it is said to the desk and
 * decided by nobody here.
 */
export async function sameAccident(
  db: Db,
  claimId: string,
): Promise<{ kind: 'same_accident'; claim_id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    with told as (
      select claims.id, claims.account_id, claims.policy_id, claims.created_at,
        claims.details -> 'answers' ->> 'on' as day,
        array_remove(array[
          claims.details -> 'answers' ->> 'other_plate', claims.details ->> 'named'
        ], '') as names,
        array(select vehicle ->> 'plate' from jsonb_array_elements(
          case when claims.details ->> 'by' = 'policyholder'
            then coalesce(policies.facts -> 'vehicles', '[]') else '[]' end) as vehicle
        ) || coalesce(claims.details -> 'answers' ->> 'own_plate', '') as cars
      from claims join policies on policies.id = claims.policy_id
      where claims.details is not null
    )
    select other.id from told as one join told as other
      on other.day = one.day and other.id <> one.id and other.account_id <> one.account_id
      and (other.policy_id = one.policy_id
        or (other.names && array_remove(one.cars, '') and one.names && array_remove(other.cars, '')))
    where one.id = ${claimId}
    order by other.created_at limit ${AT_MOST}`.execute(db)
  return rows.map(({ id }) => ({ kind: 'same_accident' as const, claim_id: id }))
}
