import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { fiscalJob } from '../jobs/queue.ts'
import { exclusively } from '../locks.ts'
import { saleOf } from '../products.ts'
import { step } from '../steps.ts'

const AT_ONCE = 200

type Owed = { key: string; operation: 'sale' | 'return'; orderId: string; way: 'mobile_bank' | 'card'; amount: number; at: Date }

/** A payment or a refund owes a receipt of the cash register: written with the ledger's line, under the same key, with the job that asks for it. */
export async function oweReceipt(tx: Tx, deps: Deps, { key, operation, orderId, way, amount, at }: Owed): Promise<void> {
  await tx
    .insertInto('fiscal_receipts')
    .values({ id: key, operation, order_id: orderId, way, amount, created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, fiscalJob, { receiptId: key })
}

/** Job: asks the register by the receipt's key, so that a second run is the same receipt. What it refuses waits for the accountant. */
export async function makeReceipt(deps: Deps, receiptId: string): Promise<void> {
  await exclusively(deps.locks, `fiscal:${receiptId}`, async () => {
    const row = await deps.db.selectFrom('fiscal_receipts').selectAll().where('id', '=', receiptId).executeTakeFirst()
    const found = row ? await saleOf(deps.db, row.order_id) : undefined
    if (row?.state !== 'due' || !found) return
    const reply = await step('fiscal.send', () =>
      deps.systems.fiscal.receipt({
        key: row.id,
        operation: row.operation === 'return' ? 'return' : 'sale',
        way: row.way === 'card' ? 'card' : 'mobile_bank',
        amount: row.amount,
        name: found.product.receipt(found.sale),
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

/** Receipts that should be made by now and are not. */
export async function sweepReceipts({ db, queue }: Deps, forgotten: Date): Promise<void> {
  const due = await db
    .selectFrom('fiscal_receipts')
    .select('id')
    .where('state', '=', 'due')
    .where('created_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due) await queue.send(fiscalJob, { receiptId: id }, { once: 'soon' })
}
