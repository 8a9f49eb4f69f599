import { z } from 'zod'
import { ClaimAnswers } from '#contract/claim-draft.ts'
import { claimants } from '#domain/claim-way/answers.ts'

/**
 * What a claim of the client's way was told, beside the specification's fields: the column `details`
 * of `claims`. A claim that came as six files has none. A third party's keeps what they named the one
 * at fault by (decision 224): it stands where their papers and screens would say the policy.
 */
export const ClaimDetails = z.object({
  by: z.enum(claimants),
  /** A plate or a policy's number; of a third party alone. */
  named: z.string().optional(),
  answers: ClaimAnswers,
  /** How the applications were signed: by a code from an SMS, or by hand on paper. */
  signed: z.object({ how: z.enum(['code', 'paper']), at: z.string() }),
  /** Who confirmed the identity: the register, or photographs of the document. */
  identity: z.enum(['register', 'photographs']),
})
export type ClaimDetails = z.infer<typeof ClaimDetails>
