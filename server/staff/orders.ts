import { choices as contract } from '#contract/desk-search.ts'
import type { Day } from '#domain/calendar.ts'
import type { Db } from '../db/connect.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { HttpError, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { obstacleIn } from '../orders/orders.ts'
import type { ListAsked, ListedSale } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'
import { shortFacts } from '../quotes/quotes.ts'
import { movedDays } from '../reference/reference.ts'
import { waitingSubjects } from '../signatures/signatures.ts'
import { needsOf, waitsIn } from './needs.ts'

const PAGE = 100
/** So many of a view are counted, no more. */
const COUNTED = 1_000
const needing = ['stuck', 'refund_failed', 'details', 'bills', 'letters'] as const

/**
 * Lists sales of every product that need staff, the longest wait first; all sales, newest first.
 * Shows surname and initial only, so that viewing it needs no line of the audit log; opening an
 * order is audited.
 */
export const staffOrders = handle(
  'staffOrders',
  async ({ view, order, state, channel, cursor }, { db, clock, locale }) => {
    const direction = (order ?? (view === 'newest' ? 'newest' : 'oldest')) === 'newest'
    const asked: Omit<ListAsked, 'view'> = {
      after: placeOf(cursor),
      direction: direction ? 'desc' : 'asc',
      today: clock.today(),
      limit: PAGE + 1,
      state,
      channel,
    }
    const [found, counts] = await Promise.all([
      // Each view has its index: the sales that need staff are the union of several, each order
      // once.
      Promise.all((view === 'human' ? needing : [view]).map((one) => rowsOf(db, one, asked))),
      cursor ? null : waitingOrders(db, asked.today),
    ])
    const rows = inOrder(distinct(found.flat()), direction ? -1 : 1)
    const shown = rows.slice(0, PAGE)
    const last = shown.at(-1)
    const ids = shown.map(({ id }) => id)
    const [needOf, waitOf, signing, sold] = await Promise.all([
      needsOf(db, shown, asked.today),
      movedDays(db).then((moved) => waitsIn({ db, clock }, moved)),
      waitingSubjects(db, 'refund', ids),
      soldBy(db, ids),
    ])
    const isLate = ({ id, paid_at, created_at }: ListedSale): boolean => {
      const need = needOf.get(id)?.need
      return need ? waitOf(need, paid_at ?? created_at).when === 'late' : false
    }
    return ok({
      orders: shown.map((row) => ({
        order_id: row.id,
        number: row.number,
        ...shortFacts(sold.get(row.id)?.facts, locale),
        state: row.state,
        channel: row.channel,
        amount: row.amount,
        at: row.created_at.toISOString(),
        paid_at: row.paid_at?.toISOString() ?? null,
        attempts: row.issue_attempts,
        next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
        to_refund: Number(row.to_refund ?? 0),
        need: needOf.get(row.id)?.need ?? null,
        late: isLate(row),
        signing: signing.has(row.id),
        obstacle: obstacleIn(row.issue_error),
      })),
      next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
      counts: counts?.counts ?? null,
    })
  },
)

/** Returns sales that need staff, the longest wait first, and the count of each kind. */
export async function waitingOrders(db: Db, today: Day) {
  const asked = { after: null, direction: 'asc', today, limit: COUNTED } as const
  const [stuck = [], refundFailed = [], details = [], ...others] = await Promise.all(
    needing.map((view) => rowsOf(db, view, asked)),
  )
  const rows = inOrder(distinct([stuck, refundFailed, details, ...others].flat()), 1)
  const counted = (of: readonly ListedSale[]) => ({
    count: of.length,
    amount: of.reduce((sum, { amount }) => sum + amount, 0),
  })
  return {
    rows,
    counts: {
      human: counted(rows),
      stuck: counted(stuck),
      refund_failed: counted(refundFailed),
      details: counted(details),
    },
  }
}

const rowsOf = async (
  db: Db,
  view: ListAsked['view'],
  asked: Omit<ListAsked, 'view'>,
): Promise<ListedSale[]> =>
  (await Promise.all(desks().map((desk) => desk.list(db, { ...asked, view })))).flat()
/** Returns what the sales of these ids were sold by, and their buyers' contacts. */
export async function soldBy(db: Db, ids: string[]) {
  const rows = ids.length === 0 ? [] : await Promise.all(desks().map((desk) => desk.facts(db, ids)))
  return new Map(rows.flat().map((row) => [row.id, row]))
}

const distinct = (rows: readonly ListedSale[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
const inOrder = (rows: readonly ListedSale[], sign: 1 | -1) =>
  rows.toSorted(
    (a, b) => sign * (a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
  )

/** Returns the person's choices for a list. */
export const staffChoices = handle('staffChoices', async ({ name }, { db, me }) => {
  const kept = await db
    .selectFrom('desk_choices')
    .select('value')
    .where('account_id', '=', me().accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  const read = contract.reply.safeParse({ success: true, data: { value: kept?.value ?? [] } })
  // Stored by a newer release: treated as empty.
  return read.success && read.data.success ? ok(read.data.data) : ok({ value: [] })
})

/** Stores it, for all their devices. */
export const staffChoose = handle('staffChoose', async ({ name, value }, { db, clock, me }) => {
  const { accountId } = me()
  if (!accountId) throw new HttpError(403)
  const kept = { value: JSON.stringify(value), chosen_at: clock.now() }
  await db
    .insertInto('desk_choices')
    .values({ account_id: accountId, name, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(kept))
    .execute()
  return { success: true as const }
})

/**
 * Prepares a text of a journal or an error for staff: its first line, with anything like an IIN, a
 * phone, a card or an e-mail address hidden except for what distinguishes one from another.
 */
export const masked = (text: string, longest = 200): string =>
  (text.split('\n')[0] ?? '')
    .replaceAll(/\d{11,19}/g, (digits) => `${digits.slice(0, 3)}•••${digits.slice(-4)}`)
    .replaceAll(/(?<![^\s@<>()[\]",:;])[^\s@<>()[\]",:;]+(@[\p{L}\p{N}\p{M}.-]+)/gu, '•••$1')
    .slice(0, longest)
