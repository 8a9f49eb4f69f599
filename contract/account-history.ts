import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { CodeSent } from './client-account.ts'
import { Instant, Pin } from './fields.ts'

/** What changed of how an account is entered, and "it was not me". */
const NotMeKey = z.string({ error: 'required' }).regex(/^[\w-]{20,64}$/, { error: 'invalid' })

export const accountHistory = call({
  path: '/api/cabinet/auth/history',
  method: 'GET',
  may: ['user'],
  about: 'What changed of how the account is entered, the newest first: never a number or address.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        id: z.string(),
        at: Instant,
        what: z.string(),
        device: z.string(),
        by: z.enum(['owner', 'staff', 'promoter']),
      }),
    ),
  ),
})
export const notMeRead = call({
  path: '/api/account/notMe/read',
  method: 'POST',
  may: ['everyone'],
  about: 'What the link of a message about a change is about. 404 for an unknown, used or old key.',
  body: z.strictObject({ key: NotMeKey }),
  reply: answer(z.object({ what: z.string(), at: Instant, phone: z.string().nullable() })),
})
export const notMe = call({
  path: '/api/account/notMe/end',
  method: 'POST',
  may: ['everyone'],
  about:
    'Ends every session of the account and both its passwords, and sends a code to the phone as it was before the change.',
  body: z.strictObject({ key: NotMeKey }),
  reply: answer(CodeSent.extend({ phone: z.string() }).nullable()),
})
export const notMePassword = call({
  path: '/api/account/notMe/password',
  method: 'POST',
  may: ['everyone'],
  about:
    'By the code to the phone as it was: sets a new password and gives back phone and e-mail. Signs nobody in.',
  body: z.strictObject({
    key: NotMeKey,
    code: Pin,
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})
