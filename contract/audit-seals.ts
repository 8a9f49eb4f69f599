import { z } from 'zod'
import { answer, call } from './call.ts'
import { Instant } from './fields.ts'

const administrator = ['administrator'] as const

export const verify = call({
  path: '/api/staff/audit/verify',
  method: 'GET',
  may: administrator,
  about:
    'Computes seals anew, the newest first, a part at a time: `next` is the `before` of the following part. `broken` names the first seal that does not fit.',
  body: z.strictObject({
    before: z
      .string()
      .regex(/^\d{1,18}$/, { error: 'invalid' })
      .optional(),
  }),
  reply: answer(
    z.object({
      seals: z.int(),
      entries: z.int(),
      broken: z.object({ seal: z.string(), from: z.string(), to: z.string() }).nullable(),
      next: z.string().nullable(),
      /** Rows that wait for their seal. */
      unsealed: z.int(),
      newest: z.object({ seal: z.string(), hash: z.string(), at: Instant }).nullable(),
    }),
  ),
})
