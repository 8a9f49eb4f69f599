import { sql } from 'kysely'
import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import type { ClaimState } from '#domain/claims/state.ts'
import { whenDue } from '#domain/waiting.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Context } from '../http/context.ts'
import { waitingFor } from '../signatures/signatures.ts'
import { LOOKED_AT, type Row } from './today-row.ts'

/** Claims that wait for the staff. */

const Signed = z.object({ payable: z.number().nullable() })
const claimActs = {
  missing_documents: 'name_documents',
  decision: 'decide',
  payment: 'pay',
} as const
const openStates = ['wait', 'under_consideration', 'accepted'] as const satisfies ClaimState[]

/**
 * Open claims, each by the nearest of the law's days. One that waits for a second signature is a
 * matter of everybody but the first.
 */
export async function claimsOf({ db, clock, me }: Context): Promise<Row[]> {
  const signing = await waitingFor(db, 'claim')
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'state', 'created_at'])
    .select(sql<Day>`coalesce(documents_on, submitted_on)`.as('counted'))
    .where('state', 'in', openStates)
    .orderBy(sql`coalesce(documents_on, submitted_on)`)
    .limit(LOOKED_AT)
    .execute()
  return rows.flatMap(({ id, state, counted: from, created_at }) => {
    const known = openStates.find((one) => one === state)
    const [nearest] = (known ? claimDeadlines(known, from, clock.today()) : []).sort((a, b) =>
      a.due < b.due ? -1 : 1,
    )
    const signature = signing.get(id)
    if (!nearest || signature?.asked_by === actorOf(me())) return []
    return [
      {
        act: signature ? ('sign_claim' as const) : claimActs[nearest.kind],
        desk: 'claims' as const,
        id,
        number: id,
        why: '',
        amount: Signed.safeParse(signature?.facts).data?.payable ?? null,
        since: created_at.toISOString(),
        due: nearest.due,
        when: whenDue(nearest.due, clock.now()),
      },
    ]
  })
}
