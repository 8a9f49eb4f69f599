import type { ClaimAnswers as Answers } from '#domain/claim-way/answers.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { type ClaimPolicy, claimPolicies } from './claim-policies.ts'
import type { DraftRow } from './draft-row.ts'

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
