import { openClaimStates } from '#domain/claims/state.ts'
import type { Db } from '../db/connect.ts'
import { countedColumns } from '../policies/claim-days.ts'
import { lastActor } from './columns.ts'

/** So many open claims are shown. */
export const AT_MOST = 500

/** Open claims with their client, who took them and who did something last; the oldest first. */
export const openClaims = (db: Db) =>
  db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .leftJoin('people', 'people.iin', 'claims.iin')
    .select([
      'claims.id',
      'claims.state',
      'claims.policy_type',
      'claims.policy_number',
      'claims.damage_type',
      'claims.payable_sum',
      'claims.estimated_sum',
      'claims.asked_sum',
      'policies.facts',
    ])
    .select((expression) => [
      ...countedColumns(expression),
      expression.fn.coalesce('people.surname', 'accounts.surname').as('surname'),
      expression.fn.coalesce('people.name', 'accounts.name').as('name'),
      expression
        .selectFrom('claim_history')
        .select('actor')
        .whereRef('claim_history.claim_id', '=', 'claims.id')
        .where('claim_history.state', '=', 'under_consideration')
        .orderBy('claim_history.id', 'desc')
        .limit(1)
        .as('lead'),
      lastActor(expression).as('last_actor'),
    ])
    .where('claims.state', 'in', openClaimStates)
    .orderBy('counted_from')
    .orderBy('claims.id')
    .limit(AT_MOST + 1)
    .execute()
