import type { Tenge } from '../money.ts'

/** Our papers for an insurer: the act of our services, and the settlement of what each owes. */
export const insurerPapers = ['services', 'settlement'] as const
export type InsurerPaper = (typeof insurerPapers)[number]

export type InsurerMonth = {
  policies: number
  premium: Tenge
  ogpoPlus: Tenge
  commission: Tenge
  refundDue: Tenge
}
export type Settlement = {
  /** Our debt at the start of the month; negative if the insurer owed us. */
  opening: Tenge
  figures: InsurerMonth
  payments: readonly { day: string; amount: Tenge; reference: string }[]
}

export const settlementLines = [
  'opening',
  'premium',
  'ogpoPlus',
  'commission',
  'refundDue',
  'payment',
] as const
export type SettlementLine = {
  line: (typeof settlementLines)[number]
  amount: Tenge
  day: string | null
  reference: string
}

/** A month's account with an insurer, line by line: together they are what we owe at its end. */
export const linesOf = ({ opening, figures, payments }: Settlement): SettlementLine[] => {
  const plain = { day: null, reference: '' }
  return [
    { ...plain, line: 'opening', amount: opening },
    { ...plain, line: 'premium', amount: figures.premium },
    { ...plain, line: 'ogpoPlus', amount: figures.ogpoPlus },
    { ...plain, line: 'commission', amount: 0 - figures.commission },
    { ...plain, line: 'refundDue', amount: 0 - figures.refundDue },
    ...payments.map(({ day, amount, reference }) => ({
      day,
      reference,
      amount: 0 - amount,
      line: 'payment' as const,
    })),
  ]
}

/** Returns our debt to the insurer at the end of the month. */
export const closingOf = (settlement: Settlement): Tenge =>
  linesOf(settlement).reduce((sum, { amount }) => sum + amount, 0)
