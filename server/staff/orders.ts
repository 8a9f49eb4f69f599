import { placeAfter, placeOf } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { ListAsked } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'

const PAGE = 30

/**
 * Sales of every product that need somebody; those who wait the longest come first. The newest of
 * all, the newest first.
 */
export const staffOrders = handle('staffOrders', async ({ view, cursor }, { db, clock }) => {
  const asked: ListAsked = {
    view,
    after: placeOf(cursor),
    direction: view === 'newest' ? 'desc' : 'asc',
    today: clock.today(),
    limit: PAGE + 1,
  }
  const sign = asked.direction === 'desc' ? -1 : 1
  const rows = (await Promise.all(desks().map((desk) => desk.list(db, asked))))
    .flat()
    .sort(
      (a, b) => sign * (a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
    )
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return ok({
    orders: shown.map((order) => ({
      order_id: order.id,
      number: order.number,
      state: order.state,
      channel: order.channel,
      amount: order.amount,
      at: order.created_at.toISOString(),
      paid_at: order.paid_at?.toISOString() ?? null,
      attempts: order.issue_attempts,
      next_attempt_at: order.next_attempt_at?.toISOString() ?? null,
      to_refund: Number(order.to_refund ?? 0),
    })),
    next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
  })
})
