import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'

const AT_MOST = 20

/** Whose cars a claim is about, and whose it names, by the row of a claim and of its policy. */
const told = sql`
  select array_remove(array[
      claims.details #>> '{answers,other_plate}', claims.details ->> 'named'
    ], '') as names,
    array_remove(array(select vehicle ->> 'plate' from jsonb_array_elements(
      case when claims.details ->> 'by' = 'third-party'
        then '[]' else coalesce(policies.facts -> 'vehicles', '[]') end) as vehicle
    ) || array[claims.details #>> '{answers,own_plate}'], '') as cars
  from policies where policies.id = claims.policy_id`

/** The question of `sameAccident`: the claim itself by its key, the others by their day (index). */
export const accidentQuestion = (claimId: string) => sql<{ claim_id: string }>`
  with one as materialized (
    select claims.id, account_id, policy_id, details #>> '{answers,on}' as day, told.names, told.cars
    from claims cross join lateral (${told}) as told
    where claims.id = ${claimId} and details is not null
  )
  select claims.id as claim_id
  from one join claims on claims.details is not null
    and claims.details #>> '{answers,on}' = one.day and claims.id <> one.id
  cross join lateral (${told}) as told
  where (claims.policy_id = one.policy_id and claims.account_id <> one.account_id)
    or told.names && one.cars or one.names && told.cars
  order by claims.created_at limit ${AT_MOST}`

/**
 * Claims that tell of the same accident: of the same day, and by another client under the same policy,
 * or one names the car that the other is about: both sides of an accident, or two claims of one side.
 * Said to the desk and decided by nobody here.
 */
export const sameAccident = async (db: Sql, claimId: string): Promise<{ claim_id: string }[]> =>
  (await accidentQuestion(claimId).execute(db)).rows
