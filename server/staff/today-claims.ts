import { z } from 'zod'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { openClaimStates } from '#domain/claims/state.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { countedColumns, countedFrom, countedOf } from '../policies/claim-days.ts'
import { waitingFor } from '../signatures/signatures.ts'
import { dated, LOOKED_AT, type Row, type Shown } from './today-row.ts'

/** Claims that wait for the staff. */

const Signed = z.object({ payable: z.number().nullable() })
const claimActs = {
  missing_documents: 'name_documents',
  decision: 'decide',
  payment: 'pay',
} as const

/**
 * Open claims, each by the nearest of the law's days. One that waits for a second signature is a
 * matter of everybody but the first.
 */
export async function claimsOf({ db, clock, me }: Context): Promise<Row[]> {
  const signing = await waitingFor(db, 'claim')
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'state', 'created_at', 'payable_sum', 'estimated_sum', 'asked_sum'])
    .select(countedColumns)
    .where('state', 'in', openClaimStates)
    .orderBy(countedFrom)
    .limit(LOOKED_AT)
    .execute()
  return rows.flatMap(({ id, state, created_at, ...row }) => {
    const known = openClaimStates.find((one) => one === state)
    const [nearest] = known ? claimDeadlines(known, countedOf(row), clock.today()) : []
    const signature = signing.get(id)
    if (!nearest || signature?.asked_by === actorOf(me())) return []
    return [
      {
        act: signature ? ('sign_claim' as const) : claimActs[nearest.kind],
        desk: 'claims' as const,
        id,
        number: id,
        why: '',
        amount:
          Signed.safeParse(signature?.facts).data?.payable ??
          row.payable_sum ??
          row.estimated_sum ??
          row.asked_sum,
        since: created_at.toISOString(),
        ...dated(nearest.due, clock.now()),
      },
    ]
  })
}

/** The shown rows; those of claims with how many of their papers fit, of a slot the newest. */
export async function withPapers(db: Db, rows: readonly Row[]): Promise<Shown[]> {
  const ids = rows.flatMap(({ desk, id }) => (desk === 'claims' ? [id] : []))
  const newest =
    ids.length === 0
      ? []
      : await db
          .selectFrom('files')
          .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
          .distinctOn(['files.claim_id', 'files.slot'])
          .select(['files.claim_id', 'files.slot', 'paper_verdicts.verdict'])
          .where('files.claim_id', 'in', ids)
          .where('files.kind', '=', 'slot')
          .orderBy('files.claim_id')
          .orderBy('files.slot')
          .orderBy('files.created_at', 'desc')
          .execute()
  const of = Map.groupBy(newest, ({ claim_id }) => claim_id)
  return rows.map((row) => {
    const papers = row.desk === 'claims' ? (of.get(row.id) ?? []) : null
    const fit = papers?.filter(({ verdict }) => verdict === 'fits').length ?? 0
    return {
      ...row,
      likeness: row.likeness ?? null,
      obstacle: row.obstacle ?? null,
      papers: papers && { fit, all: papers.length },
    }
  })
}
