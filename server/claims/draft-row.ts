import { FileScan } from '#contract/claims.ts'
import type { ClaimAnswers as Answers, Claimant } from '#domain/claim-way/answers.ts'
import { shows } from '#domain/claim-way/photographs.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'
import { type ClaimPolicy, claimPolicies } from './claim-policies.ts'

/** A claim that is being written, as it is kept. */

export const draftRow = (sql: Sql, accountId: string, id: string) =>
  sql
    .selectFrom('claim_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
export type DraftRow = NonNullable<Awaited<ReturnType<typeof draftRow>>>

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

/** An own policy, which a claim may be about. */
const policyOf = (sql: Sql, iin: string, globalId: string) =>
  claimPolicies(sql)
    .where('policyholder_iin', '=', iin)
    .where('global_id', '=', globalId)
    .executeTakeFirst()

/** What a draft is about: an own policy, or the one that a third party's words led to. */
export async function policyOfDraft(
  sql: Sql,
  iin: string,
  { against, policy_id }: Pick<DraftRow, 'against' | 'policy_id'>,
  { policy }: Pick<Answers, 'policy'>,
): Promise<ClaimPolicy | undefined> {
  if (against !== null && policy_id)
    return claimPolicies(sql).where('id', '=', policy_id).executeTakeFirst()
  return against === null && policy ? policyOf(sql, iin, policy) : undefined
}

/** The register of persons has confirmed who this is and that the identity document is good. */
export async function identityConfirmed(sql: Sql, iin: string): Promise<boolean> {
  const person = await sql
    .selectFrom('people')
    .select('iin')
    .where('iin', '=', iin)
    .where('origin', '=', 'register')
    .where('document_valid', '=', true)
    .executeTakeFirst()
  return person !== undefined
}

/** Whether the insurer of a policy takes a code as a signature today; without a policy the rule. */
export async function signsByCode(
  { reference, clock }: Pick<Context, 'reference' | 'clock'>,
  insurerCode: string | undefined,
): Promise<boolean> {
  const found = (await reference.insurers(clock.today())).find(({ code }) => code === insurerCode)
  return found?.signsClaimsByCode ?? insurerCode === undefined
}

/** The own draft that is not sent yet; 404 for any other. */
export async function openDraft(context: Context, account: Account, id: string): Promise<DraftRow> {
  const row = await draftRow(context.db, account.id, id)
  if (!row || row.claim_id) throw notFound()
  return row
}

/** Claims that one client may have begun at a time; the oldest gives way to no one. */
export const AT_MOST = 20
