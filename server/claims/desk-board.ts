import { ClaimState } from '#contract/claims.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { productNamed } from '#domain/products.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { shortName } from '../persons/record.ts'
import { countedOf } from '../policies/claim-days.ts'
import { AT_MOST, openClaims } from './open-claims.ts'
import { platesOf } from './policy-facts.ts'

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
    const [deadline] = claimDeadlines(state, countedOf(row), today)
    if (!deadline) return []
    return [
      {
        claim_id: row.id,
        state,
        who: shortName({ surname: row.surname ?? '', name: row.name ?? '' }),
        plate: platesOf(row.facts)[0] ?? null,
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
  return ok({ claims, today, more: rows.length > AT_MOST })
})
