import { z } from 'zod'
import { call, done } from './call.ts'
import { Uuid } from './fields.ts'

/** Why the first asks, and why the second does not sign. */
export const SigningReason = z
  .string({ error: 'required' })
  .trim()
  .min(5, { error: 'reason' })
  .max(500, { error: 'invalid' })

/** The second person does not sign. */
export const declines = (path: `/${string}`) =>
  call({
    path,
    method: 'POST',
    may: ['staff'],
    about: 'The second person does not sign, with a note. Refusals as of the signature.',
    body: z.strictObject({ signature_id: Uuid, note: SigningReason }),
    reply: done,
  })

/** The first takes back what they asked. */
export const withdraws = (path: `/${string}`) =>
  call({
    path,
    method: 'POST',
    may: ['staff'],
    about:
      'Whoever asked takes it back before it is signed: 404 for anybody else, 14060 afterwards.',
    body: z.strictObject({ signature_id: Uuid }),
    reply: done,
  })
