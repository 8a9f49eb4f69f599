import { createHash, randomBytes } from 'node:crypto'
import { defaultLocale, type Locale, languageTag, localeOfTag } from '#domain/locale.ts'
import {
  json,
  type Person,
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

const words = {
  kz: {
    title: 'Электрондық үкімет арқылы кіру',
    note: 'Бұл – сынақ ортасы: құпиясөздің орнына адамды таңдаңыз.',
    as: 'Қалай кіреді',
    modes: {
      person: 'Жеке тұлға ретінде',
      organisation: 'Ұйымның атынан',
      no_phone: 'Телефон нөмірін бермей',
      flat: 'Деректердің ескі пішінімен',
    },
    iin: 'ЖСН',
    enter: 'Кіру',
    unknown: 'Мұндай адам жоқ',
    refuse: 'Бас тарту',
    people: 'Адамдар',
    bad: 'Сұрау қате: сайт тіркелген мекенжайын жібермеді',
  },
  ru: {
    title: 'Вход через электронное правительство',
    note: 'Это тестовая среда: вместо пароля выберите человека.',
    as: 'Как войти',
    modes: {
      person: 'Как физическое лицо',
      organisation: 'От имени организации',
      no_phone: 'Не передавая номер телефона',
      flat: 'Со старым видом данных',
    },
    iin: 'ИИН',
    enter: 'Войти',
    unknown: 'Такого человека нет',
    refuse: 'Отказаться',
    people: 'Люди',
    bad: 'Неверный запрос: сайт не прислал зарегистрированный адрес',
  },
} as const

/**
 * The provider's own page: who signs in. Instead of a password a list of people; a plain form, no
 * script.
 */
const modes = ['person', 'organisation', 'no_phone', 'flat'] as const
type Mode = (typeof modes)[number]

function choosePage(people: readonly Person[], locale: Locale, unknown = false): SandboxAnswer {
  const t = words[locale]
  const rows = people.map(
    (person) =>
      `<button name="iin" value="${person.iin}" formnovalidate><span>${html(`${person.surname} ${person.name} ${person.patronymic}`.trim())}</span><small>${person.iin}</small></button>`,
  )
  const choices = modes.map(
    (mode) =>
      `<label class="choice"><input type="radio" name="mode" value="${mode}"${mode === 'person' ? ' checked' : ''}>${t.modes[mode]}</label>`,
  )
  return page(
    locale,
    t.title,
    `<p class="note">${t.note}</p><form method="post"><fieldset><legend>${t.as}</legend>${choices.join('')}</fieldset>
    ${unknown ? `<p class="error" role="alert">⚠ ${t.unknown}</p>` : ''}
    <label>${t.iin}<input name="typed" inputmode="numeric" maxlength="12"></label>
    <button>${t.enter}</button><button class="quiet" name="refuse" value="1">${t.refuse}</button>
    <h2>${t.people}</h2><div class="people">${rows.join('')}</div></form>`,
  )
}

const badRequestPage = (locale: Locale): SandboxAnswer => page(locale, words[locale].bad, '', 400)

const html = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const page = (locale: Locale, title: string, body: string, status = 200): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="${languageTag(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(title)}</title><style>${style}</style></head>
<body><header><strong>Sandbox IDP</strong></header><main><h1>${html(title)}</h1>${body}</main></body></html>`,
})

const style = `*{box-sizing:border-box}body{margin:0;min-height:100dvh;background:#e8f0f7;color:#12202e;font:17px/1.45 system-ui,sans-serif;display:flex;flex-direction:column;align-items:center}
header,main{width:100%;max-width:34rem;padding:1rem 1.25rem}main{background:#fff;border-radius:16px;padding-block:1.5rem;margin-bottom:2rem}h1{font-size:1.5rem;line-height:1.15;margin:0 0 .75rem}h2{font-size:1rem;margin:.75rem 0 0}
.note{color:#4d5d6c;margin:0 0 1rem}.error{color:#a3211b;margin:0}form{display:grid;gap:.75rem}fieldset{border:0;padding:0;margin:0;display:grid;gap:.25rem}legend,label{color:#3a4757}.choice{display:flex;gap:.5rem;align-items:center;min-height:40px;color:inherit}
input:not([type=radio]){font:inherit;width:100%;padding:.7rem .8rem;border:1px solid #8796a6;border-radius:10px}button{font:inherit;font-weight:600;min-height:48px;padding:.7rem 1rem;border:0;border-radius:12px;background:#0a5fa5;color:#fff;cursor:pointer}button.quiet{background:none;color:#0a5fa5}
.people{display:grid;gap:.4rem}.people button{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;background:none;color:inherit;border:1px solid #cdd8e2;font-weight:400;text-align:start}.people small{color:#4d5d6c;font-size:.95rem}:focus-visible{outline:3px solid #0a5fa5;outline-offset:2px}`

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

const CODE_MS = 60_000
const TOKEN_MS = 600_000
/** The end of our registered address; the host is the one that runs the product. */
const REGISTERED_PATH = '/api/v1.0.0/egov/idp/callback'

const grantsOf = (world: World) => ({
  grants: world.store<Grant>('idp.codes'),
  tokens: world.store<Access>('idp.tokens'),
  soon: (ms: number) => new Date(world.now().getTime() + ms).toISOString(),
  live: (until: string) => world.now().toISOString() < until,
})

/** The page on which a person is chosen, and the redirect after the choice. */
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
    // Scopes not requested at the start are not answered now.
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
