import { z } from 'zod'
import { LocalizedText } from '#domain/localized-text.ts'
import { answer, call } from './call.ts'
import { Day, Tenge } from './fields.ts'
import { WayField } from './pay.ts'

const buyers = ['purchase', 'user', 'promoter'] as const

export const Factor = z.object({
  code: z.string(),
  value: z.string(),
  because: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const Insurer = z.object({
  code: z.string(),
  name: LocalizedText,
  commissionPercent: z.string(),
  acceptsBadScoring: z.boolean(),
})
export const ogpoOptions = call({
  path: '/api/policy/ogpo/options',
  method: 'POST',
  may: buyers,
  about:
    'What can be chosen today: insurers with the broker’s commission, OGPO+, the texts to accept, whether the position is asked.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      today: Day,
      insurers: z.array(Insurer),
      ogpoPlus: z.object({ payout: Tenge, premium: Tenge, sample: z.boolean() }).nullable(),
      textVersions: z.object({
        terms: z.string(),
        personalData: z.string(),
        commission: z.string(),
        ogpoPlus: z.string(),
      }),
      /** The ways to pay that are offered, in the order shown. */
      ways: z.array(WayField),
      positionRequired: z.boolean(),
      /** How the texts are agreed to: the button that pays says so, or a tick beside it too. */
      acceptance: z.enum(['button', 'tick']),
      /** The buyer as the token proves it. */
      buyer: z
        .object({
          iin: z.string(),
          phone: z.string(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          /** Proved by the government sign-in. */
          egov: z.boolean(),
        })
        .nullable(),
    }),
  ),
})
