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
/** Purpose of a sale's delay message: one a sale, whichever colleague presses. */
const PURPOSE = 'delayed'

/** A bank answers within seconds; a client who has waited this long waits for an outage. */
const UNANSWERED_MS = 10 * 60_000

/** Paid and not issued. Of an active Home it is the next year's contract that is missing. */
const waits = (state: string) => state === 'paid' || state === 'issuing'

/**
 * Lists clients who wait for a system that does not answer, the longest wait first: for a policy,
 * for the next year's contract of Home, for a month's charge with an unknown outcome; whom we have
 * notified, and the text to send. Shows surname and initial, as the list of orders.
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
      /** They receive no SMS: staff call. */
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
 * Notifies those of these clients who still wait and have no message yet, each in their language.
 * Each sale is a transaction of its own under its owner's lock: skips those issued meanwhile.
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
 * Makes the next try of these due now. The job queries the unified database for our number before
 * it sets a policy, and one process works at an order: pressed twice, nothing is issued twice. A
 * charge with an unknown outcome is queried by its own job, and never repeated.
 */
export const staffRetryHeldUp = handle('staffRetryHeldUp', ({ orders }, context) =>
  eachWaiting(context, orders, async (tx, sale) => {
    // Staff never move their own policy at the desk.
    if (await isOwnSale(tx, context, sale.id)) return false
    if (!(await deskOf(sale.product).rerun(tx, context, sale.id, 'issue'))) return false
    await keepAct(tx, context, sale.id, 'order.rerun_issue', '')
    return true
  }),
)

/** Runs the act on each sale with its state; returns how many it changed. */
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
