import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { lostForUpdate, settleLost } from '../lost/left.ts'
import { isOwnSale } from './own-sale.ts'

/**
 * Staff have settled what a search for lost sales left for people: who, when and how stand beside
 * it. Once; nothing of money or policies is changed by it (decision 247).
 */
export const staffSettleLost = handle('staffSettleLost', ({ about, what, reason }, context) =>
  context.db.transaction().execute(async (tx) => {
    const row = await lostForUpdate(tx, about, what)
    if (!row) throw notFound()
    if (row.settled_at) return refuse(context.locale, refusals.orderNotSuitable)
    if (row.sale_id && (await isOwnSale(tx, context, row.sale_id)))
      return refuse(context.locale, refusals.ownMatter)
    const at = context.clock.now()
    const actor = actorOf(context.me())
    await settleLost(tx, { about, what, by: actor, how: reason, at })
    await audit(tx, at, {
      actor,
      action: 'lost.settled',
      object: { kind: 'lost', id: about },
      details: { what },
    })
    return { success: true as const }
  }),
)
