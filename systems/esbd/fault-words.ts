import { EsbdRefused, innermost } from './refused.ts'

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
