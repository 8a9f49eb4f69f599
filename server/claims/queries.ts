import type { ExpressionBuilder } from 'kysely'
import { addDays, almatyDay } from '#domain/calendar.ts'
import type { InsuredDays } from '#domain/claim-way/day.ts'
import type { Sql } from '../db/connect.ts'
import type { DB } from '../db/rows.ts'
import { scanActor } from './scan.ts'

/** Policies as a claim asks about them, with when each was ended before its time. */
export const claimPolicies = (sql: Sql) =>
  sql
    .selectFrom('policies')
    .select(['id', 'global_id', 'number', 'kind', 'insurer_code', 'start_date', 'end_date'])
    .select(['facts', 'policyholder_iin', 'state'])
    .select(({ selectFrom }) =>
      selectFrom('policy_history')
        .select(({ fn }) => fn.min('policy_history.at').as('at'))
        .whereRef('policy_history.policy_id', '=', 'policies.id')
        .where('policy_history.state', 'in', ['terminated', 'replaced'])
        .as('ended_at'),
    )
export type ClaimPolicy = NonNullable<
  Awaited<ReturnType<ReturnType<typeof claimPolicies>['executeTakeFirst']>>
>

/**
 * When a policy insured: none of its days where it was cancelled, else to the day on which it was
 * ended before its time.
 */
export const insuredDays = ({
  start_date,
  end_date,
  state,
  ended_at,
}: ClaimPolicy): InsuredDays => ({
  start: start_date,
  end: end_date,
  ended:
    state === 'cancelled' ? addDays(start_date, -1) : ended_at && almatyDay(new Date(ended_at)),
})

/** Who did something last, the scan of a file left out. */
export const lastActor = (expression: ExpressionBuilder<DB, 'claims'>) =>
  expression
    .selectFrom('claim_events')
    .select('actor')
    .whereRef('claim_events.claim_id', '=', 'claims.id')
    .where('claim_events.actor', '<>', scanActor)
    .orderBy('claim_events.id', 'desc')
    .limit(1)
