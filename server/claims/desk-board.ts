import { sql } from 'kysely'
import { ClaimState } from '#contract/claims.ts'
import type { Day } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { productNamed } from '#domain/products.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { platesOf } from './policy-facts.ts'
import { scanActor } from './scan-result.ts'

const AT_MOST = 500
const openStates = ['wait', 'under_consideration', 'accepted'] as const

/** Open claims with their client, who took them and who did something last; the oldest first. */
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
      sql<Day>`coalesce(claims.documents_on, claims.submitted_on)`.as('counted_from'),
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
      expression
        .selectFrom('claim_events')
        .select('actor')
        .whereRef('claim_events.claim_id', '=', 'claims.id')
        .where('claim_events.actor', '<>', scanActor)
        .orderBy('claim_events.id', 'desc')
        .limit(1)
        .as('last_actor'),
    ])
    .where('claims.state', 'in', openStates)
    .orderBy('counted_from')
    .orderBy('claims.id')
    .limit(AT_MOST + 1)
    .execute()

/**
 * The board: what the law wants next of every open claim. It tells a surname and an initial and no
 * more, so that a look at it needs no line of the audit log; an opened claim is audited.
 */
export const staffClaimBoard = handle('staffClaimBoard', async (_body, { db, clock, me }) => {
  const today = clock.today()
  const rows = await openClaims(db)
  const shown = rows.slice(0, AT_MOST)
  const nameOf = await namesOf(
    db,
    shown.map(({ lead }) => lead),
  )
  const own = actorOf(me())
  const claims = shown.flatMap((row) => {
    const state = ClaimState.parse(row.state)
    const [deadline] = claimDeadlines(state, row.counted_from, today)
    if (!deadline) return []
    return [
      {
        claim_id: row.id,
        state,
        who: [row.surname, row.name ? `${row.name.slice(0, 1)}.` : ''].filter(Boolean).join(' '),
        plate: platesOf(row.facts)[0] ?? null,
        policy_type: productNamed(row.policy_type),
        policy_number: row.policy_number,
        damage_type: row.damage_type,
        deadline,
        counted_from: row.counted_from,
        sum: row.payable_sum ?? row.estimated_sum ?? row.asked_sum,
        lead: row.lead ? nameOf(row.lead) : null,
        mine: row.lead === own,
        client_acted: row.last_actor === 'client',
      },
    ]
  })
  claims.sort((one, other) => one.deadline.due.localeCompare(other.deadline.due))
  return ok({ claims, today, more: rows.length > AT_MOST })
})
