import { z } from 'zod'
import { ClaimAnswers } from '#contract/claim-draft.ts'

/**
 * What a claim of the client's way was told, beside the specification's fields: the column `details`
 * of `claims`. A claim that came as six files has none. Whoever else begins a claim one day (an
 * injured third party, the other driver of a Europrotocol) has a `by` of their own.
 */
export const ClaimDetails = z.object({
  by: z.literal('policyholder'),
  answers: ClaimAnswers,
  /** How the applications were signed: by a code from an SMS, or by hand on paper. */
  signed: z.object({ how: z.enum(['code', 'paper']), at: z.string() }),
  /** Who confirmed the identity: the register, or photographs of the document. */
  identity: z.enum(['register', 'photographs']),
})
export type ClaimDetails = z.infer<typeof ClaimDetails>
