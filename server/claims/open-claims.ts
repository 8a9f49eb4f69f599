import { sql } from 'kysely'
import { openClaimStates } from '#domain/claims/state.ts'
import type { Db } from '../db/connect.ts'
import { countedColumns } from '../policies/claim-days.ts'
import { lastActor } from './columns.ts'

/** So many open claims are shown. */
export const AT_MOST = 500

/** Open claims with their client, who leads them and who did something last; the oldest first. */
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
        .selectFrom('desk_owners')
        .select(sql<string>`'staff:' || desk_owners.account_id`.as('actor'))
        .where('desk_owners.about', '=', 'claim')
        .whereRef('desk_owners.subject', '=', 'claims.id')
        .as('lead'),
      lastActor(expression).as('last_actor'),
    ])
    .where('claims.state', 'in', openClaimStates)
    .orderBy('counted_from')
    .orderBy('claims.id')
    .limit(AT_MOST + 1)
    .execute()
