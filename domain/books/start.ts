import type { Tenge } from '../money.ts'

/**
 * What stood when the books began, by kind: money on accounts, money that banks and the acquirer
 * have taken for us and not paid out, what insurers owe us, what we owe insurers, and what we owe
 * clients.
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

/** What is left to the broker: what there is and what is owed to us, less what we owe. */
export const oursOf = (balances: readonly OpeningBalance[]): Tenge =>
  balances.reduce((sum, { kind, amount }) => sum + sides[kind] * amount, 0)

/** What we owe an insurer when the books begin; below nothing, what it owes us. */
export const owedAtStart = (balances: readonly OpeningBalance[], insurer: string): Tenge =>
  balances
    .filter(({ kind, subject }) => (kind === 'debt' || kind === 'prepaid') && subject === insurer)
    .reduce((sum, { kind, amount }) => sum - sides[kind] * amount, 0)
