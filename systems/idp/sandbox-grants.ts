import { createHash, randomBytes } from 'node:crypto'
import { defaultLocale, localeOfTag } from '#domain/locale.ts'
import { json, type SandboxAnswer, type SandboxAsk, type World } from '../sandbox-kit.ts'
import { badRequestPage, choosePage, type Mode, modes } from './sandbox-pages.ts'

type Grant = {
  iin: string
  mode: Mode
  scopes: string[]
  redirectUri: string
  challenge: string | null
  until: string
  used: boolean
}
export type Access = { iin: string; mode: Mode; scopes: string[]; until: string }

const CODE_MS = 60_000
const TOKEN_MS = 600_000
/** What is registered for us there ends so; the host is whichever runs the product. */
const REGISTERED_PATH = '/api/v1.0.0/egov/idp/callback'

export const grantsOf = (world: World) => ({
  grants: world.store<Grant>('idp.codes'),
  tokens: world.store<Access>('idp.tokens'),
  soon: (ms: number) => new Date(world.now().getTime() + ms).toISOString(),
  live: (until: string) => world.now().toISOString() < until,
})

/** The page where a person is chosen, and what follows from the choice. */
export function authorized(
  world: World,
  clientId: string,
  ask: SandboxAsk,
  chosen: URLSearchParams | null,
): SandboxAnswer {
  const { grants, soon } = grantsOf(world)
  const {
    response_type,
    client_id,
    redirect_uri = '',
    state = '',
    scope = '',
    lang,
    code_challenge,
    code_challenge_method,
  } = ask.query
  const scopes = scope.split(' ').filter(Boolean)
  const locale = localeOfTag(lang ?? '') ?? defaultLocale
  const known = URL.canParse(redirect_uri) && new URL(redirect_uri).pathname === REGISTERED_PATH
  const plain = code_challenge !== undefined && code_challenge_method !== 'S256'
  if (response_type !== 'code' || client_id !== clientId || !known || plain || scopes.length === 0)
    return badRequestPage(locale)
  if (!chosen) return choosePage([...world.people.values()], locale)
  const back = new URL(redirect_uri)
  if (state) back.searchParams.set('state', state)
  if (chosen.get('refuse')) {
    back.searchParams.set('error', 'access_denied')
    return found(back)
  }
  const person = world.people.get(chosen.get('iin') ?? chosen.get('typed')?.trim() ?? '')
  if (!person) return choosePage([...world.people.values()], locale, true)
  const code = randomBytes(18).toString('base64url')
  const mode = modes.find((one) => one === chosen.get('mode')) ?? 'person'
  grants.set(code, {
    iin: person.iin,
    mode,
    scopes,
    redirectUri: redirect_uri,
    challenge: code_challenge ?? null,
    until: soon(CODE_MS),
    used: false,
  })
  world.saved()
  back.searchParams.set('code', code)
  return found(back)
}

/** A code for a token, once. */
export function exchanged(
  world: World,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ask: SandboxAsk,
): SandboxAnswer {
  const { grants, tokens, soon, live } = grantsOf(world)
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (ask.headers.authorization !== expected) return json({ error: 'invalid_client' }, 401)
  const form = new URLSearchParams(ask.body)
  const grant = grants.get(form.get('code') ?? '')
  const proves = (challenge: string) =>
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url') === challenge
  const sound =
    form.get('grant_type') === 'authorization_code' &&
    grant !== undefined &&
    !grant.used &&
    live(grant.until) &&
    grant.redirectUri === form.get('redirect_uri') &&
    (grant.challenge === null || proves(grant.challenge))
  if (!sound)
    return json(
      {
        error: 'invalid_grant',
        error_description: 'code is unknown, used, expired or of another address',
      },
      400,
    )
  grant.used = true
  const access = randomBytes(24).toString('base64url')
  tokens.set(access, {
    iin: grant.iin,
    mode: grant.mode,
    scopes: grant.scopes,
    until: soon(TOKEN_MS),
  })
  world.saved()
  return json({ access_token: access, token_type: 'Bearer', expires_in: TOKEN_MS / 1_000 })
}

const found = (to: URL): SandboxAnswer => ({
  status: 303,
  headers: { location: to.href },
  body: '',
})
