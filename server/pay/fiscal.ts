import { sql } from 'kysely'
import { payTexts } from '#texts/pay.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { fiscalJob } from '../jobs/queue.ts'
import { exclusively } from '../locks.ts'
import { step } from '../steps.ts'
import { localeOf } from './attempts.ts'

const AT_ONCE = 200

type Owed = {
  key: string
  operation: 'sale' | 'return'
  of: { orderId: string; attemptId: string } | { homeId: string }
  way: 'mobile_bank' | 'card'
  amount: number
  at: Date
}

/** A payment or a refund owes a receipt of the cash register: written with the ledger's line, under the same key, with the job that asks for it. */
export async function oweReceipt(tx: Tx, deps: Deps, { key, operation, of, way, amount, at }: Owed): Promise<void> {
  await tx
    .insertInto('fiscal_receipts')
    .values({
      id: key,
      operation,
      order_id: 'orderId' in of ? of.orderId : null,
      attempt_id: 'orderId' in of ? of.attemptId : null,
      home_id: 'homeId' in of ? of.homeId : null,
      way,
      amount,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, fiscalJob, { receiptId: key })
}

/** Job: asks the register by the receipt's key, so that a second run is the same receipt. What it refuses waits for the accountant. */
export async function makeReceipt(deps: Deps, receiptId: string): Promise<void> {
  await exclusively(deps.locks, `fiscal:${receiptId}`, async () => {
    const row = await deps.db.selectFrom('fiscal_receipts').selectAll().where('id', '=', receiptId).executeTakeFirst()
    const sale = row ? await saleOf(deps.db, row) : undefined
    if (row?.state !== 'due' || !sale) return
    const reply = await step('fiscal.send', () =>
      deps.systems.fiscal.receipt({
        key: row.id,
        operation: row.operation === 'return' ? 'return' : 'sale',
        way: row.way === 'card' ? 'card' : 'mobile_bank',
        amount: row.amount,
        name: (row.order_id ? payTexts.purpose : payTexts.homeReceipt)(sale.number)[localeOf(sale)],
        at: row.created_at,
      }),
    )
    const done_at = deps.clock.now()
    await step('fiscal.commit', () =>
      deps.db
        .updateTable('fiscal_receipts')
        .set(
          'refused' in reply
            ? { state: 'refused', error: `${reply.refused}: ${reply.text}`.slice(0, 200), done_at }
            : { state: 'done', number: reply.number, url: reply.url, done_at },
        )
        .where('id', '=', receiptId)
        .where('state', '=', 'due')
        .execute(),
    )
  })
}

const saleOf = (db: Sql, { order_id, home_id }: { order_id: string | null; home_id: string | null }) =>
  order_id
    ? db.selectFrom('orders').select(['number', 'locale']).where('id', '=', order_id).executeTakeFirst()
    : db.selectFrom('home_subscriptions').select(['number', 'locale']).where('id', '=', home_id).executeTakeFirst()

/** The ledger's lines of Home that have no receipt yet are looked for so far back. */
const HOME_BACK_MS = 3 * 86_400_000

/**
 * Receipts that should be made by now and are not. A Home payment owes its receipt by its line in the ledger, whose key it takes: the months of a
 * subscription are charged by nobody who waits for it.
 */
export async function sweepReceipts({ db, queue, clock }: Deps, forgotten: Date): Promise<void> {
  const now = clock.now()
  const made = await sql<{ id: string }>`
    insert into fiscal_receipts (id, operation, home_id, way, amount, created_at)
    select ledger.key, case ledger.kind when 'payment' then 'sale' else 'return' end, ledger.home_id, 'card', abs(ledger.amount), ${now}
    from ledger where ledger.at >= ${new Date(now.getTime() - HOME_BACK_MS)} and ledger.home_id is not null
      and ledger.kind in ('payment', 'refund') and not exists (select from fiscal_receipts where fiscal_receipts.id = ledger.key)
    order by ledger.id limit ${AT_ONCE} on conflict do nothing returning id`.execute(db)
  for (const { id } of made.rows) await queue.send(fiscalJob, { receiptId: id })
  const due = await db
    .selectFrom('fiscal_receipts')
    .select('id')
    .where('state', '=', 'due')
    .where('created_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due) await queue.send(fiscalJob, { receiptId: id }, { once: 'soon' })
}
