import { FileScan } from '#contract/claims.ts'
import type { Claimant } from '#domain/claim-way/answers.ts'
import { shows } from '#domain/claim-way/photographs.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { Identity } from '../http/identity.ts'
import { notFound } from '../http/refuse.ts'

/** A claim that is being written, as it is kept. */

/** Whether an identity may open a draft of its account: a token of one claim opens its own alone. */
export const opensDraft = ({ kind, draftId }: Identity, id: string | null): boolean =>
  kind !== 'claim' || (id !== null && draftId === id)

/** 404 for a token of one claim where a claim that was sent is another. */
export async function refuseOtherClaim(sql: Sql, me: Identity, claimId: string): Promise<void> {
  if (me.kind === 'claim' && !(await isOfDraft(sql, me, claimId))) throw notFound()
}
/** Whether a claim was the draft of a token of one claim. */
export const isOfDraft = async (sql: Sql, { draftId }: Identity, claimId: string) =>
  (await sql
    .selectFrom('claim_drafts')
    .select('id')
    .where('id', '=', draftId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()) !== undefined

/** The own draft, also one that is sent. */
export const draftRow = async (sql: Sql, me: Identity, id: string) =>
  opensDraft(me, id) ? ownDraft(sql, me.accountId, id) : undefined
const ownDraft = (sql: Sql, accountId: string | null, id: string) =>
  sql
    .selectFrom('claim_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
export type DraftRow = NonNullable<Awaited<ReturnType<typeof ownDraft>>>

/** Photographs and papers that came whole, in the order in which they came. */
export const photographsOf = (sql: Sql, draftId: string) =>
  sql
    .selectFrom('files')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'photo')
    .where('size', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
export type PhotographRow = Awaited<ReturnType<typeof photographsOf>>[number]

export const photographShown = (file: PhotographRow) => ({
  id: file.id,
  shows: shows.find((one) => one === file.slot) ?? ('more' as const),
  name: file.name,
  size: file.size,
  scan: FileScan.parse(file.scan),
})

/** Who claims: what a draft names the one at fault by is a third party's alone. */
export const claimantOf = ({ against }: Pick<DraftRow, 'against'>): Claimant =>
  against === null ? 'policyholder' : 'third-party'

/** The own draft that is not sent yet; 404 for any other. */
export async function openDraft({ db, me }: Context, id: string): Promise<DraftRow> {
  const row = await draftRow(db, me(), id)
  if (!row || row.claim_id) throw notFound()
  return row
}

/** Claims that one client may have begun at a time; the oldest gives way to no one. */
export const AT_MOST = 20
