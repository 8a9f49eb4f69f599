import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { defaultLocale, isLocale, type Locale, localeOfTag } from '#domain/locale.ts'
import { Unavailable } from '#systems/http.ts'
import { withTimeout } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { answerLimits } from '../settings/time-limits.ts'
import { askedFrom } from './address.ts'
import { type Browser, browserOf, cookieOf } from './browser.ts'
import { type Identity, identify, mayCall } from './identity.ts'
import { comesBack, HttpError } from './refuse.ts'

const browsers: [RegExp, string][] = [
  [/YaBrowser/, 'Yandex'],
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const platforms: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * Returns the browser's own name in two words (`Chrome, Android`), so that people know their
 * devices; empty if unknown.
 */
export function deviceName(userAgent: string | undefined): string {
  const named = (table: [RegExp, string][]) =>
    table.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  return [named(browsers), named(platforms)].filter(Boolean).join(', ')
}

/** A handler's input beside the checked body. */
export type Context = Deps & {
  who: Identity | null
  locale: Locale
  requestId: string
  /**
   * Time of the first request, by the product's clock: a repetition after a crash is judged by it.
   */
  askedAt: Date
  /** Aborted when the caller was sent away to retry while the work continues. */
  givenUp: AbortController
  address: string
  /** The browser as it names itself, in two words. */
  device: string
  /** The browser, for calls that request and enter codes. */
  browser: Browser
  /** The identity of a call that needs one. */
  me(): Identity
  /** The call was held for some seconds and goes now (`signatures/held.ts`). */
  heldId?: string
}

export function localeOf(request: FastifyRequest): Locale {
  return localeOfTag(String(request.headers['accept-language'] ?? '')) ?? defaultLocale
}

/** The language chosen on our pages before, else the browser's. */
export function preferredLocale(request: FastifyRequest): Locale {
  const chosen = cookieOf(request, 'lang')
  return isLocale(chosen) ? chosen : localeOf(request)
}

/** With a temporary password nothing works but its change (settled.md, "Identity"). */
const underTemporaryPassword = new Set<string>([
  'cabinetChangePassword',
  'cabinetUser',
  'cabinetLogout',
  'promoterChangePassword',
  'promoterMe',
  'promoterLogout',
])

/**
 * Returns caller, language and address; throws 401 and 403. Routes mounted by hand have no `reply`
 * to set a cookie with.
 */
export async function contextOf(
  request: FastifyRequest,
  deps: Deps,
  name: string,
  { may }: Pick<Call, 'may'>,
  reply: FastifyReply | null = null,
): Promise<Context> {
  const { authorization } = request.headers
  // Before anything is waited for: a caller who leaves meanwhile has no address any more.
  const address = askedFrom(request)
  // A database that hangs counts as down: no caller waits for its own identity.
  const who = authorization
    ? await withTimeout(
        answerLimits.wholeMs,
        () => identify(deps.db, authorization, deps.clock.now()),
        comesBack,
      )
    : null
  if (!may.includes('everyone')) {
    if (!who) throw new HttpError(401)
    if (!mayCall(may, who)) throw new HttpError(403)
    if (who.beganBy === 'temporary' && !underTemporaryPassword.has(name))
      throw new HttpError(403, { error: 'password_change_required' })
  }
  let browser: Browser | null = null
  return {
    ...deps,
    who,
    locale: localeOf(request),
    requestId: request.id,
    askedAt: deps.clock.now(),
    givenUp: new AbortController(),
    address,
    me: identityIn(who),
    // Made only for a call that reads them.
    get log() {
      return deps.log.child({ request: request.id, call: name })
    },
    get device() {
      return deviceName(request.headers['user-agent'])
    },
    get browser() {
      browser ??= browserOf(request, reply, deps.config)
      return browser
    },
  }
}

type Left = {
  account: Pick<Identity, 'iin' | 'role' | 'administrator' | 'phone'> & { id: string }
  locale: Locale
  heldId: string
}

/** Context of a call that a desk made and left: runs under that account's current rights. */
export function contextOfHeld(
  deps: Deps,
  name: string,
  { account, locale, heldId }: Left,
): Context {
  const now = deps.clock.now()
  const who: Identity = {
    kind: 'user',
    iin: account.iin,
    phone: account.phone,
    role: account.role,
    administrator: account.administrator,
    hash: Buffer.alloc(0),
    sessionId: '',
    orderId: null,
    draftId: null,
    accountId: account.id,
    beganBy: null,
    provedAt: now,
    partnerVisit: null,
  }
  return {
    ...deps,
    who,
    locale,
    heldId,
    requestId: heldId,
    address: '',
    device: '',
    askedAt: now,
    givenUp: new AbortController(),
    log: deps.log.child({ held: heldId, call: name }),
    me: identityIn(who),
    get browser(): never {
      throw new Error(`${name} goes without the browser that began it`)
    },
  }
}

/** The identity of a call that needs one. */
export const identityIn = (who: Identity | null) => () => {
  if (!who) throw new HttpError(401)
  return who
}

/** An answer that is not there in its time counts as a failing outside system. */
export const late = () => new Unavailable('files', 'answer', 'time limit')

/** Makes a request's id for its answer, the log and the traces. */
export const newRequestId = () => randomUUID()
