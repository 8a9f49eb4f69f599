import { sql } from 'kysely'
import type { StatementSystem } from '#domain/statement.ts'
import type { ReadLine } from '#domain/statements/line.ts'
import type { Sql } from '../db/connect.ts'

export type Key = { key: string; foundBy: 'number' | 'bank_number' | 'order' | null }

type Found = { line: number; id: string; by: 'number' | 'bank_number' | 'order'; same: boolean }

/**
 * The payment or refund of ours that each line names: by our number on it, by the bank's own, by an
 * order that has one such payment. A number that several could be is no number.
 */
export async function keysOf(
  db: Sql,
  system: StatementSystem,
  lines: readonly ReadLine[],
): Promise<Map<number, Key>> {
  const payments = lines.filter(
    ({ operation }) => operation === 'payment' || operation === 'chargeback',
  )
  const refunds = lines.filter(({ operation }) => operation === 'refund')
  const found = [
    ...(payments.length > 0 ? await paymentsOf(db, system, payments) : []),
    ...(refunds.length > 0 ? await refundsOf(db, refunds) : []),
  ]
  const byLine = new Map<number, Found[]>()
  for (const one of found) byLine.set(one.line, [...(byLine.get(one.line) ?? []), one])
  return new Map(
    [...byLine].flatMap(([line, all]) => {
      const best = bestOf(all)
      return best ? [[line, { key: best.id, foundBy: best.by }] as const] : []
    }),
  )
}

const ranks = ['number', 'bank_number', 'order'] as const

function bestOf(all: readonly Found[]): Found | null {
  for (const rank of ranks) {
    const of = all.filter(({ by }) => by === rank)
    const exact = of.filter(({ same }) => same)
    const [one] = exact.length > 0 ? exact : of
    if (one) return (exact.length > 0 ? exact : of).length === 1 ? one : null
  }
  return null
}

const tokens = (lines: readonly ReadLine[]) => {
  const all = lines.flatMap(({ line, numbers, outsideId, amountTiyn }) =>
    [...new Set([...numbers, ...(outsideId === '' ? [] : [outsideId])])].map((number) => ({
      line,
      number,
      isOutside: number === outsideId,
      amount: amountTiyn,
    })),
  )
  return sql`unnest(${all.map(({ line }) => line)}::int[], ${all.map(({ number }) => number)}::text[],
    ${all.map(({ amount }) => amount)}::bigint[]) as said (line, number, tiyn)`
}

async function paymentsOf(db: Sql, system: StatementSystem, lines: readonly ReadLine[]) {
  const { rows } = await sql<Found>`
    with said as materialized (select distinct * from ${tokens(lines)})
    select said.line, attempt.id, 'number' as by, attempt.amount * 100::bigint = said.tiyn as same
    from said join payment_attempts as attempt on attempt.id = said.number
    union
    select said.line, attempt.id, 'number', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.invoice = said.number
    union
    select said.line, attempt.id, 'bank_number', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.outside_id = said.number
    where ${system} = 'account' or attempt.system = ${system}
    union
    select said.line, attempt.id, 'order', attempt.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.order_id = said.number
    where (${system} = 'account' or attempt.system = ${system}) and attempt.state in ('paid', 'refunding', 'refunded')`.execute(
    db,
  )
  return rows
}

/** A refund often carries the number of the payment it gives back. */
async function refundsOf(db: Sql, lines: readonly ReadLine[]) {
  const { rows } = await sql<Found>`
    with said as materialized (select distinct * from ${tokens(lines)})
    select said.line, refunds.id, 'number' as by, refunds.amount * 100::bigint = said.tiyn as same
    from said join refunds on refunds.id = said.number
    union
    select said.line, refunds.id, 'bank_number', refunds.amount * 100::bigint = said.tiyn
    from said join refunds on refunds.outside_id = said.number
    union
    select said.line, refunds.id, 'bank_number', refunds.amount * 100::bigint = said.tiyn
    from said join payment_attempts as attempt on attempt.id = said.number or attempt.outside_id = said.number
    join refunds on refunds.attempt_id = attempt.id
    union
    select said.line, refunds.id, 'order', refunds.amount * 100::bigint = said.tiyn
    from said join refunds on refunds.order_id = said.number`.execute(db)
  return rows
}
