import { createHash, randomBytes } from 'node:crypto'
import { defaultLocale, localeOfTag } from '#domain/locale.ts'
import {
  json,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxSystem,
  type World,
} from '../sandbox-kit.ts'
import {
  AUTHORIZE_PATH,
  BASIC_PATH,
  BASIC_SCOPE,
  PHONE_PATH,
  PHONE_SCOPE,
  TOKEN_PATH,
} from './protocol.ts'
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
type Access = { iin: string; mode: Mode; scopes: string[]; until: string }
export type IdpSandboxOptions = { clientId?: string; clientSecret?: string }

const CODE_MS = 60_000
const TOKEN_MS = 600_000
/** What is registered for us there ends so; the host is whichever runs the product. */
const REGISTERED_PATH = '/api/v1.0.0/egov/idp/callback'

/**
 * The state's identity provider: a page to choose a person, one-use codes, the two resource calls.
 */
export function idpSandbox(
  world: World,
  { clientId = 'qorgan', clientSecret = 'sandbox' }: IdpSandboxOptions = {},
): SandboxSystem {
  const { tokens, live } = grantsOf(world)
  const authorize = (ask: SandboxAsk, chosen: URLSearchParams | null) =>
    authorized(world, clientId, ask, chosen)
  const token = (ask: SandboxAsk) => exchanged(world, { clientId, clientSecret }, ask)

  const withAccess = (
    ask: SandboxAsk,
    scope: string,
    answer: (access: Access) => SandboxAnswer,
  ): SandboxAnswer => {
    const access = tokens.get(ask.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!access || !live(access.until)) return json({ error: 'invalid_token' }, 401)
    // What was not asked for at the beginning is not told now.
    return access.scopes.includes(scope)
      ? answer(access)
      : json({ error: 'insufficient_scope' }, 403)
  }
  const basic = ({ iin, mode }: Access): SandboxAnswer => {
    const person = world.people.get(iin)
    if (!person) return json({ error: 'not_found' }, 404)
    const names = { iin, surname: person.surname, name: person.name, patronymic: person.patronymic }
    if (mode === 'flat') return json(names)
    return json({
      person: names,
      organization: mode === 'organisation' ? { bin: '180440099996', name: 'ТОО «Образец»' } : {},
      type: mode === 'organisation' ? 'organization' : 'individual',
    })
  }
  const phone = ({ iin, mode }: Access): SandboxAnswer =>
    mode === 'no_phone'
      ? json({ error: 'access_denied' }, 403)
      : json({ phone: world.people.get(iin)?.phone ?? null })

  const failed = () => json({ error: 'server_error' }, 500)
  return {
    system: 'idp',
    routes: [
      {
        method: 'GET',
        path: AUTHORIZE_PATH,
        operation: 'authorize',
        handle: (ask) => authorize(ask, null),
      },
      {
        method: 'POST',
        path: AUTHORIZE_PATH,
        operation: 'chosen',
        handle: (ask) => authorize(ask, new URLSearchParams(ask.body)),
      },
      { method: 'POST', path: TOKEN_PATH, operation: 'token', error: failed, handle: token },
      {
        method: 'GET',
        path: BASIC_PATH,
        operation: 'basic',
        error: failed,
        handle: (ask) => withAccess(ask, BASIC_SCOPE, basic),
      },
      {
        method: 'GET',
        path: PHONE_PATH,
        operation: 'phone',
        error: failed,
        handle: (ask) => withAccess(ask, PHONE_SCOPE, phone),
      },
    ],
  }
}

const grantsOf = (world: World) => ({
  grants: world.store<Grant>('idp.codes'),
  tokens: world.store<Access>('idp.tokens'),
  soon: (ms: number) => new Date(world.now().getTime() + ms).toISOString(),
  live: (until: string) => world.now().toISOString() < until,
})

/** The page where a person is chosen, and what follows from the choice. */
function authorized(
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
  } = ask.query
  const scopes = scope.split(' ').filter(Boolean)
  const locale = localeOfTag(lang ?? '') ?? defaultLocale
  const known = URL.canParse(redirect_uri) && new URL(redirect_uri).pathname === REGISTERED_PATH
  if (response_type !== 'code' || client_id !== clientId || !known || scopes.length === 0)
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
function exchanged(
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
