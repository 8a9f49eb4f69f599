import * as oauth from 'openid-client'
import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { type Send, Unavailable } from '../http.ts'
import type { GovIdentity, IdpConfig, SignInEnd } from './port.ts'
import {
  AUTHORIZE_PATH,
  BASIC_PATH,
  BasicReply,
  languages,
  type Operation,
  PHONE_PATH,
  PHONE_SCOPE,
  PhoneReply,
  SCOPES,
  TOKEN_PATH,
} from './protocol.ts'

export function idp(
  { address, clientId, clientSecret, scopes = SCOPES }: IdpConfig,
  send: Send<Operation>,
): GovIdentity {
  const base = address.replace(/\/$/, '')
  const configure = configuring({ base, clientId, clientSecret }, send)
  const exchange = async (
    of: Parameters<GovIdentity['finishSignIn']>[0],
  ): Promise<string | Extract<SignInEnd, { kind: 'denied' | 'code' }>> => {
    try {
      const answer = await oauth.authorizationCodeGrant(configure(of.key), of.callback, {
        expectedState: of.state,
        ...(of.verifier ? { pkceCodeVerifier: of.verifier } : {}),
      })
      return answer.access_token
    } catch (cause) {
      if (cause instanceof oauth.AuthorizationResponseError && cause.error === 'access_denied')
        return { kind: 'denied' }
      if (cause instanceof oauth.ResponseBodyError && cause.error === 'invalid_grant')
        return { kind: 'code' }
      const inner = cause instanceof Error ? cause.cause : undefined
      if (inner instanceof Unavailable) throw inner
      throw new Unavailable(
        'idp',
        'token',
        cause instanceof oauth.ResponseBodyError ? cause.error : 'unreadable reply',
        true,
        { cause },
      )
    }
  }

  const resource = async (operation: Operation, path: string, token: string, key: string) => {
    const reply = await send({
      operation,
      key,
      method: 'GET',
      url: `${base}${path}`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      safe: true,
    })
    if (reply.status !== 200) throw new Unavailable('idp', operation, `HTTP ${reply.status}`, false)
    return parsed(reply.text)
  }

  return {
    signInUrl: async ({ state, redirectUri, locale, verifier }) =>
      oauth.buildAuthorizationUrl(configure(''), {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        lang: languages[locale],
        ...(verifier
          ? {
              code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
              code_challenge_method: 'S256',
            }
          : {}),
      }).href,
    finishSignIn: async (of) => {
      const token = await exchange(of)
      if (typeof token !== 'string') return token
      const [basic, phone] = await Promise.all([
        resource('basic', BASIC_PATH, token, of.key),
        // A phone that is refused or lost does not keep the person out.
        scopes.split(' ').includes(PHONE_SCOPE)
          ? resource('phone', PHONE_PATH, token, of.key).catch((cause: unknown) => {
              if (cause instanceof Unavailable) return null
              throw cause
            })
          : null,
      ])
      return personOf(basic, phone)
    },
  }
}

type Client = { base: string; clientId: string; clientSecret: string }

/** The library's configuration for one sign-in, whose calls go out over our `send`. */
const configuring =
  ({ base, clientId, clientSecret }: Client, send: Send<Operation>) =>
  (key: string): oauth.Configuration => {
    const config = new oauth.Configuration(
      {
        issuer: base,
        authorization_endpoint: `${base}${AUTHORIZE_PATH}`,
        token_endpoint: `${base}${TOKEN_PATH}`,
      },
      clientId,
      undefined,
      oauth.ClientSecretBasic(clientSecret),
    )
    // The configuration decides whether an address may be plain: production refuses this machine's
    // own.
    if (base.startsWith('http:')) oauth.allowInsecureRequests(config)
    config[oauth.customFetch] = async (url, { method, headers, body }) => {
      if (method !== 'POST') throw new Error(`the library asked for ${method}`)
      const reply = await send({
        operation: 'token',
        key,
        method,
        url,
        headers: { ...headers },
        body: String(body ?? ''),
        safe: false,
      })
      return new Response(reply.text, {
        status: reply.status,
        headers: { 'content-type': reply.headers['content-type'] ?? '' },
      })
    }
    return config
  }

function personOf(basic: unknown, phone: unknown): SignInEnd {
  const read = BasicReply.safeParse(basic)
  if (!read.success) throw new Unavailable('idp', 'basic', 'unreadable reply', false)
  const { organization, type } = read.data
  if (organization?.bin || (type && /^(org|legal|company)/i.test(type)))
    return { kind: 'organisation' }
  const { iin, surname, name, patronymic } = 'person' in read.data ? read.data.person : read.data
  if (!isIin(iin) || !surname || !name)
    throw new Unavailable('idp', 'basic', 'a person without IIN or name', false)
  const given = PhoneReply.safeParse(phone)
  return {
    kind: 'person',
    person: {
      iin,
      surname,
      name,
      patronymic: patronymic ?? '',
      phone: given.success ? parsePhone(given.data.phone ?? '') : null,
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
