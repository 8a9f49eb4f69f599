import type { Account, PostingKind } from '../contract/posting.ts'
import type { Tenge } from '../money.ts'

/**
 * The figure each kind of posting counts in. A new kind does not compile without one: left out, its
 * money would be missing in every report.
 */
const counted = {
  premium: 'premium',
  ogpo_plus: 'ogpoPlus',
  commission: 'commission',
  returned: 'returned',
  payment: 'paid',
  refund_due: 'paid',
  refund: 'paid',
  overdrawn: 'paid',
  set_off: 'paid',
  dispute_won: 'paid',
} as const satisfies Record<PostingKind, string>
export type Figure = (typeof counted)[PostingKind]
const kinds = Object.keys(counted) as PostingKind[] // the keys of the table
/** Those that the figures of sales are made of. */
export const soldKinds: readonly PostingKind[] = kinds.filter((kind) => counted[kind] !== 'paid')
const kindsOf = (figure: Figure): readonly PostingKind[] =>
  kinds.filter((kind) => counted[kind] === figure)

/**
 * The ledger's figures of sales. Each is what its kinds of postings bring to one account less what
 * they take from it: the only place that decides the sign of a line.
 */
export const figures: Readonly<
  Record<Figure, { account: Account; kinds: readonly PostingKind[] }>
> = {
  /** Premium in force: without the part a reissue takes over, without cancelled policies. */
  premium: { account: 'insurer', kinds: kindsOf('premium') },
  ogpoPlus: { account: 'insurer', kinds: kindsOf('ogpoPlus') },
  commission: { account: 'commission', kinds: kindsOf('commission') },
  /** Insurers' returns for ended policies. */
  returned: { account: 'client', kinds: kindsOf('returned') },
  /** Paid by clients and not refunded. */
  paid: { account: 'client', kinds: kindsOf('paid') },
}

/** Figures of sales, and how many policies, or months of Home, they are. */
export type Booked = Record<Figure, Tenge> & { policies: number; ogpoPlusPolicies: number }

type Line = { kind: PostingKind; debit: Account; credit: Account; amount: Tenge }

/** A figure of some postings, as the database reads it of the ledger (server/payments/record.ts). */
export const figureOf = (figure: Figure, lines: readonly Line[]): Tenge => {
  const { account, kinds: counts } = figures[figure]
  return lines.reduce((sum, { kind, debit, credit, amount }) => {
    if (!counts.includes(kind)) return sum
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

/** Returns the sum due to the insurers; negative if they owe us. */
export const toPassOnOf = ({
  premium,
  ogpoPlus,
  commission,
  returned,
}: Pick<Booked, 'premium' | 'ogpoPlus' | 'commission' | 'returned'>): Tenge =>
  premium + ogpoPlus - commission - returned
