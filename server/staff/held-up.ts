import { addMs } from '#domain/lifetimes.ts'
import { inEveryLanguage, type Locale, parseLocale } from '#domain/locale.ts'
import { sms } from '#texts/messages.ts'
import type { Clock } from '../clock.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db, Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { enqueueMessage, messageId } from '../messaging/messages.ts'
import type { Sale } from '../products/product.ts'
import { deskOf, desks, saleOf } from '../products/products.ts'
import { shortFacts } from '../quotes/quotes.ts'
import { keepAct } from './client.ts'
import { soldBy } from './orders.ts'
import { isOwnSale } from './own-sale.ts'

/** So many are shown and acted on by one press, those who wait the longest. */
const SHOWN = 100
/** What a sale's message about the wait is known by: one a sale, whoever presses. */
const PURPOSE = 'delayed'

/** A bank answers within seconds; whoever has waited for so long waits for an outage. */
const UNANSWERED_MS = 10 * 60_000

/** Paid and not issued. Of an active Home it is the next year's contract that is missing. */
const waits = (state: string) => state === 'paid' || state === 'issuing'

/**
 * Who waits because something does not answer, the longest wait first: for a policy, for the next
 * year's contract of Home, for what became of a month's charge; whom we have told of it, and what
 * would be said. It tells a surname and an initial, as the list of orders.
 */
export const staffHeldUp = handle('staffHeldUp', async (_body, { db, clock, locale }) =>
  ok({
    people: await whoWaits(db, clock, locale),
    message: inEveryLanguage((language) => sms.delayed()[language]),
  }),
)

/** The people of `staffHeldUp`, by as many statements however many they are. */
export async function whoWaits(db: Db, clock: Clock, locale: Locale) {
  const asked = {
    after: null,
    direction: 'asc',
    today: clock.today(),
    askedBefore: addMs(clock.now(), -UNANSWERED_MS),
    limit: SHOWN,
  } as const
  const of = async (view: 'stuck' | 'charges') =>
    (await Promise.all(desks().map((desk) => desk.list(db, { ...asked, view })))).flat()
  const [stuck, charges] = await Promise.all([of('stuck'), of('charges')])
  const rows = [
    ...stuck.map((row) => ({
      ...row,
      waits_for: waits(row.state) ? ('policy' as const) : ('year' as const),
    })),
    ...charges.map((row) => ({ ...row, waits_for: 'month' as const })),
  ]
    .map((row) => ({ ...row, since: row.waits_since ?? row.created_at }))
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .slice(0, SHOWN)
  const ids = rows.map(({ id }) => id)
  const [sold, told] = await Promise.all([soldBy(db, ids), toldOf(db, ids)])
  return rows.map((row) => {
    const sale = sold.get(row.id)
    const message = told.get(row.id)
    const { who, plate } = shortFacts(sale?.facts, locale)
    return {
      order_id: row.id,
      waits_for: row.waits_for,
      number: row.number,
      who,
      plate,
      amount: row.amount,
      paid_at: row.since.toISOString(),
      attempts: row.issue_attempts,
      next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
      language: sale ? parseLocale(sale.locale) : locale,
      told_at: message?.created_at.toISOString() ?? null,
      /** Nothing reaches them by SMS: somebody calls. */
      unreached: message ? message.refused !== null : !sale?.phone,
    }
  })
}

type Told = { created_at: Date; refused: string | null }

async function toldOf(db: Sql, ids: string[]): Promise<Map<string | null, Told>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('messages')
    .select(['order_id', 'created_at', 'refused'])
    .where(
      'id',
      'in',
      ids.map((id) => messageId(id, 'sms', PURPOSE)),
    )
    .execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

/**
 * Tells those of these who still wait and were not told before, each in their language. Each sale
 * is a transaction of its own under its owner's lock: who was issued meanwhile is left out.
 */
export const staffTellHeldUp = handle('staffTellHeldUp', ({ orders }, context) =>
  eachWaiting(context, orders, async (tx, sale, state) => {
    if (!waits(state) || !sale.phone) return false
    const id = messageId(sale.id, 'sms', PURPOSE)
    const known = await tx
      .selectFrom('messages')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (known) return false
    await enqueueMessage(tx, context, sale.product, sale.id, PURPOSE)
    await keepAct(tx, context, sale.id, 'order.told_to_wait', '')
    return true
  }),
)

/**
 * Makes the next try of these due now. The job asks the unified database for our number before it
 * sets a policy, and one process works at an order: pressed twice, nothing is issued twice. A charge
 * of which nobody knows how it ended is asked about by itself, and never made again.
 */
export const staffRetryHeldUp = handle('staffRetryHeldUp', ({ orders }, context) =>
  eachWaiting(context, orders, async (tx, sale) => {
    // Nobody moves their own policy at the desk.
    if (await isOwnSale(tx, context, sale.id)) return false
    if (!(await deskOf(sale.product).rerun(tx, context, sale.id, 'issue'))) return false
    await keepAct(tx, context, sale.id, 'order.rerun_issue', '')
    return true
  }),
)

/** Does it with each sale, whose state it is told; answers with how many it was done. */
async function eachWaiting(
  context: Context,
  orders: readonly { order_id: string }[],
  act: (tx: Tx, sale: Sale, state: string) => Promise<boolean>,
) {
  let done = 0
  for (const id of new Set(orders.map(({ order_id }) => order_id))) {
    const isDone = await context.db.transaction().execute(async (tx) => {
      const found = await saleOf(tx, id)
      if (!found) return false
      await lockContract(tx, found.sale.contractId)
      const [now] = await deskOf(found.sale.product).found(tx, [id])
      return now !== undefined && act(tx, found.sale, now.state)
    })
    if (isDone) done += 1
  }
  return ok({ done })
}
