import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { z } from 'zod'
import type { Locale, Localized } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { fieldText, isFieldKey } from '#texts/fields.ts'
import { answers, codesWithText, refusalText } from '#texts/refusals.ts'
import { phoneHadEnough, tooManySignIns, tooOften } from '#texts/wait.ts'
import { isAway } from '../db/failures.ts'
import type { Deps } from '../deps.ts'
import { seldom } from '../telemetry/log.ts'
import { traceOf } from '../telemetry/observe.ts'
import { localeOf } from './context.ts'
import { answerUnavailable, comesBack, HttpError } from './refuse.ts'

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
    const said = key === 'invalid' && issue.code === 'too_big' && issue.origin === 'string'
    return [{ path, message: fieldText(said ? 'too_long' : key, locale) }]
  })
}

/** Puts every thrown thing on the wire: one envelope, words in the person's language, no stack. */
export function answerErrors(app: FastifyInstance, deps: Deps): void {
  const tell = seldom(deps.log)
  const tellFailed = (request: FastifyRequest, cause: unknown) => {
    const url = request.routeOptions.url
    const fields = { err: cause, request: request.id, url, ...traceOf(request) }
    // Without a database every answer fails for one reason.
    if (isAway(cause)) tell('away', fields, 'the database is away')
    else deps.log.error(fields, 'answered with an error')
  }
  app.setErrorHandler((cause: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOf(request)
    const failure = asHttpError(cause)
    if (failure.status >= 500) tellFailed(request, cause)
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

/** Maps any thrown error to an answer; if the database is down, to one the caller may retry. */
export function asHttpError(cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause
  if (cause instanceof Unavailable) return answerUnavailable()
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
  return isAway(cause) ? comesBack() : new HttpError(500)
}

/**
 * Detects a call of a client whose data were erased meanwhile: the account its rows refer to is
 * gone.
 */
const accountIsGone = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError &&
  cause.code === '23503' &&
  /not present in table "accounts"/.test(cause.detail ?? '')

const waits = new Map<unknown, (seconds: number) => Localized>([
  [refusals.loginRateLimit, tooManySignIns],
  [refusals.phoneHadEnough, phoneHadEnough],
])

/** Returns the catalogue's text if the answer has a code, else that of the status. */
function wordsFor({ status, body, headers }: HttpError, locale: Locale): string {
  const code = body['code']
  const seconds = Number(headers['retry-after'])
  if (status === 429 && seconds > 0) return (waits.get(code) ?? tooOften)(seconds)[locale]
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
