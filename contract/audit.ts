import { z } from 'zod'
import { answer, call } from './call.ts'
import { Day, Instant } from './fields.ts'

const administrator = ['administrator'] as const

/** Every filter narrows; a GET has its values as text. */
export const search = call({
  path: '/api/staff/audit',
  method: 'GET',
  may: administrator,
  about:
    'The audit log, the newest first, fifty a page. `actor`: an account id, an IIN, or `job:…` as it is written; `action`: its beginning.',
  body: z.strictObject({
    actor: z.string().trim().max(80).optional(),
    action: z
      .string()
      .trim()
      .regex(/^[a-z_.]*$/, { error: 'invalid' })
      .max(60)
      .optional(),
    object: z.string().trim().max(80).optional(),
    from: Day.optional(),
    to: Day.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, { error: 'invalid' })
      .optional(),
  }),
  reply: answer(
    z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          at: Instant,
          actor: z.string(),
          /**
           * Whose account the actor is; null for the program's own jobs and for people who are
           * gone.
           */
          actor_name: z.string().nullable(),
          action: z.string(),
          object: z.object({ kind: z.string(), id: z.string() }),
          details: z.record(z.string(), z.unknown()),
          sealed: z.boolean(),
        }),
      ),
      next: z.string().nullable(),
    }),
  ),
})
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
