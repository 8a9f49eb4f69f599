import { Unavailable } from '../http.ts'
import type { Operation } from './protocol.ts'

/**
 * The database answered no: a SOAP Fault, or the generic call's own error. Its text is for staff
 * and the log, not for clients.
 */
export class EsbdRefused extends Error {
  readonly system = 'esbd'
  readonly operation: Operation
  readonly faultText: string
  /** True if it concerns them or our login, not the data sent. */
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

/** Returns a .NET Fault's own message, without the exceptions around it and the stack. */
const innermost = (text: string): string =>
  (text.split(/\r?\n\s+at |\s+в [\w.]+\(| {3}at /)[0] ?? '')
    .split('--->')
    .at(-1)
    ?.replace(/^\s*[\w.]+Exception:\s*/, '')
    .trim() ?? ''

/**
 * Returns whether a Fault concerns their machinery and not the data sent: the effect is then
 * unknown. Only ever makes us more careful.
 */
export const isTechnical = (text: string): boolean =>
  /\bORA-\d|NullReference|Object reference|Timeout|SqlException|OracleException|OutOfMemory|deadlock|connection|сесси|session/i.test(
    innermost(text),
  ) || innermost(text) === ''

/**
 * Returns whether a Fault means that they fail for every caller. An ended session is opened anew.
 * Guess: the words for an inner error.
 */
const isTheirFailure = (text: string): boolean =>
  /внутренн\S* ошибк|internal (server )?error/i.test(innermost(text)) ||
  (isTechnical(text) && !/сесси|session/i.test(innermost(text)))

/**
 * Guess: what their Fault says of something that is not there. Read without its stack; never of a
 * session, user or table.
 */
const NOT_FOUND =
  /не\s?найден|отсутству|не существует|нет данных|not found|no data found|does not exist/i
const NOT_ABOUT_THINGS = /сесси|session|пользовател|user|справочник|таблиц|table|класс\b|class\b/i

export type Nothing = <T>(asked: Promise<T>, nothing: T) => Promise<T>

/**
 * "Not found" may be an empty list, a null or a Fault: a Fault that says so reads as `nothing`.
 * `texts`: the operator's own words for it.
 */
export function nothingWhen(texts?: RegExp): Nothing {
  const says = (text: string) => {
    const said = innermost(text)
    return texts ? texts.test(said) : NOT_FOUND.test(said) && !NOT_ABOUT_THINGS.test(said)
  }
  return async (asked, nothing) => {
    try {
      return await asked
    } catch (cause) {
      if (cause instanceof EsbdRefused && says(cause.faultText)) return nothing
      throw cause
    }
  }
}

/**
 * Resolves once reading back confirms the end. Guess: the meaning of the rescinding calls' answers
 * (an int, a text) is not published, so none of them counts; −1 and 0 are known to come without any
 * effect.
 */
export async function untilDone(
  operation: Operation,
  asked: Promise<number | string | null>,
  done: () => Promise<boolean>,
): Promise<void> {
  let said: unknown
  try {
    said = await asked
  } catch (cause) {
    // Another process may have been first, or the answer was lost after the effect.
    if (
      !(cause instanceof EsbdRefused || cause instanceof Unavailable) ||
      !(await done().catch(() => false))
    )
      throw cause
    return
  }
  if (await done()) return
  const what = `answered ${said === null ? 'nothing' : JSON.stringify(said).slice(0, 80)}, and it is still in force`
  if (typeof said === 'number' && said > 0) throw new Unavailable('esbd', operation, what)
  throw new EsbdRefused(operation, what)
}
