import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { isRefused } from '#domain/contract/refusal.ts'
import { act } from '../contracts/contracts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { inProgress } from '../http/refuse.ts'
import type { Doing } from '../products/product.ts'
import type { Quote } from '../quotes/quotes.ts'

/** Other orders of the same buyer for one of the same cars and days (decision 301). */

type Ordered = Pick<Quote, 'id' | 'buyer_iin' | 'facts'>

const asked = ({ id, buyer_iin, facts }: Ordered): RawBuilder<unknown> =>
  sql`${buyer_iin}, ${id}::uuid, ${JSON.stringify(facts.vehicles.map(({ plate, vin }) => ({ plate, vin })))}::jsonb,
    ${facts.term.start}, ${facts.term.end}`

/**
 * True in SQL, or the statement fails (`isOrderedElsewhere`). Waits for whoever stores another
 * order of the buyer.
 */
export const noOtherOrder = (quote: Quote): RawBuilder<boolean> =>
  sql<boolean>`no_other_order_of_cars(${asked(quote)})`

/** Another order of a car holds the day: by the function above, or by the table's own rule. */
export const isOrderedElsewhere = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'orders_one_of_a_car'

/** What an open order holds of its buyer: each car as a number, and the days. */
export function heldBy({ buyer_iin, facts: { vehicles, term } }: Quote) {
  const numbers = vehicles.map(({ plate }) =>
    createHash('sha256').update(`${buyer_iin}:${plate}`).digest().readBigInt64BE(),
  )
  return {
    held_cars: `{${numbers.map((n) => `[${n},${n}]`).join(',')}}`,
    held_days: `[${term.start},${term.end}]`,
  }
}

/** Another open order of a car, or one whose policy came after the calculation. */
type Other = { order_id: string; contract: string; order_state: string }

/** Whoever stores another order of the buyer waits for the end of this transaction. */
export const otherOrders = async (tx: Tx, quote: Ordered, contractId: string): Promise<Other[]> =>
  (await sql<Other>`select * from other_orders_of_cars(${asked(quote)}, ${contractId})`.execute(tx))
    .rows

/** Why nothing is stored: another order is paid, or a policy came after the calculation. */
export type Elsewhere = 'being_issued' | 'issued'

/**
 * Unpaid orders give way to a new one: money that still comes by them goes back. Nothing is written
 * where another one is paid already. Orders of `contractId`, which the new one belongs to, stand as
 * its rules have it. Throws when one was paid in this moment.
 */
export async function otherOrdersGiveWay(
  tx: Tx,
  deps: Deps,
  quote: Ordered,
  contractId: string,
  doing: Doing,
): Promise<Elsewhere | null> {
  const others = await otherOrders(tx, quote, contractId)
  const isOne = (state: string) => others.some(({ order_state }) => order_state === state)
  if (isOne('paid') || isOne('issuing')) return 'being_issued'
  if (isOne('issued')) return 'issued'
  for (const other of others) if (!(await givesWay(tx, deps, other, doing))) throw inProgress()
  return null
}

/** False when it was paid in this moment. */
export async function givesWay(
  tx: Tx,
  deps: Deps,
  { order_id: orderId, contract }: Other,
  doing: Doing,
): Promise<boolean> {
  const reason = 'the same car was ordered again'
  const drop = { act: 'drop_order', orderId, to: 'cancelled', reason } as const
  return !isRefused(await act(tx, deps, contract, drop, doing))
}
