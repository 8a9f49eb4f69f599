import type { KycEvent } from '#domain/kyc.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import { kycChangedJob } from '../jobs/definitions.ts'
import type { Queue } from '../jobs/queue.ts'

/** What happens to a case, for its history and the journal. */

/**
 * What the audit log calls a person: their account where they have one, else their case. Never the
 * IIN.
 */
async function objectOf(tx: Tx, iin: string, caseId: string) {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'cabinet')
    .where('iin', '=', iin)
    .executeTakeFirst()
  return account
    ? ({ kind: 'account', id: account.id } as const)
    : ({ kind: 'kyc_case', id: caseId } as const)
}

/** After these the person is blocked, or not any more. */
export const turns: readonly KycEvent[] = ['blocked', 'blocked_again', 'unblocked', 'released']

/**
 * One line of the case's history and one of the audit log, with the change itself; what stands open
 * with the person follows by a job.
 */
export async function writeEvent(
  tx: Tx,
  { queue }: { queue: Queue },
  of: {
    iin: string
    caseId: string
    event: KycEvent
    reason: string | null
    actor: string
    screeningId: string | null
    at: Date
    details?: AuditEntry['details']
  },
): Promise<void> {
  await tx
    .insertInto('kyc_history')
    .values({
      iin: of.iin,
      event: of.event,
      reason: of.reason,
      actor: of.actor,
      screening_id: of.screeningId,
      at: of.at,
    })
    .execute()
  await audit(tx, of.at, {
    actor: of.actor,
    action: `client.${of.event}`,
    object: await objectOf(tx, of.iin, of.caseId),
    details: { case: of.caseId, screening: of.screeningId, ...of.details },
  })
  if (turns.includes(of.event)) await queue.enqueue(tx, kycChangedJob, { caseId: of.caseId })
}
