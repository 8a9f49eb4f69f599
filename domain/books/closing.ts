import type { Tenge } from '../money.ts'
import { type Balance, gapOf, holds } from './balance.ts'

/** Checks before a month's books are closed, in order. */
export const closingChecks = [
  'statements',
  'balance',
  'lines',
  'refunds',
  'receipts',
  'acts',
  'commission',
  'promoters',
] as const
export type ClosingCheck = (typeof closingChecks)[number]

/** The figures of a month that the checks are made from. */
export type MonthFigures = {
  /** Days with payments, and those of them that a statement covers, of all systems. */
  statements: { days: number; covered: number }
  balance: Balance
  /** Lines of statements, and payments of their days: how many, how many of them open. */
  lines: { all: number; open: number; amount: Tenge }
  refunds: { all: number; done: number; amount: Tenge }
  receipts: { all: number; done: number }
  /** Sum due to each insurer by our books and by its act; null if its act has not arrived. */
  acts: readonly { insurer: string; ours: Tenge; theirs: Tenge | null }[]
  commission: { sales: number; open: number; amount: Tenge }
  /** Promoters with sales; `unknown`: those without a known account. */
  promoters: { people: number; unknown: number; amount: Tenge }
}
export type CheckResult = {
  check: ClosingCheck
  ok: boolean
  done: number
  of: number
  amount: Tenge | null
}

/** Returns each check with its figures: how many of how many are right. */
export function checksOf(figures: MonthFigures): CheckResult[] {
  const { statements, balance, lines, refunds, receipts, acts, commission, promoters } = figures
  const agreed = acts.filter(({ ours, theirs }) => ours === theirs).length
  const result = (
    check: ClosingCheck,
    done: number,
    of: number,
    amount: Tenge | null = null,
  ): CheckResult => ({ check, ok: done === of, done, of, amount })
  return [
    result('statements', statements.covered, statements.days),
    {
      ...result('balance', balance.paid.count - balance.unclear.count, balance.paid.count),
      ok: holds(balance),
      amount: gapOf(balance),
    },
    result('lines', lines.all - lines.open, lines.all, lines.amount),
    result('refunds', refunds.done, refunds.all, refunds.amount),
    result('receipts', receipts.done, receipts.all),
    result('acts', agreed, acts.length),
    result('commission', commission.sales - commission.open, commission.sales, commission.amount),
    result('promoters', promoters.people - promoters.unknown, promoters.people, promoters.amount),
  ]
}

/** Counts the open checks. */
export const openChecks = (checks: readonly { ok: boolean }[]): number =>
  checks.filter(({ ok }) => !ok).length
