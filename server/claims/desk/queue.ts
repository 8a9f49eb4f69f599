import { type Selectable, sql } from 'kysely'
import { ClaimState } from '#contract/claims.ts'
import { addDays, almatyDay, type Day } from '#domain/calendar.ts'
import { claimDeadlines, claimWorkingDays } from '#domain/claims/deadlines.ts'
import { openClaimStates } from '#domain/claims/state.ts'
import { addWorkingDays, lastDayDueBy, type MovedDays } from '#domain/claims/working-days.ts'
import { productNamed } from '#domain/products.ts'
import { namesOf } from '../../accounts/accounts.ts'
import { actorOf } from '../../accounts/owner.ts'
import type { Db } from '../../db/connect.ts'
import type { Claims } from '../../db/rows.ts'
import { placeAfter, placeOf } from '../../http/paging.ts'
import { ok } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { ownNames, shortName } from '../../persons/people.ts'
import { awaitsPapers, countedColumns, countedFrom, countedOf } from '../../policies/claim-days.ts'
import { movedDays } from '../../reference/reference.ts'
import { lastActor } from '../queries.ts'
import { platesOf } from '../verdict.ts'

const PAGE = 100

/**
 * Lists the queue. Filters a deadline by the day the documents arrived, since the law counts from
 * it: the index by state serves all of it.
 */
export const staffClaims = handle(
  'staffClaims',
  async ({ view, deadline, policy_type, number, cursor }, { db, clock }) => {
    const today = clock.today()
    const moved = await movedDays(db)
    const finished = view === 'completed' || view === 'rejected' || view === 'all'
    let asked = db
      .selectFrom('claims')
      .innerJoin('policies', 'policies.id', 'claims.policy_id')
      .innerJoin('accounts', 'accounts.id', 'claims.account_id')
      .leftJoin('people', 'people.iin', 'claims.iin')
      .selectAll('claims')
      .select(['policies.global_id', 'policies.number', 'policies.facts'])
      .select((expression) => [
        ...countedColumns(expression),
        ...ownNames,
        lastActor(expression).as('last_actor'),
      ])
    if (view === 'open') asked = asked.where('claims.state', 'in', openClaimStates)
    else if (view !== 'all') asked = asked.where('claims.state', '=', view)
    if (deadline) {
      const by = deadline === 'late' ? addDays(today, -1) : addWorkingDays(today, 1, moved)
      asked = asked.where((expression) =>
        expression.or(
          ([true, false] as const).flatMap((direct) => {
            const days = claimWorkingDays(direct)
            const due = (state: (typeof openClaimStates)[number], within: number) =>
              expression.and([
                expression('claims.state', '=', state),
                expression('claims.direct', '=', direct),
                expression(countedFrom, '<=', lastDayDueBy(by, within, moved)),
                // A decision that waits for a paper is never due; after it nothing waits.
                ...(state === 'under_consideration'
                  ? [expression.not(awaitsPapers(expression))]
                  : []),
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
      claims: shown.map((row) => shownClaim(row, today, moved)),
      next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
    })
  },
)

/** A row's summary of its client: a surname, an initial and the car. */
const aboutOf = (row: { surname: string; name: string; facts: unknown }) => ({
  who: shortName(row),
  plate: platesOf(row.facts)[0] ?? null,
})

type Row = Pick<
  Selectable<Claims>,
  'id' | 'state' | 'policy_type' | 'policy_number' | 'damage_type' | 'created_at' | 'updated_at'
> &
  Parameters<typeof countedOf>[0] &
  Parameters<typeof aboutOf>[0] & { global_id: string; last_actor: string | null }

function shownClaim(row: Row, today: Day, moved: MovedDays) {
  const state = ClaimState.parse(row.state)
  const [nearest] = claimDeadlines(state, countedOf(row), today, moved)
  const soonBy = addWorkingDays(today, 1, moved)
  return {
    claim_id: row.id,
    state,
    ...aboutOf(row),
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

/** So many open claims are shown. */
const AT_MOST = 500

/** Open claims with their client, who leads them and who did something last; the oldest first. */
const openClaims = (db: Db) =>
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
      ...ownNames,
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

/**
 * Returns the board: the next step the law requires for every open claim. Shows surname and initial
 * only, so that viewing it needs no line of the audit log; opening a claim is audited.
 */
export const staffClaimBoard = handle('staffClaimBoard', async (_body, { db, clock, me }) => {
  const today = clock.today()
  const moved = await movedDays(db)
  const rows = await openClaims(db)
  const shown = rows.slice(0, AT_MOST)
  const nameOf = await namesOf(
    db,
    shown.map(({ lead }) => lead),
  )
  const own = actorOf(me())
  const claims = shown.flatMap((row) => {
    const state = ClaimState.parse(row.state)
    const [deadline] = claimDeadlines(state, countedOf(row), today, moved)
    if (!deadline) return []
    return [
      {
        claim_id: row.id,
        state,
        ...aboutOf(row),
        policy_type: productNamed(row.policy_type),
        policy_number: row.policy_number,
        damage_type: row.damage_type,
        deadline,
        counted_from: row.counted_from,
        direct: row.direct,
        sum: row.payable_sum ?? row.estimated_sum ?? row.asked_sum,
        lead: row.lead ? nameOf(row.lead) : null,
        mine: row.lead === own,
        client_acted: row.last_actor === 'client',
      },
    ]
  })
  claims.sort((one, other) => one.deadline.due.localeCompare(other.deadline.due))
  return ok({ claims, today, moved, more: rows.length > AT_MOST })
})
