import type { Systems } from '#server/deps.ts'
import type { Config } from '#server/settings/config.ts'

/**
 * What a conversation with an outside host may use: the product's own clients, and what the person
 * who tries it gave.
 */
export type Talk = {
  config: Config
  systems: Omit<Systems, 'sms'>
  /**
   * `--iin`, `--phone`, `--plate`, `--certificate`, `--payment`: whom or what to ask about; never
   * stored, never printed.
   */
  given: Readonly<Record<string, string | undefined>>
  /**
   * One step: what it is in words, and the client's own reading of the answer, which is printed
   * with people masked.
   */
  step(what: string, work: () => Promise<unknown>): Promise<void>
  /** Something that is not tried, and why. */
  skip(what: string): void
  /** Whether something answers at the address at all, and by which status. */
  reach(address: string): Promise<void>
}
export type Try = {
  /** The host, as the settings name it. */
  host(config: Config): string
  /** The settings by which the host is chosen. */
  settings: string
  /** What is asked, and that nothing comes of it. */
  about: string
  talk(of: Talk): Promise<void>
}

/**
 * Names of codes and states, and of what the tries themselves count: these say nothing about a
 * person.
 */
const SAYS_WHAT =
  /(code|status|error|errors|currency|kind|state|expiration|expirationdate)$|^(result|type|match|decision|registered|length|balance|entries|persons|rows|secrets|parameters|with\w+)$/i

/**
 * A value's form without its content: letters are x, digits 9. Codes and states are shown, people
 * never.
 */
export function masked(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return String(value)
  const text = String(value)
  if (text === '') return 'empty'
  const short = text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
  if (SAYS_WHAT.test(name) && /^[\w.:+-]{1,40}$/.test(text) && !/\d{9}/.test(text)) return text
  return short.replace(/\p{L}/gu, 'x').replace(/\d/g, '9')
}
