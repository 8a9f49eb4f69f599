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
import { type Access, authorized, exchanged, grantsOf } from './sandbox-grants.ts'

export type IdpSandboxOptions = { clientId?: string; clientSecret?: string }

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
