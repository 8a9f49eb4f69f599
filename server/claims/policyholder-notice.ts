import { parseLocale } from '#domain/locale.ts'
import { thirdPartyClaimed } from '#texts/claim-messages.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { clientPhone } from '../codes/client-phone.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { claimNoticeJob } from '../jobs/definitions.ts'

/** The message to the policyholder that somebody claims under their policy. */
export const toldPolicyholder = 'claim:third_party'

/**
 * Writes down, in the transaction of the claim, that the policyholder has to hear of it, with the job
 * that tells them. Once for a claim.
 */
export async function tellPolicyholder(tx: Tx, deps: Deps, claimId: string): Promise<void> {
  const id = `${claimId}:sms:third_party`
  await tx
    .insertInto('messages')
    .values({
      id,
      claim_id: claimId,
      kind: 'sms',
      purpose: toldPolicyholder,
      created_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, claimNoticeJob, { messageId: id })
}

/**
 * To whom and in what words: the policyholder's own phone (`clientPhone`), their policy and nothing of
 * whoever claims. Null where no phone of theirs is known.
 */
export async function policyholderNotice(
  db: Db,
  policyId: string,
): Promise<{ phone: string; text: string } | null> {
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .where('id', '=', policyId)
    .executeTakeFirst()
  if (!policy) return null
  const account = await cabinetAccountOf(db, policy.policyholder_iin)
  const phone = account?.phone ?? (policy.kind === 'ogpo' ? await clientPhone(db, policy) : null)
  if (!phone) return null
  return { phone, text: thirdPartyClaimed(policy.global_id)[parseLocale(account?.locale)] }
}
