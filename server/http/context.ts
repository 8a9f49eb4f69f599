import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#brand'
import type { Call } from '#contract/call.ts'
import { Unavailable } from '#systems/http.ts'
import { withTimeout } from '../db/deadline.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from './address.ts'
import { type Browser, browserOf } from './browser.ts'
import { deviceName } from './device.ts'
import { type Identity, identify, mayCall } from './identity.ts'
import { HttpError } from './refuse.ts'

/** What a handler gets beside the checked body. */
export type Context = Deps & {
  who: Identity | null
  locale: Locale
  requestId: string
  address: string
  /** The browser as it names itself, in two words. */
  device: string
  /** Which browser it is, where codes are asked for and given back. */
  browser: Browser
  /** The identity of a call that needs one. */
  me(): Identity
}

/**
 * Ours must be out before the client's patience ends (decisions: an answer of ours within 10 s).
 */
export const ANSWER_LIMIT_MS = 9_500

export function localeOf(request: FastifyRequest): Locale {
  const wanted = String(request.headers['accept-language'] ?? '').toLowerCase()
  return /^\s*ru\b/.test(wanted) ? 'ru' : 'kz'
}

/** With a temporary password nothing works but its change (decisions, "Identity"). */
const underTemporaryPassword = new Set<string>([
  'cabinetChangePassword',
  'cabinetUser',
  'cabinetLogout',
  'promoterChangePassword',
  'promoterMe',
  'promoterLogout',
])

type Made = { request: FastifyRequest; reply: FastifyReply | null; browserMade?: Browser }
export type ContextBase = { deps: Deps; name: string; may: Call['may']; shared: object }

/**
 * What all requests of one call share, made once. The line of its own, the address, the device and
 * the browser are made only for a call that reads them.
 */
export function contextBase(deps: Deps, name: string, { may }: Pick<Call, 'may'>): ContextBase {
  const shared: object = Object.create(deps, {
    log: {
      get: function (this: Made) {
        return deps.log.child({ request: this.request.id, call: name })
      },
    },
    address: {
      get: function (this: Made) {
        return askedFrom(this.request)
      },
    },
    device: {
      get: function (this: Made) {
        return deviceName(this.request.headers['user-agent'])
      },
    },
    browser: {
      get: function (this: Made) {
        this.browserMade ??= browserOf(this.request, this.reply, deps.config)
        return this.browserMade
      },
    },
  })
  return { deps, name, may, shared }
}

/**
 * Who asks, in which language, from where; throws 401 and 403. For routes that are mounted by hand.
 */
export const contextOf = (
  request: FastifyRequest,
  deps: Deps,
  name: string,
  definition: Call,
): Promise<Context> => contextFor(request, null, contextBase(deps, name, definition))

export async function contextFor(
  request: FastifyRequest,
  reply: FastifyReply | null,
  { deps, name, may, shared }: ContextBase,
): Promise<Context> {
  const { authorization } = request.headers
  // A database that hangs is away: nobody is left waiting for who they are.
  const who = authorization
    ? await withTimeout(
        ANSWER_LIMIT_MS,
        () => identify(deps.db, authorization, deps.clock.now()),
        late,
      )
    : null
  if (!may.includes('everyone')) {
    if (!who) throw new HttpError(401)
    if (!mayCall(may, who)) throw new HttpError(403)
    if (who.beganBy === 'temporary' && !underTemporaryPassword.has(name))
      throw new HttpError(403, { error: 'password_change_required' })
  }
  const context: Context & Made = Object.create(shared)
  context.request = request
  context.reply = reply
  context.who = who
  context.locale = localeOf(request)
  context.requestId = request.id
  context.me = () => {
    if (!who) throw new HttpError(401)
    return who
  }
  return context
}

/** An answer that is not there in its time counts as a failing outside system. */
export const late = () => new Unavailable('files', 'answer', 'time limit')
