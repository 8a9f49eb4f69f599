import { duplicateRequestWaitSeconds } from '#domain/constants.ts'
import type { Finding, RefusalCode } from '#domain/finding.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { refusalText } from '#texts/refusals.ts'
import { answerLimits } from '../settings/time-limits.ts'

export type Refused = {
  success: false
  code: RefusalCode
  message: string
  data?: Record<string, unknown>
}

/**
 * Refuses a valid request for what other data show: 200 with `success:false`, the code and words a
 * person can read.
 */
export function refuse(
  locale: Locale,
  code: RefusalCode,
  data?: Record<string, unknown>,
  reason?: string,
): Refused {
  const refused: Refused = {
    success: false,
    code,
    message: refusalText(code, locale, reason),
    ...(data ? { data } : {}),
  }
  if (reason) reasons.set(refused, reason)
  return refused
}

/** Reasons that chose the words of an answer and are not on the wire. */
const reasons = new WeakMap<object, string>()
/** Returns the reason behind a refusal's words, or null; for the record of it. */
export const reasonOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null ? (reasons.get(answer) ?? null) : null

/**
 * The first finding answers; the others travel beside it, so that a page can mark every row at
 * once.
 */
export function refuseFor(locale: Locale, findings: readonly [Finding, ...Finding[]]): Refused {
  const [first] = findings
  const named = (finding: Finding) => ({
    ...(finding.iin ? { driver_iin: finding.iin } : {}),
    ...(finding.plate ? { registration_number: finding.plate } : {}),
    // The answer never reveals who is on a list, or how surely (decision 302).
    ...(finding.reason && finding.code !== refusals.terroristMatch
      ? { reason: finding.reason }
      : {}),
  })
  return refuse(
    locale,
    first.code,
    {
      ...named(first),
      findings: findings.map((finding) => ({
        code: finding.code,
        message: refusalText(finding.code, locale, finding.reason),
        ...named(finding),
      })),
    },
    first.reason,
  )
}

export const ok = <T>(data: T) => ({ success: true as const, data })

/** Answers that are not 200: thrown by handlers, put on the wire in one place. */
export class HttpError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>
  constructor(
    status: number,
    body: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(`HTTP ${status}`)
    this.name = 'HttpError'
    this.status = status
    this.body = body
    this.headers = headers
  }
}
export const notFound = () => new HttpError(404)
export const invalid = (errors: { path: string; message: string }[]) =>
  new HttpError(422, { errors })
/** Something outside or the database is away. */
export const answerUnavailable = (body: Record<string, unknown> = {}) =>
  new HttpError(503, body, { 'retry-after': String(answerLimits.unavailableRetrySeconds) })
/** The database fails over: the page retries by itself. */
export const comesBack = () => answerUnavailable({ error: 'comes_back' })
/** A request already being worked on: 409, try again in five seconds (spec section 9). */
export const inProgress = () =>
  new HttpError(409, {}, { 'retry-after': String(duplicateRequestWaitSeconds) })
