import type { ExpressionBuilder } from 'kysely'
import type { DB } from '../db/rows.ts'
import { scanActor } from './scan-result.ts'

/** Who did something last, the scan of a file left out. */
export const lastActor = (expression: ExpressionBuilder<DB, 'claims'>) =>
  expression
    .selectFrom('claim_events')
    .select('actor')
    .whereRef('claim_events.claim_id', '=', 'claims.id')
    .where('claim_events.actor', '<>', scanActor)
    .orderBy('claim_events.id', 'desc')
    .limit(1)
