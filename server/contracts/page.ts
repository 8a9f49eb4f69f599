import type { z } from 'zod'
import type { contractParts } from '#contract/staff-contract.ts'
import { sumsOf, waitingOf } from '#domain/contract/sums.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import { productNamed } from '#domain/products.ts'
import type { Db } from '../db/connect.ts'
import { contractFacts } from './facts.ts'
import { type Moves, movesOf, type Parts, partsOf } from './parts.ts'

type Shown = z.input<z.ZodObject<typeof contractParts>>
/** A contract as a page shows it, and what that was read from. */
type ContractRead = { page: Shown; parts: Parts; moves: Moves }

/**
 * A contract with its parts and the sums that must agree, of one moment: an act under way must not
 * look like a sum that differs.
 */
export async function readContract(db: Db, id: string): Promise<ContractRead> {
  const { facts, parts, moves } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const facts = await contractFacts(tx, id)
      const parts = await partsOf(tx, id)
      return { facts, parts, moves: await movesOf(tx, id, parts) }
    })
  const { row, orders, postings } = parts
  const { sums, agreements } = sumsOf(postings, facts.payments, facts.refunds, {
    counters: row.counters,
    waiting: waitingOf(facts),
  })
  const page = {
    contract_id: id,
    product: productNamed(row.product),
    ...shown(parts),
    orders: orders.map((order) => ({ ...order, created_at: order.created_at.toISOString() })),
    postings: postings.map((posting) => ({ ...posting, at: posting.at.toISOString() })),
    sums: {
      paid_in: sums.paidIn,
      refunded: sums.refunded,
      refunds_open: sums.refundsOpen,
      kept: sums.kept,
      premium: sums.premium,
      ogpo_plus: sums.ogpoPlus,
      returned: sums.returned,
      commission: sums.commission,
      booked: sums.booked,
      client: sums.client,
      refunds_account: sums.refundsAccount,
      waiting: sums.waiting,
      outside: sums.outside,
    },
    agrees: agreements,
  }
  return { page, parts, moves }
}

const shown = ({ months, policies, payments, refunds, terminations }: Parts) => ({
  months: months.map(({ id, period, state, amount, created_at }) => ({
    id,
    period,
    state,
    amount,
    created_at: created_at.toISOString(),
  })),
  policies: policies.map(
    ({
      global_id,
      order_id,
      state,
      start_date: start,
      end_date: end,
      premium,
      ogpo_plus_premium,
      replaced_by,
    }) => ({
      global_id,
      order_id,
      state,
      start,
      end,
      premium,
      ogpo_plus: ogpo_plus_premium,
      replaced_by,
    }),
  ),
  payments: payments.map(
    ({ id, order_id, period, system, outside_id, way, state, amount, created_at }) => ({
      id,
      order_id,
      period,
      outside_id,
      way,
      state,
      amount,
      system: wayNamed(system),
      created_at: created_at.toISOString(),
    }),
  ),
  refunds: refunds.map(
    ({ id, order_id, attempt_id, amount, reason, state, created_at, done_at }) => ({
      id,
      order_id,
      payment_id: attempt_id,
      amount,
      reason,
      state,
      created_at: created_at.toISOString(),
      done_at: done_at?.toISOString() ?? null,
    }),
  ),
  endings: terminations.map(({ global_id, kind, state, refund, created_at, done_at }) => ({
    global_id,
    kind,
    state,
    refund,
    created_at: created_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  })),
})
