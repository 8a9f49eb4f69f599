import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { refuseOtherClaim } from './draft-row.ts'

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
