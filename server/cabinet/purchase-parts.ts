import { z } from 'zod'

const Accepted = z.object({
  at: z.string(),
  terms: z.string().optional(),
  homeTerms: z.string().optional(),
  personalData: z.string().optional(),
  commission: z.string().optional(),
  ogpoPlus: z.string().optional(),
})
const names = ['terms', 'homeTerms', 'personalData', 'commission', 'ogpoPlus'] as const

/** The texts accepted with a purchase, by name and version, and when. */
export function acceptedOf(stored: unknown) {
  const accepted = Accepted.parse(stored)
  return {
    texts: names.flatMap((name) => {
      const version = accepted[name]
      return version ? [{ name, version }] : []
    }),
    acceptedAt: new Date(accepted.at).toISOString(),
  }
}

const RefundState = z.enum(['due', 'done', 'failed'])

/** What went back of a payment, as the client sees it. */
export const refundOf = (row: { amount: number; state: string; created_at: Date; done_at: Date | null }) => ({
  amount: row.amount,
  state: RefundState.parse(row.state),
  at: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
})
