import { z } from 'zod'
import { PersonRecord } from '../persons/record.ts'

const Both = z.object({ kz: z.string(), ru: z.string() })

/**
 * What a subscription was made from: the home, the plan and the policyholder as they stood; kept
 * with the calculation and the policy.
 */
export const HomeFacts = z.object({
  quotedOn: z.string(),
  address: z.object({ code: z.string(), kz: z.string(), ru: z.string() }),
  plan: z.object({
    id: z.number(),
    code: z.string(),
    name: Both,
    insuranceAmount: z.number(),
    interiorFinishing: z.number(),
    neighbourCompensation: z.number(),
    pricePerMonth: z.number(),
  }),
  policyholder: PersonRecord,
  insurer: z.object({
    id: z.number(),
    code: z.string(),
    name: Both,
    esbdSystemId: z.number(),
    commissionPercent: z.string(),
    middlemanContract: z.string(),
  }),
})
export type HomeFacts = z.infer<typeof HomeFacts>
