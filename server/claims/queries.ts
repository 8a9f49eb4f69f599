import { type ExpressionBuilder, sql } from 'kysely'
import { addDays, almatyDay, type Day } from '#domain/calendar.ts'
import type { InsuredDays } from '#domain/claim-way/day.ts'
import type { Sql } from '../db/connect.ts'
import type { DB } from '../db/rows.ts'
import { scanActor } from './scan.ts'

/** When a policy of `policies` beside it ended early; null if it did not. */
export const endedAt = sql<Date | null>`(select min(past.at) from policy_history as past
  where past.policy_id = policies.id and past.state in ('terminated', 'replaced'))`

/** Selects policies for a claim, with the time of an early end. */
export const claimPolicies = (db: Sql) =>
  db
    .selectFrom('policies')
    .select(['id', 'global_id', 'number', 'kind', 'insurer_code', 'start_date', 'end_date'])
    .select(['facts', 'policyholder_iin', 'state'])
    .select(endedAt.as('ended_at'))

export type ClaimPolicy = NonNullable<
  Awaited<ReturnType<ReturnType<typeof claimPolicies>['executeTakeFirst']>>
>

/** Days a policy insured: none if it was cancelled, else up to the day of its early end. */
export const insuredDays = ({
  start_date,
  end_date,
  state,
  ended_at,
}: Pick<ClaimPolicy, 'start_date' | 'end_date' | 'state' | 'ended_at'>): InsuredDays => ({
  start: start_date,
  end: end_date,
  ended: state === 'cancelled' ? addDays(start_date, -1) : ended_at && almatyDay(ended_at),
})

/** Returns the last actor, except the scanner. */
export const lastActor = (expression: ExpressionBuilder<DB, 'claims'>) =>
  expression
    .selectFrom('claim_events')
    .select('actor')
    .whereRef('claim_events.claim_id', '=', 'claims.id')
    .where('claim_events.actor', '<>', scanActor)
    .orderBy('claim_events.id', 'desc')
    .limit(1)

/** Last day a policy insured; before its first if it insured none. */
export const lastInsuredDay = (policy: Parameters<typeof insuredDays>[0]): Day => {
  const { end, ended } = insuredDays(policy)
  return ended !== null && ended < end ? ended : end
}
