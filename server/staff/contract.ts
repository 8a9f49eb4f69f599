import type { z } from 'zod'
import type { ContractEvent } from '#contract/staff-contract.ts'
import { pastUs } from '#domain/contract/facts.ts'
import { inSaleOrder } from '#domain/history-event.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { contractOf, type Moves, type Parts, readContract } from '../contracts/page.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Move } from '../products/product.ts'
import { aboutSale } from './order.ts'
import { masked } from './orders.ts'
import { badStates } from './timeline.ts'

type Event = z.infer<typeof ContractEvent>
type Line = Omit<Event, 'at'> & { at: Date }

const line = (kind: Event['kind'], at: Date, what: string, more: Partial<Line> = {}): Line => ({
  at,
  kind,
  what,
  about: '',
  detail: '',
  amount: null,
  debit: null,
  credit: null,
  actor: '',
  bad: badStates.has(what),
  ...more,
})

const moved = (kind: Event['kind'], moves: readonly Move[], longest?: number): Line[] =>
  moves.map(({ state, at, actor, reason, about, amount }) =>
    line(kind, at, state, { about, detail: masked(reason, longest), amount, actor }),
  )

const refundLines = ({ refunds }: Parts): Line[] =>
  refunds.flatMap(({ id, amount, reason, state, error, created_at, done_at }) => [
    // A return past us was never due.
    ...(pastUs.has(reason)
      ? []
      : [line('refund', created_at, 'due', { about: id, detail: reason, amount })]),
    ...(state === 'failed'
      ? [line('refund', created_at, 'failed', { about: id, detail: masked(error ?? ''), amount })]
      : []),
    ...(done_at ? [line('refund', done_at, 'done', { about: id, detail: reason, amount })] : []),
  ])

const terminationLines = ({ terminations }: Parts): Line[] =>
  terminations.flatMap(({ global_id, kind, state, refund, actor, accepted_at, done_at }) => [
    ...(accepted_at
      ? [
          line('ending', accepted_at, 'accepted', {
            about: global_id,
            detail: kind,
            amount: refund,
            actor,
          }),
        ]
      : []),
    ...(done_at
      ? [line('ending', done_at, state, { about: global_id, detail: kind, amount: refund })]
      : []),
  ])

const postingLines = ({ postings }: Parts): Line[] =>
  postings.map(({ at, kind, debit, credit, amount, order_id }) =>
    line('posting', at, kind, { about: order_id, amount, debit, credit }),
  )

/**
 * Everything that happened with a contract, the oldest first, personal data hidden, with the names
 * of who did what.
 */
async function eventsOf(db: Db, parts: Parts, moves: Moves): Promise<Event[]> {
  const lines = [
    ...moved('order', moves.order),
    ...moved('payment', moves.payment),
    ...moved('month', moves.month),
    ...moved('policy', moves.policy),
    ...terminationLines(parts),
    ...refundLines(parts),
    ...postingLines(parts),
    ...moved('staff', moves.staff, 500),
  ]
  const nameOf = await namesOf(
    db,
    lines.map(({ actor }) => actor),
  )
  return lines
    .map((one) => ({ ...one, actor: nameOf(one.actor), at: one.at.toISOString() }))
    .sort(inSaleOrder)
}

/**
 * Returns a contract as one page: contents, history, and the sums that must agree; audits the view.
 */
export const staffContract = handle('staffContract', async ({ order_id }, context) => {
  const { db, clock, me, locale } = context
  const id = await contractOf(db, order_id)
  if (!id) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'contract.looked_at',
    object: { kind: 'contract', id },
  })
  const { page, parts, moves } = await readContract(db, id)
  const newest = page.orders.at(-1)
  const [about, events] = await Promise.all([
    newest
      ? aboutSale(db, { id: newest.id, soldAt: newest.created_at, asker: me().iin }, locale)
      : null,
    eventsOf(db, parts, moves),
  ])
  return ok({ ...page, about, events })
})
