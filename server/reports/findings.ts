import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lockContract } from '../contracts/lock.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * An accountant has settled what was found of a contract, outside this program: who, when and how
 * stand beside it. Once; of the money nothing is changed.
 */
export const reportSettleFinding = handle(
  'reportSettleFinding',
  ({ contract_id, finding, note }, { db, clock, me, locale }) =>
    db.transaction().execute(async (tx) => {
      await lockContract(tx, contract_id)
      const row = await tx
        .selectFrom('contract_findings')
        .select('settled_at')
        .where('contract_id', '=', contract_id)
        .where('finding', '=', finding)
        .executeTakeFirst()
      if (!row) throw notFound()
      if (row.settled_at) return refuse(locale, refusals.orderNotSuitable)
      const at = clock.now()
      const actor = actorOf(me())
      await tx
        .updateTable('contract_findings')
        .set({ settled_at: at, settled_by: actor, note })
        .where('contract_id', '=', contract_id)
        .where('finding', '=', finding)
        .execute()
      await audit(tx, at, {
        actor,
        action: 'contract.finding_settled',
        object: { kind: 'contract', id: contract_id },
        details: { finding },
      })
      return { success: true as const }
    }),
)
