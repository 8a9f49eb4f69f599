import { EsbdRefused } from './refused.ts'

/**
 * What only the operator can say. Each stands here with its guess until the answer comes, and is a
 * setting (`server/settings/environment.ts`, `docs/run.md`); nothing of it is a constant elsewhere.
 */
export const guessedIds = {
  /** Guess: how the premium is paid, "at once"; `kutlymurat/esbd-connector` sends 1. */
  PAYMENT_ORDER_TYPE_ID: 1,
  /** Guess: the same source sends 1 with the words "Единовременно". */
  PAYMENT_TYPE_ID: 1,
  /** Guess: of a driver; the example of the same source has 2. */
  HOUSEHOLD_POSITION_ID: 2,
  /** Guess: not known, not sent otherwise by anybody. */
  CLIENT_FORM_ID: 0,
  /** Guess: how the client is told about the electronic policy. */
  NOTIFICATION_TYPE_ID: 0,
  /**
   * Guess: a broker's login has a branch of its own (`User.Branch_ID`); another one than that only
   * when set here.
   */
  BRANCH_ID: 0,
  /** Guess: newer than every public table of documents (1–5). */
  FOREIGN_PASSPORT: 6,
  /** Guess: the class of insurance of a home, its kind of contract and its state. */
  HOME_INSURANCE_TYPE_ID: 1,
  HOME_CONTRACT_TYPE_ID: 1,
  HOME_CONTRACT_STATE_ID: 1,
} as const satisfies Record<string, number>
export type EsbdIds = { [name in keyof typeof guessedIds]: number }

/** Names of ids that may be set. */
export const idNames: readonly string[] = Object.keys(guessedIds)

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
