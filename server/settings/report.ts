import { parseEnv } from 'node:util'
import { BadConfiguration, readConfig } from './config.ts'

/** Report of the settings for an operator before the first start; never a secret's value. */
export type SettingsReport = {
  /** Problems that prevent a start, or must be fixed before the first sale. */
  problems: string[]
  /** Names of settings that are set, in the order of the alphabet. */
  set: string[]
}

/** Names of nobody: RFC 2606, and those of the example file. */
const NOBODY = /(^|[./@])([\w-]+\.)*(example|invalid|test)(\.(com|net|org))?(?=[/:,\s]|$)/
const LEFT = /replace/

/**
 * Checks `given` as the program does at its start, and compares it with the example it was copied
 * from: an address of nobody would start and then sell nothing.
 *
 * @param example the text of `deploy/production.env.example`.
 */
export function settingsReport(
  given: Readonly<Record<string, string | undefined>>,
  example: string,
): SettingsReport {
  const set = Object.keys(given)
    .filter((name) => given[name])
    .toSorted()
  const told = problemsAtStart(given)
  const ofExample = parseEnv(example)
  const left = set.filter((name) => {
    const value = given[name] ?? ''
    const unchanged = value === ofExample[name] && /_(USER|LOGIN|SENDER|CASHBOX)$/.test(name)
    return LEFT.test(value) || NOBODY.test(value) || unchanged
  })
  const unsaid = left.filter((name) => !told.some((problem) => problem.startsWith(name)))
  return {
    problems: [...told, ...unsaid.map((name) => `${name} is still the example's`)],
    set: set.filter((name) => ofExample[name] !== undefined || /^(DATABASE|ESBD)_/.test(name)),
  }
}

function problemsAtStart(given: Readonly<Record<string, string | undefined>>): string[] {
  try {
    readConfig({ ...given })
    return []
  } catch (cause) {
    if (cause instanceof BadConfiguration) return [...cause.problems]
    throw cause
  }
}
