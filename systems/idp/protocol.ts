import { z } from 'zod'

/** The state's identity provider: plain OAuth 2.0 with two resource calls (domain/external-systems.md 3a). */
export const AUTHORIZE_PATH = '/idp/oauth/authorize'
export const TOKEN_PATH = '/idp/oauth/token'
export const BASIC_PATH = '/idp/resource/user/basic'
export const PHONE_PATH = '/idp/resource/user/phone'
export const SCOPE = 'user:basic:read'

const names = {
  iin: z.string(),
  surname: z.string(),
  name: z.string(),
  patronymic: z.string().nullish(),
}
const Organisation = z.object({ bin: z.string().nullish(), name: z.string().nullish() }).nullish()
const of = { organization: Organisation, type: z.string().nullish() }

/** Who signed in: usually within `person`, by one public client also flat. */
export const BasicReply = z.union([z.object({ person: z.object(names), ...of }), z.object({ ...names, ...of })])
export const PhoneReply = z.object({ phone: z.string().nullish() })
