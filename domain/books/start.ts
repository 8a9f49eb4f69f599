import type { Tenge } from '../money.ts'
import { wayNamed } from '../payment-ways.ts'
import type { Chart } from './entries.ts'

/**
 * Opening balances by kind: money on accounts, money that banks and the acquirer have taken for us
 * and not paid out, insurers' debts to us, ours to insurers, and ours to clients.
 */
export const openingKinds = ['account', 'waiting', 'prepaid', 'debt', 'refunds'] as const
export type OpeningKind = (typeof openingKinds)[number]
export type OpeningBalance = { kind: OpeningKind; subject: string; amount: Tenge }

const sides: Readonly<Record<OpeningKind, 1 | -1>> = {
  account: 1,
  waiting: 1,
  prepaid: 1,
  debt: -1,
  refunds: -1,
}

/** Returns the broker's net balance: assets and debts to us, less what we owe. */
export const oursOf = (balances: readonly OpeningBalance[]): Tenge =>
  balances.reduce((sum, { kind, amount }) => sum + sides[kind] * amount, 0)

/** Returns what we owe an insurer when the books begin; negative if it owes us. */
export const owedAtStart = (balances: readonly OpeningBalance[], insurer: string): Tenge =>
  balances
    .filter(({ kind, subject }) => (kind === 'debt' || kind === 'prepaid') && subject === insurer)
    .reduce((sum, { kind, amount }) => sum - sides[kind] * amount, 0)

/**
 * Returns the account of the chart for an opening balance: the one its later movements use. Guess
 * [A]: the broker's accountant must say which accounts it uses. Null if the chart has none.
 */
function accountFor(chart: Chart, { kind, subject }: OpeningBalance): string | null {
  const entry = {
    account: () => ['to_account', 'debit'] as const,
    waiting: () => [`payment_${wayNamed(subject)}`, 'debit'] as const,
    prepaid: () => ['passed_on', 'debit'] as const,
    debt: () => ['passed_on', 'debit'] as const,
    refunds: () => ['refund_bank_details', 'debit'] as const,
  }[kind]()
  const [name, side] = entry
  const said = chart[name]
  return said && said !== 'left_out' ? said[side] : null
}

/**
 * Returns the opening balance of each account of the chart, tiyn: debit positive, credit negative;
 * leaves out kinds without an account in the chart.
 */
export function accountsAtStart(
  chart: Chart,
  balances: readonly OpeningBalance[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const balance of balances) {
    const account = accountFor(chart, balance)
    if (account)
      sums.set(account, (sums.get(account) ?? 0) + sides[balance.kind] * balance.amount * 100)
  }
  return sums
}
