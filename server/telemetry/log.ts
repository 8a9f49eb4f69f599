import type { Logger } from 'pino'
import pino from 'pino'
import { databaseLimits } from '../settings/time-limits.ts'

/**
 * Structured lines with request and order ids. Personal data never get here on purpose; what slips
 * in is masked by shape.
 */
export type Log = Logger

const IIN_OR_PHONE = /(?<![\w-])(\d{3})\d{5,6}(\d{3})(?![\w-])/g
/** The same in the groups in which people write them. */
const IN_GROUPS =
  /(?<![\w-])(?:\d{6}[ -]\d{6}|(?:\d{3}[ -]){3}\d{3}|(?:\d{4}[ -]){2}\d{4}|(?:\+?7|8)[ -]?\(?\d{3}\)?[ -]?\d{3}[ -]?\d{2}[ -]?\d{2})(?![\w-])/g
/** Begun at the beginning of a word alone: from each of its signs a long one takes seconds. */
const EMAIL =
  /(?<![^\s@<>()[\]",:;])[^\s@<>()[\]",:;]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/gu
const BEARER = /Bearer\s+[\w.~+/=-]+/g

/**
 * Masks what looks like an IIN or a phone (11–12 digits in a row or in groups), e-mail addresses and
 * any bearer token.
 */
export const masked = (text: string): string =>
  text
    .replaceAll(BEARER, 'Bearer •••')
    .replaceAll(EMAIL, '•••@•••')
    .replaceAll(IIN_OR_PHONE, '$1•••$2')
    .replaceAll(IN_GROUPS, (number) => `${number.slice(0, 3)}•••${number.slice(-2)}`)

/** `traceId`: the trace under way, on every line written within one. */
export const createLog = (
  level: string,
  destination?: { write(line: string): void },
  traceId?: () => string | undefined,
): Log =>
  pino(
    {
      level,
      base: null,
      ...(traceId
        ? {
            mixin: () => {
              const trace = traceId()
              return trace ? { trace } : {}
            },
          }
        : {}),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'req.headers',
          '*.iin',
          '*.phone',
          '*.email',
          '*.token',
          '*.password',
          'body',
          '*.body',
          'iin',
          'phone',
          'email',
          'token',
          'password',
        ],
        censor: '•••',
      },
      hooks: {
        streamWrite: (line) => masked(line),
      },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? {
                name: error.name,
                message: error.message,
                stack: error.stack,
                cause: String(error.cause ?? ''),
              }
            : { message: errorText(error) },
      },
    },
    destination ?? pino.destination({ sync: false }),
  )

/** The queue reports its errors as plain objects. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const known = ['code', 'message'].flatMap((key) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' && value ? [value] : []
  })
  return known.join(': ') || 'no message'
}

/**
 * Returns a logger that writes a line of a kind at once, and then one in ten seconds with the
 * count: a database down for half a minute fills some lines, not thousands.
 */
export function seldom(log: Log): (kind: string, fields: object, message: string) => void {
  const told = new Map<string, { at: number; untold: number }>()
  return (kind, fields, message) => {
    const last = told.get(kind)
    if (last && performance.now() - last.at < databaseLimits.toldAgainMs) {
      last.untold += 1
      return
    }
    log.warn({ ...fields, ...(last?.untold ? { alsoSinceThen: last.untold } : {}) }, message)
    told.set(kind, { at: performance.now(), untold: 0 })
  }
}
