import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { MovedDays } from '#domain/claims/working-days.ts'
import { type AllowedAct, dueAllowed, usualActAllowance } from '#domain/due.ts'
import { type Need, needOf, type OpenRefund } from '#domain/waiting.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { withLostLetter, withUnclearBill } from '../products/sale-lists.ts'

type Open = OpenRefund & { enteredBy: string | null }
/** `enteredBy`: the person who entered the bank details; another one must approve them. */
type Needed = { need: Need | null; enteredBy: string | null }

/** Returns what each of these orders and subscriptions waits for. */
export async function needsOf(
  db: Db,
  rows: readonly { id: string; state: string; next_attempt_at: Date | null }[],
  today: Day,
): Promise<Map<string, Needed>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const [bills, letters] = await Promise.all([
    among(db, ids, withUnclearBill('asked.id', today)),
    among(db, ids, withLostLetter('asked.id', today)),
  ])
  const failed = await db
    .selectFrom('refunds')
    .leftJoin('refund_details', 'refund_details.refund_id', 'refunds.id')
    .select([
      'refunds.order_id',
      'refunds.attempt_id',
      'refund_details.entered_by',
      'refund_details.approved_by',
    ])
    .where('refunds.state', '=', 'failed')
    .where('refunds.order_id', 'in', ids)
    .orderBy('refunds.created_at')
    .execute()
  const open = new Map<string, Open[]>()
  for (const { order_id, attempt_id, entered_by, approved_by } of failed)
    open.set(order_id, [
      ...(open.get(order_id) ?? []),
      {
        byPayment: attempt_id !== null,
        details: approved_by ? 'approved' : entered_by ? 'entered' : 'none',
        enteredBy: entered_by,
      },
    ])
  return new Map(
    rows.map(({ id, state, next_attempt_at }) => {
      const refunds = open.get(id) ?? []
      // A subscription whose next year was not registered stays active and has a next try.
      const notIssued = state === 'paid' || state === 'issuing' || next_attempt_at !== null
      const also = { bill: bills.has(id), letter: letters.has(id) }
      return [
        id,
        { need: needOf(notIssued, refunds, also), enteredBy: refunds[0]?.enteredBy ?? null },
      ]
    }),
  )
}

/** Returns what says when an act that waits since an instant is late, by today's reference rows. */
export async function waitsIn({ db, clock }: Pick<Context, 'db' | 'clock'>, moved: MovedDays) {
  const today = clock.today()
  const rows = await db
    .selectFrom('act_allowances')
    .select(['act', 'minutes'])
    .where('effective_from', '<=', today)
    .where((is) => is.or([is('effective_to', 'is', null), is('effective_to', '>=', today)]))
    .execute()
  const allowed = new Map(rows.map(({ act, minutes }) => [act, minutes]))
  return (act: AllowedAct, since: Date) => {
    const minutes = allowed.get(act) ?? usualActAllowance
    return { minutes, ...dueAllowed(since, minutes, clock.now(), moved) }
  }
}

/** Returns those ids that match a condition on `asked.id`. */
async function among(db: Db, ids: string[], condition: RawBuilder<boolean>): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select id from unnest(${ids}::text[]) as asked (id) where ${condition}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
