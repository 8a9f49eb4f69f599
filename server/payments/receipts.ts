import { setTimeout } from 'node:timers/promises'
import { type WayName, wayNamed, waysOf } from '#domain/payment-ways.ts'
import { Registered } from '#systems/fiscal/port.ts'
import { Unavailable } from '#systems/http.ts'
import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { fiscalJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { saleOf } from '../products/products.ts'
import { paymentLimits } from '../settings/time-limits.ts'

type DueReceipt = {
  key: string
  operation: 'sale' | 'return'
  orderId: string
  way: WayName
  amount: number
  at: Date
}

/**
 * Enqueues the cash register's receipt of a payment or a refund: written with the ledger's line,
 * under the same key, with its job.
 */
export async function enqueueReceipt(
  tx: Tx,
  deps: Deps,
  { key, operation, orderId, way, amount, at }: DueReceipt,
): Promise<void> {
  await tx
    .insertInto('fiscal_receipts')
    .values({ id: key, operation, order_id: orderId, way, amount, created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, fiscalJob, { receiptId: key })
}

/**
 * Job: requests a receipt from the register by the receipt's key, so that a second run gets the
 * same receipt; records the request first, and a second run searches for it before. A refused one
 * waits for the accountant. A return names its sale's receipt and waits until that exists.
 */
export async function makeReceipt(deps: Deps, receiptId: string): Promise<void> {
  await inTurn(deps, async () => {
    const row = await deps.db
      .selectFrom('fiscal_receipts')
      .selectAll()
      .where('id', '=', receiptId)
      .executeTakeFirst()
    const found = row ? await saleOf(deps.db, row.order_id) : undefined
    if (row?.state !== 'due' || !found) return
    const sale = row.operation === 'return' ? await saleReceipt(deps, row) : undefined
    if (sale?.state === 'due') return
    const basis = Registered.safeParse(sale?.registered)
    await deps.db
      .updateTable('fiscal_receipts')
      .set({ tried_at: deps.clock.now() })
      .where('id', '=', receiptId)
      .execute()
    const reply = await step('fiscal.send', () =>
      deps.systems.fiscal.receipt({
        key: row.id,
        operation: row.operation === 'return' ? 'return' : 'sale',
        payment: waysOf[wayNamed(row.way)].receipt,
        amount: row.amount,
        name: found.product.receipt(found.sale),
        again: row.tried_at !== null,
        ...(basis.success ? { basis: basis.data } : {}),
      }),
    )
    const done_at = deps.clock.now()
    await step('fiscal.commit', () =>
      deps.db
        .updateTable('fiscal_receipts')
        .set(
          'refused' in reply
            ? { state: 'refused', error: `${reply.refused}: ${reply.text}`.slice(0, 200), done_at }
            : {
                state: 'done',
                number: reply.number,
                url: reply.url,
                registered: JSON.stringify(reply.registered),
                done_at,
              },
        )
        .where('id', '=', receiptId)
        .where('state', '=', 'due')
        .execute(),
    )
  })
}

/** The receipt of the payment whose money went back. */
async function saleReceipt({ db }: Deps, { id }: { id: string }) {
  const about = id.slice('refund:'.length)
  const refund = await db
    .selectFrom('refunds')
    .select('attempt_id')
    .where((expression) =>
      expression.or([expression('id', '=', about), expression('attempt_id', '=', about)]),
    )
    .executeTakeFirst()
  if (!refund?.attempt_id) return undefined
  return db
    .selectFrom('fiscal_receipts')
    .select(['state', 'registered'])
    .where('id', '=', `payment:${refund.attempt_id}`)
    .executeTakeFirst()
}

/** Serialises requests to the cash register across processes. */
async function inTurn({ locks }: Deps, work: () => Promise<void>): Promise<void> {
  const { registerTurnMs: everyMs, registerWaitMs: mostMs } = paymentLimits
  for (let waited = 0; waited <= mostMs; waited += everyMs) {
    const mine = await withLock(locks, 'fiscal', async () => {
      await work()
      return true
    })
    if (mine) return
    await setTimeout(everyMs)
  }
  throw new Unavailable('fiscal', 'Check', 'another process is at the register', false)
}
