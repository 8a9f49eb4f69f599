import { tokenHash } from '../http/identity.ts'
import { notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * Binds a token that may only buy to the visit of a partner's link; from then on the sale is the
 * partner's.
 */
export const partnerStart = handle('partnerStart', async ({ visit }, { db, me, clock }) => {
  const found = await db
    .selectFrom('partner_visits')
    .select('id')
    .where('key', '=', tokenHash(visit))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!found) throw notFound()
  await db
    .updateTable('tokens')
    .set({ partner_visit: found.id })
    .where('hash', '=', me().hash)
    .execute()
  return { success: true as const }
})
