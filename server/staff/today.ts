import { sql } from 'kysely'
import { addDays } from '#domain/calendar.ts'
import { firstDayWithoutTables } from '#domain/ogpo/tables.ts'
import { byWait, type When, whenDue, whenPaid } from '#domain/when.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { obstacleIn } from '../orders/issue-error.ts'
import { giveBacksToSign } from './give-back.ts'
import { needsOf } from './needs.ts'
import { waitingOrders } from './orders.ts'
import { claimsOf, withPapers } from './today-claims.ts'
import { kycOf } from './today-kyc.ts'
import { LOOKED_AT, type Row } from './today-row.ts'

const SHOWN = 100

/**
 * What waits for staff, of every desk they may open. It tells numbers and no people: a look at one
 * of them is the desk's, and audited there.
 */
export const staffToday = handle('staffToday', async (_body, context) => {
  const { db } = context
  const [waiting, signatures, claims, kyc, inbox, reference, mentions] = await Promise.all([
    ordersOf(context),
    signaturesOf(context),
    claimsOf(context),
    kycOf(context),
    inboxOf(db),
    referenceOf(context),
    mentionsOf(context),
  ])
  // A refund that waits for a signature is the order's one row: nobody issues it meanwhile.
  const toSign = new Set(signatures.map(({ id }) => id))
  const orders = [...signatures, ...waiting.filter(({ id }) => !toSign.has(id))]
  const all = { orders, claims, kyc, inbox, reference }
  return ok({
    rows: await withPapers(db, Object.values(all).flat().sort(byWait).slice(0, SHOWN)),
    counts: {
      orders: counted(orders),
      claims: counted(claims),
      kyc: counted(kyc),
      inbox: counted(inbox),
      reference: counted(reference),
    },
    mentions,
    at: new Date().toISOString(),
  })
})

/** In so many cases a note names whoever asks and waits to be read. */
async function mentionsOf({ db, me }: Context): Promise<number> {
  const { accountId } = me()
  if (!accountId) return 0
  const { n } = await db
    .selectFrom('desk_mentions')
    .innerJoin('desk_notes', 'desk_notes.id', 'desk_mentions.note_id')
    .select(sql<string>`count(distinct (about, subject))`.as('n'))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const counted = (rows: readonly Row[]) => ({
  all: rows.length,
  late: rows.filter(({ when }) => when === 'late' || when === 'today').length,
})
const undated = { amount: null, due: null, when: 'undated' as When }

async function ordersOf({ db, clock, me }: Context): Promise<Row[]> {
  const { rows } = await waitingOrders(db, clock.today())
  const needOf = await needsOf(db, rows, clock.today())
  const own = actorOf(me())
  return rows.flatMap((row) => {
    const { need = null, enteredBy = null } = needOf.get(row.id) ?? {}
    // One's own bank details wait for somebody else.
    if (!need || (need === 'approve_details' && enteredBy === own)) return []
    const since = row.paid_at ?? row.created_at
    return [
      {
        act: need,
        desk: 'orders' as const,
        id: row.id,
        number: row.number,
        why: '',
        obstacle: need === 'issue' ? obstacleIn(row.issue_error) : null,
        amount: need === 'issue' ? row.amount : Number(row.to_refund ?? 0),
        since: since.toISOString(),
        due: null,
        when: need === 'issue' ? whenPaid(since, clock.now()) : ('undated' as const),
      },
    ]
  })
}

/** Refunds that wait for the second signature, which is not the first's own. */
async function signaturesOf(context: Context): Promise<Row[]> {
  return (await giveBacksToSign(context)).map(({ orderId, amount, since }) => ({
    ...undated,
    act: 'sign_refund' as const,
    desk: 'orders' as const,
    id: orderId,
    number: orderId,
    why: '',
    amount,
    since: since.toISOString(),
    when: whenPaid(since, context.clock.now()),
  }))
}

const inboxActs: Record<string, 'answer' | 'call_back' | 'bill'> = {
  call_back: 'call_back',
  organisation: 'bill',
}

async function inboxOf(db: Db): Promise<Row[]> {
  const rows = await db
    .selectFrom('feedback')
    .select(['id', 'kind', 'number', 'created_at'])
    .where('state', '=', 'new')
    .orderBy('created_at')
    .limit(LOOKED_AT)
    .execute()
  return rows.map(({ id, kind, number, created_at }) => ({
    ...undated,
    act: inboxActs[kind] ?? 'answer',
    desk: 'inbox',
    id,
    number: `№\u00a0${number}`,
    why: '',
    since: created_at.toISOString(),
  }))
}

const referenceOf = async (context: Context) => [
  ...(await missingTables(context)),
  ...(await proposalsOf(context)),
]

/** Tariff tables that end soon without others after them, unless they have been proposed. */
async function missingTables({ db, clock, reference }: Context): Promise<Row[]> {
  const day = firstDayWithoutTables(await reference.allTables(), clock.today())
  if (day === null) return []
  const proposed = await db
    .selectFrom('reference_proposals')
    .select('id')
    .where('kind', '=', 'tariff')
    .where('state', '=', 'proposed')
    .where('effective_from', '<=', day)
    .executeTakeFirst()
  const due = addDays(day, -1)
  return proposed
    ? []
    : [
        {
          ...undated,
          act: 'enter_tables',
          desk: 'reference',
          id: 'tariff',
          number: day.slice(0, 4),
          why: '',
          since: clock.now().toISOString(),
          due,
          when: whenDue(due, clock.now()),
        },
      ]
}

/** Proposals of others, for an administrator. */
async function proposalsOf({ db, me }: Context): Promise<Row[]> {
  const { administrator, accountId } = me()
  if (!administrator) return []
  const rows = await db
    .selectFrom('reference_proposals')
    .select(['kind', 'row_key', 'proposed_at', 'proposed_by'])
    .where('state', '=', 'proposed')
    .orderBy('proposed_at')
    .limit(LOOKED_AT)
    .execute()
  const others = rows.filter(({ proposed_by }) => proposed_by !== accountId)
  return others.map(({ kind, row_key, proposed_at }) => ({
    ...undated,
    act: 'approve_change',
    desk: 'reference',
    id: kind,
    number: row_key,
    why: '',
    since: proposed_at.toISOString(),
  }))
}
