import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Counted } from '#domain/claims/deadlines.ts'
import type { DB } from '../db/rows.ts'

/** The day the law counts from: the documents' arrival. */
export const countedFrom = sql<Day>`coalesce(claims.documents_on, claims.submitted_on)`

/** A requested paper has not arrived. */
export const awaitsPapers = (expression: ExpressionBuilder<DB, 'claims'>) =>
  expression.exists(
    expression
      .selectFrom('claim_requests')
      .select('claim_requests.id')
      .whereRef('claim_requests.claim_id', '=', 'claims.id')
      .where('claim_requests.answered_at', 'is', null),
  )

/** Columns that decide the law's days of a claim: every list, desk and screen reads these. */
export const countedColumns = (expression: ExpressionBuilder<DB, 'claims'>) =>
  [
    countedFrom.as('counted_from'),
    expression.ref('claims.direct').as('direct'),
    awaitsPapers(expression).as('awaits'),
  ] as const

export const countedOf = (row: {
  counted_from: Day
  direct: boolean
  awaits: SqlBool
}): Counted => ({
  countedFrom: row.counted_from,
  direct: row.direct,
  awaits: row.awaits === true,
})
