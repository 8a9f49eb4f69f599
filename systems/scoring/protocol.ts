import { z } from 'zod'

/**
 * Evidence: none; no public description of a scoring service for OGPO exists.
 * Guess: all of it, a plain JSON call of our own design. Settings SCORING_PATH, SCORING_ACCEPT and
 * SCORING_DECLINE (the decision's words); another shape is another client.
 */
export const SCORING_ACCEPT = ['ACCEPT'] as const
export const SCORING_DECLINE = ['DECLINE'] as const
export const SCORING_PATH = '/scoring/v1/score'

export type Operation = 'score'

export const ScoreRequest = z.object({
  requestId: z.string().min(1),
  policyholder: z.object({ iin: z.string() }),
  drivers: z.array(z.object({ iin: z.string() })),
  vehicles: z.array(z.object({ plate: z.string() })),
})
export const ScoreReply = z.object({ requestId: z.string(), decision: z.string() })
