import { pathOf } from '#contract/pages.ts'
import { parseLocale } from '#domain/locale.ts'
import {
  type ClaimNotice,
  claimNotices,
  claimSms,
  thirdPartyClaimed,
} from '#texts/claim-messages.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { clientPhone } from '../codes/client-proof.ts'
import type { Db, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { claimNoticeJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { orRefused, triedBefore } from '../messaging/messages.ts'

/** Purpose of the policyholder's message about a third party's claim. */
const toldPolicyholder = 'claim:third_party'

/**
 * Records, in the claim's transaction, a message to the policyholder and enqueues its job. Once per
 * claim.
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
 * Returns recipient and text: the policyholder's own phone (`clientPhone`) and their policy,
 * nothing about the claimant. Null if we know no phone of theirs.
 */
async function policyholderNotice(
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

/**
 * Records a message about the claim and enqueues its job, in the caller's transaction. `event`: its
 * subject, once.
 */
export async function notifyClaimant(
  tx: Tx,
  deps: Deps,
  claimId: string,
  notice: ClaimNotice,
  event: string,
): Promise<void> {
  const id = `${claimId}:sms:${notice}:${event}`
  await tx
    .insertInto('messages')
    .values({
      id,
      claim_id: claimId,
      kind: 'sms',
      purpose: `claim:${notice}`,
      created_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, claimNoticeJob, { messageId: id })
}

/**
 * Job: sends the SMS by the message's own id, so that a repeated job is the same SMS. A client
 * without a phone reads it in the cabinet.
 */
export async function sendClaimNotice(deps: Deps, messageId: string): Promise<void> {
  await withLock(deps.locks, `claim-notice:${messageId}`, async () => {
    const message = await deps.db
      .selectFrom('messages')
      .innerJoin('claims', 'claims.id', 'messages.claim_id')
      .innerJoin('accounts', 'accounts.id', 'claims.account_id')
      .select([
        'messages.purpose',
        'messages.sent_at',
        'messages.refused',
        'claims.id as claim',
        'claims.policy_id',
        'accounts.phone',
        'accounts.locale',
      ])
      .where('messages.id', '=', messageId)
      .executeTakeFirst()
    if (!message || message.sent_at || message.refused) return
    const notice =
      message.purpose === toldPolicyholder
        ? await policyholderNotice(deps.db, message.policy_id)
        : claimantNotice(deps, message)
    if (!notice) return
    const { phone, text } = notice
    const again = await triedBefore(deps, messageId)
    const sent = await orRefused(deps, messageId, () =>
      step('notify.sms', () => deps.systems.sms.send({ to: phone, text, key: messageId, again })),
    )
    if (!sent) return
    await step('notify.commit', () =>
      deps.db
        .updateTable('messages')
        .set({ sent_at: deps.clock.now(), outside_id: sent.id })
        .where('id', '=', messageId)
        .where('sent_at', 'is', null)
        .execute(),
    )
  })
}

/** Returns recipient and text: the claimant, with the address of their cabinet. */
function claimantNotice(
  { config }: Pick<Deps, 'config'>,
  of: { purpose: string; claim: string; phone: string | null; locale: string },
): { phone: string; text: string } | null {
  const notice = claimNotices.find((each) => of.purpose === `claim:${each}`)
  if (!of.phone || !notice) return null
  const locale = parseLocale(of.locale)
  const link = `${config.publicUrl}${pathOf('account', locale)}?tab=claims`
  return { phone: of.phone, text: claimSms(notice, { number: of.claim, link })[locale] }
}
