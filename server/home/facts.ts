import { z } from 'zod'
import { inEveryLanguage } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { PersonRecord } from '../persons/record.ts'

/**
 * What a subscription was made from: the home, the plan and the policyholder as they stood; kept
 * with the calculation and the policy.
 */
export const HomeFacts = z.object({
  quotedOn: z.string(),
  address: z.object({ code: z.string(), ...inEveryLanguage(() => z.string()) }),
  plan: z.object({
    id: z.number(),
    code: z.string(),
    name: KeptText,
    insuranceAmount: z.number(),
    interiorFinishing: z.number(),
    neighbourCompensation: z.number(),
    pricePerMonth: z.number(),
  }),
  policyholder: PersonRecord,
  insurer: z.object({
    id: z.number(),
    code: z.string(),
    name: KeptText,
    esbdSystemId: z.number(),
    commissionPercent: z.string(),
    middlemanContract: z.string(),
  }),
})
export type HomeFacts = z.infer<typeof HomeFacts>
