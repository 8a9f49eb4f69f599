import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Locale } from '#brand'
import type { Call } from '#contract/call.ts'
import { type CallName, type Contract, contract } from '#contract/index.ts'
import { duplicateRequestWaitSeconds } from '#domain/constants.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText, isFieldKey } from '#texts/fields.ts'
import { answers } from '#texts/refusals.ts'
import { type Identity, identify, mayCall } from './auth.ts'
import type { Deps } from './deps.ts'
import { deviceName } from './device.ts'
import { Answer, refuse } from './refuse.ts'

/** What a handler gets beside the checked body. */
export type Context = Deps & {
  who: Identity | null
  locale: Locale
  requestId: string
  address: string
  /** The browser as it names itself, in two words. */
  device: string
  /** The identity of a call that needs one. */
  me(): Identity
}

type Body<Name extends CallName> = z.output<Contract[Name]['body']>
type Reply<Name extends CallName> = z.input<Contract[Name]['reply']>
export type Handler<Name extends CallName> = (body: Body<Name>, context: Context) => Promise<Reply<Name>>
/** Every call has exactly one handler: a missing one does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> }

/** A call's handler, typed by the contract. */
export const handle = <Name extends CallName>(_name: Name, handler: Handler<Name>): Handler<Name> => handler

/** Ours must be out before the client's patience ends (decisions: an answer of ours within 10 s). */
const ANSWER_LIMIT_MS = 9_500

export function localeOf(request: FastifyRequest): Locale {
  const wanted = String(request.headers['accept-language'] ?? '').toLowerCase()
  return /^\s*ru\b/.test(wanted) ? 'ru' : 'kz'
}

export function mountCalls(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  for (const name of Object.keys(contract).filter((each): each is CallName => each in contract)) mountCall(app, deps, name, handlers)
}

function mountCall<Name extends CallName>(app: FastifyInstance, deps: Deps, name: Name, handlers: Handlers) {
  const definition: Call = contract[name]
  // The table pairs each name with its own handler; inside the loop the compiler sees only their union.
  const handler = handlers[name] as unknown as (body: unknown, context: Context) => Promise<unknown>
  app.route({
    method: definition.method,
    url: definition.path,
    config: { call: name },
    handler: async (request, reply) => {
      const context = await contextOf(request, deps, name, definition)
      const { locale } = context
      const body = definition.body.safeParse(definition.method === 'GET' ? (request.query ?? {}) : (request.body ?? {}), {
        // Without it a wrong type would read as a missing field.
        reportInput: true,
      })
      if (!body.success) throw new Answer(422, { errors: problems(body.error, locale) })
      const answer = await withinLimit(definition, locale, () => handler(body.data, context))
      count(deps, name, answer)
      if (deps.config.checkReplies) return reply.send(definition.reply.parse(answer))
      return reply.send(answer)
    },
  })
}

/** With a temporary password nothing works but its change (decisions, "Identity"). */
const underTemporaryPassword = new Set<string>(['cabinetChangePassword', 'cabinetUser', 'cabinetLogout'])

/** Who asks, in which language, from where; throws 401 and 403. Handlers get it beside the checked body. */
export async function contextOf(request: FastifyRequest, deps: Deps, name: string, definition: Call): Promise<Context> {
  const who = request.headers.authorization ? await identify(deps.db, request.headers.authorization, deps.clock.now()) : null
  if (!definition.may.includes('everyone')) {
    if (!who) throw new Answer(401)
    if (!mayCall(definition.may, who)) throw new Answer(403)
    if (who.beganBy === 'temporary' && !underTemporaryPassword.has(name)) throw new Answer(403, { error: 'password_change_required' })
  }
  return {
    ...deps,
    // Most calls write no line of their own.
    get log() {
      return deps.log.child({ request: request.id, call: name })
    },
    who,
    locale: localeOf(request),
    requestId: request.id,
    address: request.ip,
    device: deviceName(request.headers['user-agent']),
    me: () => {
      if (!who) throw new Answer(401)
      return who
    },
  }
}

/** A failing outside system is 12002 on calls that carry the catalogue's codes and 503 elsewhere; the time limit counts as such a failure. */
async function withinLimit(definition: Call, locale: Locale, work: () => Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('files', 'answer', 'time limit')), ANSWER_LIMIT_MS)
  })
  try {
    return await Promise.race([work(), limit])
  } catch (cause) {
    const outside = cause instanceof Unavailable || cause instanceof EsbdRefused
    if (!outside) throw cause
    if (definition.catalogue) return refuse(locale, 12002)
    throw new Answer(503, {}, { 'retry-after': '5' })
  } finally {
    clearTimeout(timer)
  }
}

function count(deps: Deps, call: string, answer: unknown) {
  if (typeof answer === 'object' && answer !== null && 'code' in answer) deps.metrics.refusals.inc({ call, code: String(answer.code) })
}

/** Zod's issues as `{path, message}`, in words. */
export function problems(error: z.ZodError, locale: Locale): { path: string; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [path, key].filter(Boolean).join('.'), message: fieldText('unknown_field', locale) }))
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
    const failure = cause instanceof Answer ? cause : asAnswer(cause)
    if (failure.status >= 500) deps.log.error({ err: cause, request: request.id, url: request.routeOptions.url }, 'answered with an error')
    return reply
      .code(failure.status)
      .headers(failure.headers)
      .send({
        success: false,
        message: wordsFor(failure.status, locale),
        ...failure.body,
        ...(failure.status >= 500 ? { requestId: request.id } : {}),
      })
  })
}

function asAnswer(cause: unknown): Answer {
  if (cause instanceof Unavailable) return new Answer(503, {}, { 'retry-after': '5' })
  const status =
    typeof cause === 'object' && cause !== null && 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : 500
  if (status === 413) return new Answer(413)
  if (status >= 400 && status < 500) return new Answer(status === 415 ? 415 : 422, { errors: [{ path: '', message: 'JSON' }] })
  return databaseIsAway(cause) ? new Answer(503, {}, { 'retry-after': '5' }) : new Answer(500)
}

/** PostgreSQL's classes 08 (connection), 53 (resources), 57 (operator) and 40 (rollback), and the driver's own words for them. */
const databaseIsAway = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return (
    /^(08|53|57|40)/.test(code) ||
    /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|Connection ended|not queryable|timeout exceeded when trying to connect/.test(
      `${code} ${cause.message}`,
    )
  )
}

function wordsFor(status: number, locale: Locale): string {
  const words: Record<number, { kz: string; ru: string }> = {
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
export const inProgress = () => new Answer(409, {}, { 'retry-after': String(duplicateRequestWaitSeconds) })
