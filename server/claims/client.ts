import type { Selectable } from 'kysely'
import { z } from 'zod'
import { ClaimAnswers } from '#contract/claim-draft.ts'
import { ClaimCase, ClaimSlot, ClaimState, ClaimStatus, FileScan } from '#contract/claims.ts'
import { almatyDay } from '#domain/calendar.ts'
import { claimants } from '#domain/claim-way/answers.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { addMs, oneUseLinkMs } from '#domain/lifetimes.ts'
import { productNamed } from '#domain/products.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import type { Files } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { type Identity, tokenHash } from '../http/identity.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { countedColumns, countedOf } from '../policies/claim-days.ts'
import { movedDays } from '../reference/reference.ts'
import { isOfDraft, opensDraft, refuseOtherClaim } from './draft.ts'
import { scanActor } from './scan.ts'

/**
 * Answers of the guided claim beyond the specification's fields: the column `details` of `claims`.
 * A claim sent as six files has none. A third party's also stores how they named the party at fault
 * (decision 224): their papers and screens show that instead of the policy.
 */
export const ClaimDetails = z.object({
  by: z.enum(claimants),
  /** A plate or a policy's number; of a third party alone. */
  named: z.string().optional(),
  answers: ClaimAnswers,
  /** How the applications were signed: by a code from an SMS, or by hand on paper. */
  signed: z.object({ how: z.enum(['code', 'paper']), at: z.string() }),
  /** What confirmed the identity: the register, or photographs of the document. */
  identity: z.enum(['register', 'photographs']),
})
export type ClaimDetails = z.infer<typeof ClaimDetails>

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
        // A decided claim waits for no document, whatever was requested.
        .where('claims.state', 'not in', ['completed', 'rejected'])
        .as('asked'),
    )
    .select(countedColumns)
    .where('claims.account_id', '=', accountId)
  if (claimId) asked = asked.where('claims.id', '=', claimId)
  const rows = await asked.orderBy('claims.created_at', 'desc').limit(AT_MOST).execute()
  const moved = await movedDays(db)
  const reports = await filesOf(
    db,
    rows.filter((row) => row.visible_to_client).map(({ id }) => id),
    'evaluation_report',
  )
  return rows.map((row) => {
    const status = ClaimState.parse(row.state)
    // A third party sees only what they named of the at-fault party's contract.
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
      deadlines: claimDeadlines(status, countedOf(row), clock.today(), moved),
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
    missing_documents: (claim.asked > 0 ? requests : []).map((request) => ({
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

/** The client writes about their own claim; staff see in the queue that it waits for them. */
export const writeMessage = handle(
  'claimWriteMessage',
  async ({ claim_id, text }, { db, me, clock, limits, locale }) => {
    const account = await myAccount(db, me())
    await refuseOtherClaim(db, me(), claim_id)
    await limits.count('uploadsPerClient', account.id)
    return db.transaction().execute(async (tx) => {
      const claim = await tx
        .selectFrom('claims')
        .select('state')
        .where('id', '=', claim_id)
        .where('account_id', '=', account.id)
        .forUpdate()
        .executeTakeFirst()
      if (!claim) throw notFound()
      if (claim.state === 'completed') return refuse(locale, refusals.claimChanged)
      const at = clock.now()
      await tx
        .insertInto('claim_messages')
        .values({ claim_id, author: 'client', actor: 'client', body: text, at })
        .execute()
      await tx
        .insertInto('claim_events')
        .values({ claim_id, at, actor: 'client', what: 'message' })
        .execute()
      await tx.updateTable('claims').set({ updated_at: at }).where('id', '=', claim_id).execute()
      return { success: true as const }
    })
  },
)

/**
 * Returns a link that opens one file once within a minute: for its owner, their own uploads and the
 * report shown to them; for staff, every file of a claim and of a case of KYC. Only for a file the
 * scanner found clean.
 */
export const fileLink = handle(
  'cabinetFileLink',
  async ({ id }, { db, me, clock, config, locale }) => {
    const account = await myAccount(db, me())
    const file = await db
      .selectFrom('files')
      .leftJoin('claims', 'claims.id', 'files.claim_id')
      .select([
        ...(['files.id', 'files.kind', 'files.scan', 'files.owner_id'] as const),
        ...(['files.claim_id', 'files.draft_id', 'files.kyc_case_id', 'files.ending_id'] as const),
        ...(['claims.account_id', 'claims.visible_to_client'] as const),
      ])
      .where('files.id', '=', id)
      .executeTakeFirst()
    if (!file || !(await opensFile(db, me(), file))) throw notFound()
    // A file not sent yet is visible to the client alone.
    const own = file.claim_id
      ? file.account_id === account.id &&
        (file.kind !== 'evaluation_report' || file.visible_to_client)
      : file.draft_id && file.owner_id === account.id
    const ofDesk = file.claim_id || file.kyc_case_id || file.ending_id
    const atDesk = me().kind === 'user' && account.role === 'staff'
    if (!(own || (ofDesk && atDesk))) throw notFound()
    if (file.scan !== 'clean')
      return refuse(
        locale,
        file.scan === 'infected' ? refusals.fileInfected : refusals.fileNotScanned,
      )
    if (!own)
      await audit(db, clock.now(), {
        actor: actorOf(me()),
        action: openedAs(file),
        object: { kind: 'file', id: file.id },
      })
    const key = randomKey()
    const expiresAt = addMs(clock.now(), oneUseLinkMs)
    await db
      .insertInto('file_links')
      .values({ hash: tokenHash(key), file_id: file.id, expires_at: expiresAt })
      .execute()
    return {
      success: true as const,
      url: `${config.publicUrl}/files/${key}`,
      expiresAt: expiresAt.toISOString(),
    }
  },
)

/**
 * Checks if the identity may open files of this claim at all: a token of one claim, only its own.
 */
const opensFile = async (
  sql: Sql,
  me: Identity,
  { claim_id, draft_id }: { claim_id: string | null; draft_id: string | null },
): Promise<boolean> =>
  opensDraft(me, draft_id) || (claim_id !== null && (await isOfDraft(sql, me, claim_id)))

const openedAs = (file: { kyc_case_id: string | null; ending_id: string | null }) => {
  if (file.kyc_case_id) return 'kyc.document_opened'
  return file.ending_id ? 'policy.ending_document_opened' : 'file.opened'
}
