import { z } from 'zod'
import { lookActions } from '#domain/looks.ts'
import { answer, call } from './call.ts'
import { Instant, Uuid } from './fields.ts'

/** What one person saw of a client on one day. */
export const LookLine = z.object({
  role: z.enum(['staff', 'promoter']),
  /** Surname and first letter; empty for an account that is gone. */
  name: z.string(),
  saw: z.array(z.enum(lookActions)),
  at: Instant,
})

export const myLooks = call({
  path: '/api/cabinet/user/looks',
  method: 'GET',
  may: ['user'],
  about: 'Who looked at the client’s data at a desk or as a promoter, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(LookLine)),
})

export const reveal = call({
  path: '/api/staff/client/reveal',
  method: 'POST',
  may: ['staff'],
  about:
    'One number of a client in full, to be shown for a minute. The look is audited, and the client sees it in their list.',
  body: z.strictObject({ account_id: Uuid, what: z.enum(['iin', 'phone', 'document']) }),
  reply: answer(z.object({ value: z.string(), seconds: z.int() })),
})
