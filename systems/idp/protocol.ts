import { z } from 'zod'
import type { Localized } from '#domain/locale.ts'

/**
 * The state's identity provider: plain OAuth 2.0 with two resource calls, not OIDC (nobody saw an
 * `id_token`, a discovery document or keys). It compares `redirect_uri` with the registered one at
 * both steps. Its test host, `test.idp.egov.kz`, is in no public DNS: access is by an agreed network.
 *
 * Evidence: a public Go package «egov» and a public PHP controller (addresses, Basic
 * authentication, both resources, the flat form), a recorded address to sign in; scopes: a public
 * Android client (`kenes_widget`, `IDP.CLIENT_SCOPES`) asks `user:basic:read` and
 * `user:phone:read`. Guess: which scopes a broker is granted. [A]
 */
export const AUTHORIZE_PATH = '/idp/oauth/authorize'
export const TOKEN_PATH = '/idp/oauth/token'
export const BASIC_PATH = '/idp/resource/user/basic'
export const PHONE_PATH = '/idp/resource/user/phone'
export type Operation = 'token' | 'basic' | 'phone'
/** Scopes of the person's names and of their phone: a resource is refused without its scope. */
export const BASIC_SCOPE = 'user:basic:read'
export const PHONE_SCOPE = 'user:phone:read'
/** Values of `lang` seen to work; another language needs the provider's confirmation first. */
export const languages = { kz: 'kk', ru: 'ru' } as const satisfies Localized
export const SCOPES = `${BASIC_SCOPE} ${PHONE_SCOPE}`

const names = {
  iin: z.string(),
  surname: z.string(),
  name: z.string(),
  patronymic: z.string().nullish(),
}
const Organisation = z.object({ bin: z.string().nullish(), name: z.string().nullish() }).nullish()
const of = { organization: Organisation, type: z.string().nullish() }

/** The signed-in person: usually within `person`, by one public client also flat. */
export const BasicReply = z.union([
  z.object({ person: z.object(names), ...of }),
  z.object({ ...names, ...of }),
])
export const PhoneReply = z.object({ phone: z.string().nullish() })
