import { DatabaseError } from 'pg'
import { MONEY_BACK } from '#domain/lost-sales.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { attemptById } from '../payments/attempts.ts'
import { recordOpened } from '../payments/record.ts'
import { wayOf } from '../payments/ways/ways.ts'
import type { Product } from '../products/product.ts'
import { productOf } from '../products/products.ts'
import type { SaleCopy } from './copy.ts'
import { writeAgain } from './rows-again.ts'

/** What of a copy was not known here, and how it came back; `left` is for people. */
export type Found = { what: 'sale' | 'payment' | 'number' } | { what: 'left'; note: string }

/** Who brought it back, in the histories. */
export const lostActor = 'job:lost'
const REASON = 'brought back from its copy'

/**
 * Writes again what of a copy is not known: the sale as it waited for its money, the attempt to
 * pay, the bank's or the acquirer's number of it. Whether it was paid and insured is asked
 * afterwards by the jobs that always ask (`payment-check`, `issue`), so that a second run, and a
 * process that dies in between, change nothing. Null where nothing was lost.
 */
export async function bringBack(deps: Deps, copy: SaleCopy): Promise<Found | null> {
  const product = productOf(copy.product)
  if (await wentBack(deps, copy)) return { what: 'left', note: MONEY_BACK }
  try {
    const rows = await step('lost.commit', () =>
      deps.db.transaction().execute((tx) => writeRows(tx, deps, product, copy)),
    )
    const number = await knownNumber(deps, product, copy)
    return rows ?? number
  } catch (cause) {
    // A row of today contradicts the copy: its number went to another sale, or what it replaces is
    // not back yet.
    if (cause instanceof DatabaseError && cause.code?.startsWith('23'))
      return { what: 'left', note: `${cause.code} ${cause.constraint ?? ''}`.trim() }
    throw cause
  }
}

/**
 * Whether money of a payment we do not know went back: then its sale was over, and is not to be
 * insured once more. Throws `Unavailable`.
 */
async function wentBack(deps: Deps, { payment, told }: SaleCopy): Promise<boolean> {
  if (!payment || !told) return false
  const known = await attemptById(deps.db, payment.id)
  if (known?.outside_id) return false
  const way = wayOf({ system: String(payment['system']) })
  return way.wentBack(deps, {
    id: payment.id,
    number: told.number,
    invoice: typeof payment['invoice'] === 'string' ? payment['invoice'] : null,
  })
}

async function writeRows(
  tx: Tx,
  deps: Deps,
  product: Product,
  { at, saleId: id, rows, payment }: SaleCopy,
): Promise<Found | null> {
  const known = await product.sale(tx, id)
  if (!known) await product.broughtBack(tx, deps, { id, rows, pays: payment !== null })
  const sale = known ?? (await product.sale(tx, id))
  if (!sale) throw new Error(`sale ${id} did not come back`)
  const lost: Found | null = known ? null : { what: 'sale' }
  if (!payment) return lost
  await lockContract(tx, sale.contractId)
  if (await attemptById(tx, payment.id)) return lost
  const live = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', id)
    .where('period', '=', payment.period)
    .where('state', 'in', ['created', 'awaiting'])
    .executeTakeFirst()
  // Beside another one, or of a sale that waits no more, it is a closed one, whose money finds its
  // way by the ordinary rules.
  const state = live || !(await product.sale(tx, id))?.waits ? 'expired' : 'created'
  await writeAgain(
    tx,
    {
      table: 'payment_attempts',
      row: {
        ...payment,
        contract_id: sale.contractId,
        state,
        outside_id: null,
        redirect_url: null,
        // Copied to be asked for: its bill may be on the phone, and is not asked for once more.
        ...(payment.way === 'bill' ? { asked_at: payment.asked_at ?? at } : {}),
      },
    },
    'throw',
  )
  await tx
    .insertInto('payment_attempt_history')
    .values({
      attempt_id: payment.id,
      state,
      at: deps.clock.now(),
      actor: lostActor,
      reason: REASON,
    })
    .execute()
  return lost ?? { what: 'payment' }
}

/** The number the bank or the acquirer gave: by it they are asked, at once. */
async function knownNumber(
  deps: Deps,
  product: Product,
  { saleId, payment, told }: SaleCopy,
): Promise<Found | null> {
  if (!payment || !told) return null
  const [attempt, sale] = await Promise.all([
    attemptById(deps.db, payment.id),
    product.sale(deps.db, saleId),
  ])
  if (!attempt || !sale || attempt.outside_id) return null
  await step('lost.number', () =>
    recordOpened(deps, { attempt, sale, product }, told.number, told.page),
  )
  return { what: 'number' }
}

/** What stands in the histories of a sale that came back. */
export const broughtBack = (at: Date) => ({ actor: lostActor, reason: REASON, at })
