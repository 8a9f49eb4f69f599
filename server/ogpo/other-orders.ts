import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { isRefused } from '#domain/contract/refusal.ts'
import { act } from '../contracts/contracts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { inProgress } from '../http/refuse.ts'
import type { Doing } from '../products/product.ts'
import type { Quote } from '../quotes/quotes.ts'

/** Other orders of the same buyer for one of the same cars and days (decision 296). */

const asked = ({ id, buyer_iin, facts }: Quote): RawBuilder<unknown> =>
  sql`${buyer_iin}, ${id}::uuid, ${JSON.stringify(facts.vehicles.map(({ plate, vin }) => ({ plate, vin })))}::jsonb,
    ${facts.term.start}, ${facts.term.end}`

/**
 * True in SQL, or the statement fails (`isOrderedElsewhere`). Waits for whoever stores another
 * order of the buyer.
 */
export const noOtherOrder = (quote: Quote): RawBuilder<boolean> =>
  sql<boolean>`no_other_order_of_cars(${asked(quote)})`

export const isOrderedElsewhere = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'orders_one_of_a_car'

/**
 * Unpaid orders give way to a new one: money that still comes by them goes back. False, and nothing
 * is written, where one is paid and its policy on its way. Orders of `contractId`, which the new
 * one belongs to, stand as its rules have it. Throws when one was paid in this moment.
 */
export async function otherOrdersGiveWay(
  tx: Tx,
  deps: Deps,
  quote: Quote,
  contractId: string,
  doing: Doing,
): Promise<boolean> {
  const { rows } = await sql<{ order_id: string; contract: string; order_state: string }>`
    select * from other_orders_of_cars(${asked(quote)}, ${contractId})`.execute(tx)
  if (rows.some(({ order_state }) => order_state !== 'awaiting_payment')) return false
  for (const { order_id: orderId, contract } of rows) {
    const reason = 'the same car was ordered again'
    const drop = { act: 'drop_order', orderId, to: 'cancelled', reason } as const
    if (isRefused(await act(tx, deps, contract, drop, doing))) throw inProgress()
  }
  return true
}
