import { z } from 'zod'
import { answer, answerWith, call, done } from './call.ts'
import { Instant, Phone, Pin } from './fields.ts'

/** A client's (and every desk's) account: signing in, sessions, password, contacts, own data. */
const client = ['user'] as const

/**
 * Exactly 12 digits; whether such a person exists is not told before the password (spec section 8,
 * "Login").
 */
const LoginIin = z
  .string({ error: 'iin' })
  .transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, ''))
  .pipe(z.string().regex(/^\d{12}$/, { error: 'iin' }))

export const CabinetUser = z.object({
  name: z.string(),
  surname: z.string(),
  patronymic: z.string(),
  iin: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(['user', 'accountant', 'staff']),
  administrator: z.boolean(),
  /** The session began with the password sent by SMS: only the change of password works. */
  password_change_required: z.boolean(),
  /**
   * Whether changing the password asks for the current one: not after a code or a temporary
   * password.
   */
  current_password_required: z.boolean(),
})
const SignedIn = answerWith({ token: z.string(), user: CabinetUser })
export const CodeSent = z.object({
  resendAfter: Instant,
  expiresAt: Instant,
  resendInSeconds: z.int(),
})

export const login = call({
  path: '/api/cabinet/auth/login',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs in. 401 for an unknown IIN and a wrong password alike; 403 with error "password_expired" for a temporary password older than a day; 429 with 13001 after five wrong ones.',
  body: z.strictObject({
    iin: LoginIin,
    password: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200),
  }),
  reply: SignedIn,
})
/** The key of a sign-in that waits for its code: what the refusal 14070 carries. */
const Pending = z.string({ error: 'required' }).regex(/^[\w-]{20,60}$/, { error: 'invalid' })
export const confirmSignIn = call({
  path: '/api/cabinet/auth/confirmSignIn',
  method: 'POST',
  may: ['everyone'],
  about:
    'The second step of staff and accountants where configuration asks for it: login answers 14070 with data{pending, phone, resendAfter, expiresAt, resendInSeconds}, this call takes the code from the SMS.',
  body: z.strictObject({ pending: Pending, code: Pin }),
  reply: SignedIn,
})
export const resendSignInCode = call({
  path: '/api/cabinet/auth/resendSignInCode',
  method: 'POST',
  may: ['everyone'],
  about: 'Sends the code of the second step again, 30 s after the last one.',
  body: z.strictObject({ pending: Pending }),
  reply: answer(CodeSent),
})
export const sendCode = call({
  path: '/api/cabinet/auth/sendCode',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends a sign-in code to the phone of a client. Answers the same when no client has this phone. With the IIN it reaches whoever the register links to the phone, a client without a phone of their own too (14002 when it does not).',
  body: z.strictObject({ phone: Phone, iin: LoginIin.optional() }),
  reply: answer(CodeSent),
})
export const loginByCode = call({
  path: '/api/cabinet/auth/loginByCode',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs in with the code: four digits, five tries, five minutes. A code asked for with the IIN names it here too; 14095 when the account of the IIN has another phone.',
  body: z.strictObject({ phone: Phone, code: Pin, iin: LoginIin.optional() }),
  reply: SignedIn,
})
export const user = call({
  path: '/api/cabinet/auth/user',
  method: 'GET',
  may: client,
  about: 'Who is signed in.',
  body: z.strictObject({}),
  reply: answer(CabinetUser),
})
export const logout = call({
  path: '/api/cabinet/auth/logout',
  method: 'POST',
  may: client,
  about: 'Ends this session.',
  body: z.strictObject({}),
  reply: done,
})
export const forgotPassword = call({
  path: '/api/cabinet/user/forgotPassword',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends a temporary password by SMS. 404 for an unknown phone; 404 with error "already_sent" within two minutes; 429 with 13000 when asked too often.',
  body: z.strictObject({ phone: Phone }),
  reply: done,
})
export const changePassword = call({
  path: '/api/cabinet/user/changePassword',
  method: 'POST',
  may: client,
  about:
    'Changes the password and ends the other sessions. A session begun by the password names the current one. One begun by code or e-ID sets a password within ten minutes of the sign-in; later it names the current one or the code of passwordCode (422 at `code` asks for it).',
  body: z.strictObject({
    current_password: z.string().max(200).optional(),
    code: Pin.optional(),
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})

export const passwordCode = call({
  path: '/api/cabinet/user/passwordCode',
  method: 'POST',
  may: client,
  about:
    'Sends a code to the account’s own phone, by which a session that did not begin by the password sets one. 422 at `code` without a phone: sign in again.',
  body: z.strictObject({}),
  reply: answer(CodeSent),
})
