import type { Account, PostingKind } from '../contract/posting.ts'
import type { Tenge } from '../money.ts'

/**
 * What the ledger says of sales. Each figure is what its kinds of postings bring to one account
 * less what they take from it: the only place where the sign of a line is decided.
 */
export const figures = {
  /** Premium of what is in force: without the part a reissue takes over, without cancelled ones. */
  premium: { account: 'insurer', kinds: ['premium'] },
  ogpoPlus: { account: 'insurer', kinds: ['ogpo_plus'] },
  commission: { account: 'commission', kinds: ['commission'] },
  /** What insurers give back of ended policies. */
  returned: { account: 'client', kinds: ['returned'] },
  /** What clients paid and were not given back. */
  paid: {
    account: 'client',
    kinds: ['payment', 'refund_due', 'refund', 'overdrawn', 'set_off', 'dispute_won'],
  },
} as const satisfies Record<string, { account: Account; kinds: readonly PostingKind[] }>
export type Figure = keyof typeof figures

/** Figures of sales, and how many policies, or months of Home, they are. */
export type Booked = Record<Figure, Tenge> & { policies: number; ogpoPlusPolicies: number }

type Line = { kind: PostingKind; debit: Account; credit: Account; amount: Tenge }

/** A figure of some postings, as the database reads it of the ledger (server/payments/record.ts). */
export const figureOf = (figure: Figure, lines: readonly Line[]): Tenge => {
  const { account, kinds } = figures[figure]
  const counted: readonly PostingKind[] = kinds
  return lines.reduce((sum, { kind, debit, credit, amount }) => {
    if (!counted.includes(kind)) return sum
    return sum + (credit === account ? amount : debit === account ? -amount : 0)
  }, 0)
}

type Sold = Omit<Booked, 'paid'>
const none: Sold = {
  premium: 0,
  ogpoPlus: 0,
  commission: 0,
  returned: 0,
  policies: 0,
  ogpoPlusPolicies: 0,
}

/** Parts added up. */
export const totalOf = (parts: readonly Sold[]): Sold =>
  parts.reduce(
    (sum, part) => ({
      premium: sum.premium + part.premium,
      ogpoPlus: sum.ogpoPlus + part.ogpoPlus,
      commission: sum.commission + part.commission,
      returned: sum.returned + part.returned,
      policies: sum.policies + part.policies,
      ogpoPlusPolicies: sum.ogpoPlusPolicies + part.ogpoPlusPolicies,
    }),
    none,
  )

/** What goes to the insurers; below nothing, what they owe us. */
export const toPassOnOf = ({
  premium,
  ogpoPlus,
  commission,
  returned,
}: Pick<Booked, 'premium' | 'ogpoPlus' | 'commission' | 'returned'>): Tenge =>
  premium + ogpoPlus - commission - returned
