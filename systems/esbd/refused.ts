import type { Operation } from './protocol.ts'

/**
 * The database answered no: a SOAP Fault, or the generic call's own error. Its text is for staff
 * and the log, not for clients.
 */
export class EsbdRefused extends Error {
  readonly system = 'esbd'
  readonly operation: Operation
  readonly faultText: string
  /** Whether it speaks of them or of our login, and not of what was sent. */
  readonly isFailure: boolean
  constructor(operation: Operation, faultText: string) {
    super(`esbd ${operation} refused: ${faultText}`)
    this.name = 'EsbdRefused'
    this.operation = operation
    this.faultText = faultText
    this.isFailure = operation === 'AuthenticateUser' || isTheirFailure(faultText)
  }
}

/**
 * Their record of a vehicle says something that our tariff has no line for: no failure that passes,
 * nothing to ask again.
 */
export class NotInTariff extends EsbdRefused {
  readonly field: 'TYPE_ID' | 'REGION_ID' | 'BIG_CITY_BOOL' | 'NYEAR'
  constructor(operation: Operation, field: NotInTariff['field'], what: string) {
    super(operation, `${field}: ${what}`)
    this.name = 'NotInTariff'
    this.field = field
  }
}

/** What a .NET Fault says itself, without the exceptions around it and the stack behind it. */
export const innermost = (text: string): string =>
  (text.split(/\r?\n\s+at |\s+в [\w.]+\(| {3}at /)[0] ?? '')
    .split('--->')
    .at(-1)
    ?.replace(/^\s*[\w.]+Exception:\s*/, '')
    .trim() ?? ''

/**
 * Whether a Fault speaks of their machinery and not of what was sent: then nothing is known of the
 * effect. Only ever makes us more careful.
 */
export const isTechnical = (text: string): boolean =>
  /\bORA-\d|NullReference|Object reference|Timeout|SqlException|OracleException|OutOfMemory|deadlock|connection|сесси|session/i.test(
    innermost(text),
  ) || innermost(text) === ''

/**
 * Whether a Fault says that they could not, whoever asked. A session that is over is made anew.
 * Guess: the words for an inner error.
 */
const isTheirFailure = (text: string): boolean =>
  /внутренн\S* ошибк|internal (server )?error/i.test(innermost(text)) ||
  (isTechnical(text) && !/сесси|session/i.test(innermost(text)))
