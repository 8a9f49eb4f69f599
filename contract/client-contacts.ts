import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { CodeSent } from './client-account.ts'
import { Email, Phone, Pin } from './fields.ts'

/** A new address or phone of a client, proved by a code. */
const client = ['user'] as const

export const changeEmail = call({
  path: '/api/cabinet/user/changeEmail',
  method: 'POST',
  may: client,
  about:
    'Sends a code to the new e-mail; it holds after confirmEmail. Without a sign-in by code or e-ID of just now another code goes to the phone: then `phone` is its end.',
  body: z.strictObject({ email: Email }),
  reply: answer(CodeSent.extend({ phone: z.string().optional() })),
})
export const confirmEmail = call({
  path: '/api/cabinet/user/confirmEmail',
  method: 'POST',
  may: client,
  about:
    'The code from the letter makes the e-mail the client’s own. `phone_code`: from the SMS, where changeEmail sent one; 422 on it when wrong.',
  body: z.strictObject({ email: Email, code: Pin, phone_code: Pin.optional() }),
  reply: done,
})
export const changePhone = call({
  path: '/api/cabinet/user/changePhone',
  method: 'POST',
  may: client,
  about:
    'Sends a code to the new phone, which must be linked to the IIN (14002); it holds after confirmPhone.',
  body: z.strictObject({ phone: Phone }),
  reply: answer(CodeSent),
})
export const confirmPhone = call({
  path: '/api/cabinet/user/confirmPhone',
  method: 'POST',
  may: client,
  about: 'The code from the SMS makes the phone the client’s own.',
  body: z.strictObject({ phone: Phone, code: Pin }),
  reply: done,
})
