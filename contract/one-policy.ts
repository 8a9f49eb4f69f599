import { z } from 'zod'
import { answer, call } from './call.ts'
import { GlobalId, Instant, Tenge } from './fields.ts'
import { Payment } from './my-purchases.ts'

/** What happened to a policy, from the order to its end. */
export const policyEvents = [
  'ordered',
  'paid',
  'issued',
  'papers',
  'refunded',
  'terminated',
  'cancelled',
  'replaced',
] as const
export const onePolicy = call({
  path: '/api/cabinet/policy/onePolicy',
  method: 'POST',
  may: ['user'],
  about:
    'What the list leaves out of an own policy: who may drive, what was paid and went back, what happened when, and the address under its QR code.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(
    z.object({
      /** Nobody of a Home policy. The IIN is masked. */
      drivers: z.array(
        z.object({
          name: z.string(),
          iin: z.string(),
          policyholder: z.boolean(),
          bonusMalus: z.object({ kind: z.string(), class: z.string() }),
        }),
      ),
      payments: z.array(Payment),
      /** The oldest first. `amount`: of money that came or went back. */
      history: z.array(
        z.object({ what: z.enum(policyEvents), at: Instant, amount: Tenge.nullable() }),
      ),
      /** Proves offline that we issued the policy; null where there is no such page. */
      check_url: z.string().nullable(),
    }),
  ),
})
