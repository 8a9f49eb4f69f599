import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { caseNotes } from '../notes/notes.ts'
import { desks } from '../products/products.ts'
import { aboutSale } from './about-sale.ts'
import { lastAct } from './acts.ts'
import { unclearBillsOf } from './bills.ts'
import { endingDocumentsOf } from './ending-documents.ts'
import { giveBackOf } from './give-back.ts'
import { refundsOf } from './refunds.ts'
import { papersOf } from './sale-papers.ts'
import { timelineOf } from './timeline.ts'

/** One sale by its id, its number or its policy's Global ID; the look is in the audit log. */
export const staffOrder = handle('staffOrder', async ({ order_id }, context) => {
  const { db, clock, me, locale } = context
  const found = await saleNamed(order_id, context)
  if (!found) throw notFound()
  const { sale, auditKind } = found
  const actor = actorOf(me())
  await audit(db, clock.now(), {
    actor,
    action: 'order.looked_at',
    object: { kind: auditKind, id: sale.id },
  })
  const [about, papers, acted, refunds, give_back, unclear_bills, ending_documents, ...rest] =
    await Promise.all([
      aboutSale(db, { id: sale.id, soldAt: sale.shown.created_at }, locale),
      papersOf(db, sale.id),
      lastAct(db, sale.id),
      refundsOf(db, sale.id, actor),
      giveBackOf(context, sale),
      unclearBillsOf(db, sale.id),
      endingDocumentsOf(db, sale.id, actor),
      unreachableBy(db, sale.contact),
      timelineOf(db, sale),
      caseNotes(db, { about: 'order', subject: sale.id }, me()),
    ])
  const [unreachable, timeline, notes] = rest
  return ok({
    order_id: sale.id,
    ...sale.shown,
    about,
    papers,
    acted,
    refunds,
    give_back,
    unclear_bills,
    ending_documents,
    unreachable,
    notes,
    ...timeline,
  })
})

/** The sale and what the audit log calls it; the first product that knows it. */
async function saleNamed(wanted: string, context: Context) {
  for (const desk of desks()) {
    const sale = await desk.sale(wanted, context)
    if (sale) return { sale, auditKind: desk.auditKind }
  }
  return null
}
