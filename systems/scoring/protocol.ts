import { z } from 'zod'

/** No public description of a scoring service exists: a plain JSON call of our own design (external-systems.md 9). */
export const SCORING_PATH = '/scoring/v1/score'

export const ScoreRequest = z.object({
  requestId: z.string().min(1),
  policyholder: z.object({ iin: z.string() }),
  drivers: z.array(z.object({ iin: z.string() })),
  vehicles: z.array(z.object({ plate: z.string() })),
})
export const ScoreReply = z.object({ requestId: z.string(), decision: z.enum(['ACCEPT', 'DECLINE']) })
