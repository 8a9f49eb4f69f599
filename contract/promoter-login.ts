import { z } from 'zod'
import { answerWith, call, done } from './call.ts'

const promoter = ['promoter'] as const

/** The promoter's login: exactly 12 digits; whether it is known is not told before the password. */
export const Login = z
  .string({ error: 'iin' })
  .transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, ''))
  .pipe(z.string().regex(/^\d{12}$/, { error: 'iin' }))

/** Spec section 3, "Promoter user", and what the page needs to know of the session. */
export const PromoterUser = z.object({
  /** The account, a uuid. */
  id: z.string(),
  /** The promoter's 12-digit IIN. */
  login: z.string(),
  role: z.literal('promoter'),
  name: z.string(),
  surname: z.string(),
  /**
   * The session began with the password sent by SMS: only me, logout and changePassword work,
   * everything else is 403.
   */
  password_change_required: z.boolean(),
})

export const login = call({
  path: '/api/promoter/auth/login',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs a promoter in. 401 for an unknown login and a wrong password alike; 403 with error "password_expired" for a temporary password older than a day; 429 with 13001 after five wrong ones.',
  body: z.strictObject({
    login: Login,
    password: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200),
  }),
  reply: answerWith({ access_token: z.string(), user: PromoterUser }),
})
export const me = call({
  path: '/api/promoter/auth/me',
  method: 'GET',
  may: promoter,
  about: 'Who is signed in.',
  body: z.strictObject({}),
  reply: answerWith({ user: PromoterUser }),
})
export const logout = call({
  path: '/api/promoter/auth/logout',
  method: 'POST',
  may: promoter,
  about: 'Ends this session.',
  body: z.strictObject({}),
  reply: done,
})
export const forgotPassword = call({
  path: '/api/promoter/auth/forgotPassword',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends a temporary password to the promoter’s phone. Answers the same, as fast, for an unknown login; 429 with 13000 when asked too often.',
  body: z.strictObject({ login: Login }),
  reply: done,
})
export const changePassword = call({
  path: '/api/promoter/auth/changePassword',
  method: 'POST',
  may: promoter,
  about:
    'Changes the password and ends the promoter’s other sessions. The current one is asked unless the session began with a temporary one.',
  body: z.strictObject({
    current_password: z.string().max(200).optional(),
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})
