import { createHash } from 'node:crypto'
import type pg from 'pg'

const DAY = Date.parse('2026-11-20T00:00:00Z')

/** The same uuid for the same name. */
export const uuid = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
export const globalIdOf = (order: string) => `${order}G`
export const policyIdOf = (order: string) => uuid(`policy ${order}`)
export const paymentOf = (order: string) => `${order}-1`

type Line = {
  kind: string
  amount: number
  key: string
  order?: string
  attempt?: string
  home?: string
}

/** How the old code wrote a row: each a second later than the one before. */
export function oldRows(sql: Pick<pg.Pool, 'query'>) {
  let second = 0
  const now = () => {
    second += 1
    return new Date(DAY + second * 1_000).toISOString()
  }
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    return sql.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  const history = async (table: string, column: string, id: string, states: readonly string[]) => {
    for (const state of states)
      await insert(table, { [column]: id, state, at: now(), actor: 'old', reason: state })
  }
  const line = ({ kind, amount, key, order, attempt, home }: Line) =>
    amount === 0
      ? Promise.resolve()
      : insert('ledger', {
          key,
          order_id: order ?? null,
          home_id: home ?? null,
          attempt_id: attempt ?? null,
          kind,
          amount,
          at: now(),
        })
  const receipt = (key: string, operation: 'sale' | 'return', of: object, amount: number) =>
    insert('fiscal_receipts', {
      id: key,
      operation,
      ...of,
      amount,
      state: 'done',
      number: `N-${key}`,
      created_at: now(),
      done_at: now(),
    })
  return { now, insert, history, line, receipt, seconds: () => second }
}
