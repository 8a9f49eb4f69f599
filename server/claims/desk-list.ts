import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { ClaimState } from '#contract/claims.ts'
import { addDays, almatyDay, type Day } from '#domain/calendar.ts'
import { claimDeadlines, claimWorkingDays } from '#domain/claims/deadlines.ts'
import { openClaimStates } from '#domain/claims/state.ts'
import { addWorkingDays, lastDayDueBy } from '#domain/claims/working-days.ts'
import { productNamed } from '#domain/products.ts'
import type { Claims } from '../db/rows.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { awaitsPapers, countedColumns, countedFrom, countedOf } from '../policies/claim-days.ts'
import { lastActor } from './columns.ts'

const PAGE = 30

/**
 * The queue. A deadline is asked for by the day the documents came, since the law counts from it:
 * the index by state serves all of it.
 */
export const staffClaims = handle(
  'staffClaims',
  async ({ view, deadline, policy_type, number, cursor }, { db, clock }) => {
    const today = clock.today()
    const finished = view === 'completed' || view === 'rejected' || view === 'all'
    let asked = db
      .selectFrom('claims')
      .innerJoin('policies', 'policies.id', 'claims.policy_id')
      .selectAll('claims')
      .select(['policies.global_id', 'policies.number'])
      .select((expression) => [
        ...countedColumns(expression),
        lastActor(expression).as('last_actor'),
      ])
    if (view === 'open') asked = asked.where('claims.state', 'in', openClaimStates)
    else if (view !== 'all') asked = asked.where('claims.state', '=', view)
    if (deadline) {
      const by = deadline === 'late' ? addDays(today, -1) : addWorkingDays(today, 1)
      asked = asked.where((expression) =>
        expression.or(
          ([true, false] as const).flatMap((direct) => {
            const days = claimWorkingDays(direct)
            const due = (state: (typeof openClaimStates)[number], within: number) =>
              expression.and([
                expression('claims.state', '=', state),
                expression('claims.direct', '=', direct),
                expression(countedFrom, '<=', lastDayDueBy(by, within)),
                // What waits for a paper is never due, but naming what is missing.
                ...(state === 'wait' ? [] : [expression.not(awaitsPapers(expression))]),
              ])
            return [
              due('wait', days.missing_documents),
              due('under_consideration', days.decision),
              due('accepted', days.payment),
            ]
          }),
        ),
      )
    }
    if (policy_type) asked = asked.where('claims.policy_type', '=', policy_type)
    if (number) {
      const begins = `${number.toUpperCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      asked = asked.where((expression) =>
        expression.or([
          expression('claims.id', 'like', begins),
          expression('claims.policy_number', 'like', begins),
          expression('policies.global_id', 'like', begins),
        ]),
      )
    }
    const after = placeOf(cursor)
    if (after)
      asked = asked.where(
        finished
          ? sql<boolean>`(claims.created_at, claims.id) < (${after.at}, ${after.id})`
          : sql<boolean>`(claims.created_at, claims.id) > (${after.at}, ${after.id})`,
      )
    const direction = finished ? 'desc' : 'asc'
    const rows = await asked
      .orderBy('claims.created_at', direction)
      .orderBy('claims.id', direction)
      .limit(PAGE + 1)
      .execute()
    const shown = rows.slice(0, PAGE)
    const last = shown.at(-1)
    return ok({
      claims: shown.map((row) => shownClaim(row, today)),
      next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
    })
  },
)

type Row = Pick<
  Selectable<Claims>,
  'id' | 'state' | 'policy_type' | 'policy_number' | 'damage_type' | 'created_at' | 'updated_at'
> &
  Parameters<typeof countedOf>[0] & { global_id: string; last_actor: string | null }

function shownClaim(row: Row, today: Day) {
  const state = ClaimState.parse(row.state)
  const [nearest] = claimDeadlines(state, countedOf(row), today)
  const soonBy = addWorkingDays(today, 1)
  return {
    claim_id: row.id,
    state,
    policy_type: productNamed(row.policy_type),
    policy_number: row.policy_number,
    global_id: row.global_id,
    damage_type: row.damage_type,
    claim_date: almatyDay(row.created_at),
    deadline: nearest ? { ...nearest, soon: !nearest.late && nearest.due <= soonBy } : null,
    client_acted: row.last_actor === 'client',
    updated_at: row.updated_at.toISOString(),
  }
}
