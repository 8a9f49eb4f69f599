import { sumsOf, waitingOf } from '#domain/contract/sums.ts'
import { productNamed } from '#domain/products.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { contractFacts } from '../contracts/facts.ts'
import { contractOf, movesOf, type Parts, partsOf } from '../contracts/parts.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { eventsOf } from './contract-events.ts'

/**
 * A contract as one page: what is in it, what happened, and the sums that must agree; the look is
 * in the audit log.
 */
export const staffContract = handle('staffContract', async ({ order_id }, { db, clock, me }) => {
  const id = await contractOf(db, order_id)
  if (!id) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'contract.looked_at',
    object: { kind: 'contract', id },
  })
  // One moment of them all: an act under way must not look like a sum that differs.
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
  return ok({
    contract_id: id,
    product: productNamed(row.product),
    ...shown(parts),
    orders: orders.map((order) => ({ ...order, created_at: order.created_at.toISOString() })),
    postings: postings.map((posting) => ({ ...posting, at: posting.at.toISOString() })),
    events: await eventsOf(db, parts, moves),
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
  })
})

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
      ...{ global_id, order_id, state, start, end, premium },
      ogpo_plus: ogpo_plus_premium,
      replaced_by,
    }),
  ),
  payments: payments.map(({ id, order_id, period, system, way, state, amount, created_at }) => ({
    ...{ id, order_id, period, system, way, state, amount },
    created_at: created_at.toISOString(),
  })),
  refunds: refunds.map(
    ({ id, order_id, attempt_id, amount, reason, state, created_at, done_at }) => ({
      ...{ id, order_id, payment_id: attempt_id, amount, reason, state },
      created_at: created_at.toISOString(),
      done_at: done_at?.toISOString() ?? null,
    }),
  ),
  endings: terminations.map(({ global_id, kind, state, refund, created_at, done_at }) => ({
    ...{ global_id, kind, state, refund },
    created_at: created_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  })),
})
