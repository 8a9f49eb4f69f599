import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { z } from 'zod'
import type { Locale } from '#brand'
import type { Call } from '#contract/call.ts'
import { type CallName, type Contract, contract } from '#contract/index.ts'
import { duplicateRequestWaitSeconds } from '#domain/constants.ts'
import { defaultLocale, type Localized, localeOfTag, parseLocale } from '#domain/locale.ts'
import { EsbdRefused, NotInTariff } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText, isFieldKey } from '#texts/fields.ts'
import { answers, codesWithText, refusalText } from '#texts/refusals.ts'
import { withTimeout } from '../db/deadline.ts'
import type { Deps } from '../deps.ts'
import { traceOf } from '../telemetry/observe.ts'
import { askedFrom } from './address.ts'
import { type Browser, browserOf } from './browser.ts'
import { deviceName } from './device.ts'
import { FileAnswer } from './file-answer.ts'
import { type Begun, inProgress as duplicate, orGoesOn, type Row } from './going-on.ts'
import { type Identity, identify, identityOf, mayCall } from './identity.ts'
import { HttpError, refuse } from './refuse.ts'

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

type Body<Name extends CallName> = z.output<Contract[Name]['body']>
type Reply<Name extends CallName> = z.input<Contract[Name]['reply']>
export type Handler<Name extends CallName> = (
  body: Body<Name>,
  context: Context,
) => Promise<Reply<Name> | FileAnswer>
/** Every call has exactly one handler: a missing one does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> }

/** A call's handler, typed by the contract. */
export const handle = <Name extends CallName>(_name: Name, handler: Handler<Name>): Handler<Name> =>
  handler

/**
 * Ours must be out before the client's patience ends (decisions: an answer of ours within 10 s).
 */
const ANSWER_LIMIT_MS = 9_500

export function localeOf(request: FastifyRequest): Locale {
  return localeOfTag(String(request.headers['accept-language'] ?? '')) ?? defaultLocale
}

/** Without the input a wrong type would read as a missing field. */
const reportInput = { reportInput: true }

export function mountCalls(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  for (const name of Object.keys(contract).filter((each): each is CallName => each in contract))
    mountCall(app, deps, name, handlers)
}

function mountCall<Name extends CallName>(
  app: FastifyInstance,
  deps: Deps,
  name: Name,
  handlers: Handlers,
) {
  const definition: Call = contract[name]
  // The table pairs each name with its own handler; inside the loop the compiler sees only their
  // union.
  const handler = handlers[name] as unknown as (body: unknown, context: Context) => Promise<unknown>
  const base = contextBase(deps, name, definition)
  app.route({
    method: definition.method,
    url: definition.path,
    config: { call: name },
    ...(definition.bodyLimit ? { bodyLimit: definition.bodyLimit } : {}),
    handler: async (request, reply) => {
      const began = performance.now()
      const context = await contextFor(request, reply, base)
      const given = definition.method === 'GET' ? request.query : request.body
      const body = definition.body.safeParse(given ?? {}, reportInput)
      if (!body.success) throw new HttpError(422, { errors: problems(body.error, context.locale) })
      const work = () => orOutside(definition, context.locale, () => handler(body.data, context))
      const answer = await withinLimit(definition, context.locale, began, () =>
        definition.goesOn
          ? orGoesOn(deps, begunBy(name, body.data, context), work, duplicateRequestWaitSeconds)
          : work(),
      )
      if (answer instanceof FileAnswer) return answer.send(reply)
      count(deps, name, answer)
      if (deps.config.checkReplies) return reply.send(definition.reply.parse(answer))
      return reply.send(answer)
    },
  })
}

const begunBy = (
  call: string,
  body: unknown,
  { me, locale, requestId, address, device }: Context,
): Begun => ({
  call,
  who: me(),
  body,
  locale,
  requestId,
  address,
  device,
})

/**
 * The work of a call that another process began, as its session still may do it; null when the
 * session is over.
 */
export const callAgain = (deps: Deps, handlers: Handlers) => async (row: Row) => {
  const name = Object.keys(contract).find(
    (each): each is CallName => each in contract && each === row.call,
  )
  const who = await identityOf(deps.db, row.token_hash, deps.clock.now())
  if (!name || !mayCall(contract[name].may, who)) return null
  const locale = parseLocale(row.locale)
  const context: Context = Object.assign(Object.create(deps), {
    ...{ who, locale, requestId: row.request_id, address: row.address, device: row.device },
    log: deps.log.child({ request: row.request_id, call: name }),
    me: () => {
      if (!who) throw new HttpError(401)
      return who
    },
  })
  const handler = handlers[name] as unknown as (body: unknown, context: Context) => Promise<unknown>
  return () => orOutside(contract[name], locale, () => handler(row.body, context))
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
type ContextBase = { deps: Deps; name: string; may: Call['may']; shared: object }

/**
 * What all requests of one call share, made once. The line of its own, the address, the device and
 * the browser are made only for a call that reads them.
 */
function contextBase(deps: Deps, name: string, { may }: Pick<Call, 'may'>): ContextBase {
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

async function contextFor(
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

const late = () => new Unavailable('files', 'answer', 'time limit')

/** The time limit counts as a failing outside system. */
const withinLimit = (
  definition: Call,
  locale: Locale,
  began: number,
  work: () => Promise<unknown>,
): Promise<unknown> =>
  orOutside(definition, locale, () =>
    withTimeout(ANSWER_LIMIT_MS - (performance.now() - began), work, late),
  )

/**
 * A failing outside system is 12002 on calls that carry the catalogue's codes and 503 elsewhere.
 */
async function orOutside(
  definition: Call,
  locale: Locale,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work()
  } catch (cause) {
    const outside = cause instanceof Unavailable || cause instanceof EsbdRefused
    if (!outside) throw cause
    // Nothing that passes: asking again would say the same.
    if (definition.catalogue && cause instanceof NotInTariff)
      return refuse(locale, 14066, undefined, cause.field)
    if (definition.catalogue) return refuse(locale, 12002)
    throw new HttpError(503, {}, { 'retry-after': '5' })
  }
}

function count(deps: Deps, call: string, answer: unknown) {
  if (typeof answer === 'object' && answer !== null && 'code' in answer)
    deps.metrics.refusals.inc({ call, code: String(answer.code) })
}

/** Zod's issues as `{path, message}`, in words. */
export function problems(error: z.ZodError, locale: Locale): { path: string; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [path, key].filter(Boolean).join('.'),
        message: fieldText('unknown_field', locale),
      }))
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    const key = missing ? 'required' : isFieldKey(issue.message) ? issue.message : 'invalid'
    return [{ path, message: fieldText(key, locale) }]
  })
}

export const newRequestId = () => randomUUID()

/** Puts every thrown thing on the wire: one envelope, words in the person's language, no stack. */
export function answerErrors(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((cause: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOf(request)
    const failure = cause instanceof HttpError ? cause : asHttpError(cause)
    if (failure.status >= 500)
      deps.log.error(
        { err: cause, request: request.id, url: request.routeOptions.url, ...traceOf(request) },
        'answered with an error',
      )
    return reply
      .code(failure.status)
      .headers(failure.headers)
      .send({
        success: false,
        message: wordsFor(failure, locale),
        ...failure.body,
        ...(failure.status >= 500 ? { requestId: request.id } : {}),
      })
  })
}

function asHttpError(cause: unknown): HttpError {
  if (cause instanceof Unavailable) return new HttpError(503, {}, { 'retry-after': '5' })
  const status =
    typeof cause === 'object' &&
    cause !== null &&
    'statusCode' in cause &&
    typeof cause.statusCode === 'number'
      ? cause.statusCode
      : 500
  if (status === 413) return new HttpError(413)
  if (accountIsGone(cause)) return new HttpError(401)
  if (status >= 400 && status < 500)
    return new HttpError(status === 415 ? 415 : 422, { errors: [{ path: '', message: 'JSON' }] })
  return databaseIsAway(cause) ? new HttpError(503, {}, { 'retry-after': '5' }) : new HttpError(500)
}

/**
 * A client's data were deleted while a call of theirs was on its way: what it writes has no account
 * to belong to.
 */
const accountIsGone = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError &&
  cause.code === '23503' &&
  /not present in table "accounts"/.test(cause.detail ?? '')

/**
 * PostgreSQL's classes 08 (connection), 53 (resources), 57 (operator) and 40 (rollback), and the
 * driver's own words for them.
 */
const databaseIsAway = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  // A server that is gone takes its Unix socket away: no such file, instead of no such listener.
  const noServer = 'syscall' in cause && cause.syscall === 'connect'
  return (
    noServer ||
    /^(08|53|57|40)/.test(code) ||
    /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|Connection ended|not queryable|not currently accepting connections|timeout exceeded when trying to connect/.test(
      `${code} ${cause.message}`,
    )
  )
}

/** The catalogue's own words where the answer has a code, else those of the status. */
function wordsFor({ status, body }: HttpError, locale: Locale): string {
  const code = body.code
  if (typeof code === 'number' && codesWithText.includes(code)) return refusalText(code, locale)
  const words: Record<number, Localized> = {
    401: answers.unauthorized,
    403: answers.forbidden,
    404: answers.notFound,
    409: answers.inProgress,
    413: answers.tooLarge,
    422: answers.invalid,
    429: answers.tooMany,
    503: answers.unavailable,
  }
  return (words[status] ?? (status >= 500 ? answers.server : answers.invalid))[locale]
}

/** A request already being worked on: 409, try again in five seconds (spec section 9). */
export const inProgress = () => duplicate(duplicateRequestWaitSeconds)
