import { type ExpressionBuilder, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { DB } from '../db/rows.ts'
import { scanActor } from './scan-result.ts'

/** The day from which the law counts: on which the documents came. */
export const countedFrom = sql<Day>`coalesce(claims.documents_on, claims.submitted_on)`

/** Who did something last, the scan of a file left out. */
export const lastActor = (expression: ExpressionBuilder<DB, 'claims'>) =>
  expression
    .selectFrom('claim_events')
    .select('actor')
    .whereRef('claim_events.claim_id', '=', 'claims.id')
    .where('claim_events.actor', '<>', scanActor)
    .orderBy('claim_events.id', 'desc')
    .limit(1)
