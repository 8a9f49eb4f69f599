import { type ConsentState, consentHolds, consentState } from '#domain/consent.ts'
import type { ConsentFact } from '#domain/ogpo/eligibility.ts'
import type { Identity } from '../auth.ts'
import type { Sql } from '../db/connect.ts'

/** Whether each person has agreed to their data being asked for. The buyer's code was their consent; the newest answer of the others counts. */
export async function consentFacts(sql: Sql, iins: readonly string[], me: Identity, now: Date): Promise<Map<string, ConsentFact>> {
  const rows = await sql
    .selectFrom('consents')
    .select(['iin', 'state', 'requested_at', 'answered_at', 'withdrawn_at'])
    .where('iin', 'in', [...iins])
    .orderBy('requested_at', 'asc')
    .execute()
  const facts = new Map<string, ConsentFact>()
  for (const row of rows) {
    const asked = { state: stateOf(row.state), requestedAt: row.requested_at, answeredAt: row.answered_at, withdrawnAt: row.withdrawn_at }
    const state = consentState(asked, now)
    if (state === 'approved') {
      if (consentHolds(asked, now)) facts.set(row.iin, 'approved')
      else if (row.withdrawn_at) facts.set(row.iin, 'missing')
    } else if (facts.get(row.iin) !== 'approved' || state === 'rejected') facts.set(row.iin, state)
  }
  if (me.kind !== 'promoter' && !facts.has(me.iin)) facts.set(me.iin, 'approved')
  return facts
}

const stateOf = (text: string): ConsentState => (text === 'approved' || text === 'rejected' || text === 'expired' ? text : 'awaiting')
