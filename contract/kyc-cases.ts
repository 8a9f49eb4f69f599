import { z } from 'zod'
import { answer, call } from './call.ts'
import { Instant } from './fields.ts'
import { MatchedBy } from './kyc.ts'

/** The worklist of checks. */
const staff = ['staff'] as const

export const cases = call({
  path: '/api/kyc/cases',
  method: 'GET',
  may: staff,
  about:
    'Cases a view, twenty a page: `waiting`, blocked and not decided about, the longest wait first; `blocked` and `decided`, those staff kept or let, the newest decision first.',
  body: z.strictObject({
    view: z.enum(['waiting', 'blocked', 'decided']).default('waiting'),
    cursor: z.string().max(80).optional(),
  }),
  reply: answer(
    z.object({
      cases: z.array(
        z.object({
          id: z.string(),
          /** Masked. */
          iin: z.string(),
          name: z.string(),
          /** `typed`: an identity typed by hand waits to be proved. */
          origin: z.enum(['sale', 'rescreen', 'desk', 'typed']),
          openedAt: Instant,
          decidedAt: Instant.nullable(),
          /** In which lists they were found: code and name in law. */
          lists: z.array(z.object({ code: z.string(), title: z.string() })),
          /** By what the strongest match was found; null for an identity typed by hand. */
          by: MatchedBy.nullable(),
          score: z.number(),
          policies_in_force: z.int(),
          /** A colleague has signed that the block comes off: a second person is wanted. */
          signature_waits: z.boolean(),
        }),
      ),
      /** Blocked in all, beside those that wait. */
      blocked: z.int(),
      waiting: z.int(),
      next: z.string().nullable(),
    }),
  ),
})
