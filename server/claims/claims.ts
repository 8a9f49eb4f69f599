import type { Selectable } from 'kysely'
import { z } from 'zod'
import { ClaimCase, ClaimSlot, ClaimState, ClaimStatus, FileScan } from '#contract/claims.ts'
import { almatyDay } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { productNamed } from '#domain/products.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import type { Files } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { countedColumns, countedOf } from '../policies/claim-days.ts'
import { ClaimDetails } from './claim-details.ts'
import { refuseOtherClaim } from './draft-row.ts'
import { scanActor } from './scan-result.ts'

const AT_MOST = 200
const Author = z.enum(['client', 'staff'])
type FileRow = Selectable<Files>

const shownFile = (file: FileRow) => ({
  id: file.id,
  type: file.kind === 'slot' ? file.slot : file.kind,
  name: file.name,
  size: file.size,
  mime: file.mime,
  at: file.created_at.toISOString(),
  scan: FileScan.parse(file.scan),
})

/** Claims of an account as their owner may see them; one by its id, or the newest. */
async function claimsOf({ db, clock }: Context, accountId: string, claimId?: string) {
  let asked = db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .selectAll('claims')
    .select('policies.global_id')
    .select(({ selectFrom }) =>
      selectFrom('claim_requests')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('claim_requests.claim_id', '=', 'claims.id')
        .where('claim_requests.answered_at', 'is', null)
        .as('asked'),
    )
    .select(countedColumns)
    .where('claims.account_id', '=', accountId)
  if (claimId) asked = asked.where('claims.id', '=', claimId)
  const rows = await asked.orderBy('claims.created_at', 'desc').limit(AT_MOST).execute()
  const reports = await filesOf(
    db,
    rows.filter((row) => row.visible_to_client).map(({ id }) => id),
    'evaluation_report',
  )
  return rows.map((row) => {
    const status = ClaimState.parse(row.state)
    // Of the contract of the one at fault a third party is told what they named themselves.
    const details = ClaimDetails.safeParse(row.details)
    const named = details.data?.by === 'third-party' ? (details.data.named ?? '') : null
    const report = reports.find((file) => file.claim_id === row.id)
    return {
      claim_id: row.id,
      claim_number: row.id,
      global_id: named ?? row.global_id,
      claim_date: almatyDay(row.created_at),
      status,
      policy_number: named ?? row.policy_number,
      policy_type: productNamed(row.policy_type),
      property_address: row.property_address,
      damage_type: row.damage_type,
      claim_case: ClaimCase.parse(row.claim_case),
      claim_status: ClaimStatus.parse(row.claim_status),
      visible_to_client: row.visible_to_client,
      evaluation_report: report && report.scan !== 'infected' ? shownFile(report) : null,
      deadlines: claimDeadlines(status, countedOf(row), clock.today()),
      asked: Number(row.asked),
      by_way: row.details !== null,
      updated_at: row.updated_at.toISOString(),
    }
  })
}

async function filesOf(
  db: Sql,
  claimIds: string[],
  kind: 'slot' | 'evaluation_report',
): Promise<FileRow[]> {
  if (claimIds.length === 0) return []
  return db
    .selectFrom('files')
    .selectAll()
    .where('claim_id', 'in', claimIds)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .execute()
}

export const getClaims = handle('claimGetClaims', async (_body, context) => {
  const account = await myAccount(context.db, context.me())
  return ok(await claimsOf(context, account.id))
})

export const getClaim = handle('claimGetClaim', async ({ claim_id }, context) => {
  const { db, me } = context
  const account = await myAccount(db, me())
  await refuseOtherClaim(db, me(), claim_id)
  const [claim] = await claimsOf(context, account.id, claim_id)
  if (!claim) throw notFound()
  const [documents, messages, requests, history] = await Promise.all([
    filesOf(db, [claim_id], 'slot'),
    db
      .selectFrom('claim_messages')
      .selectAll()
      .where('claim_id', '=', claim_id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('claim_requests')
      .selectAll()
      .where('claim_id', '=', claim_id)
      .where('answered_at', 'is', null)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('claim_history')
      .select(['state', 'at', 'reason'])
      .where('claim_id', '=', claim_id)
      .orderBy('id')
      .execute(),
  ])
  return ok({
    ...claim,
    documents: documents.map(shownFile),
    messages: messages.map((message) => ({
      text: message.body,
      from: Author.parse(message.author),
      at: message.at.toISOString(),
    })),
    missing_documents: requests.map((request) => ({
      id: request.id,
      slot: ClaimSlot.parse(request.slot),
      note: request.note,
      infected: request.actor === scanActor,
      at: request.at.toISOString(),
    })),
    history: history.map((line) => ({
      status: ClaimState.parse(line.state),
      at: line.at.toISOString(),
      reason: line.state === 'rejected' ? line.reason : null,
    })),
  })
})
