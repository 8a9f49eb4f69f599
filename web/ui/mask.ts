import type { MaskRule } from './masks.ts'

/** Characters allowed at the mask's tokens. */
const kinds: Readonly<Record<string, RegExp>> = { '#': /\d/, '@': /[a-z]/i, '*': /[a-z\d]/i }

/** The value of a field: as shown, and without the mask's own characters. */
export type Masked = { shown: string; clean: string }
export type Edited = Masked & {
  complete: boolean
  /**
   * Rejected input: a paste without a complete value, several values of which the first was used, a
   * key for a full field.
   */
  problem?: { what: 'refused' | 'several' | 'full'; text: string } | undefined
}

export const maskOf = ({ mask }: MaskRule, clean: string): string =>
  typeof mask === 'string' ? mask : mask(clean)

/** A clean value as the mask shows it, the mask's own signs only before a sign of the value. */
export function shaped(rule: MaskRule, clean: string): string {
  let shown = ''
  let at = 0
  for (const sign of maskOf(rule, clean)) {
    const kind = kinds[sign]
    if (kind) while (at < clean.length && !kind.test(clean.charAt(at))) at += 1
    if (at >= clean.length) break
    shown += kind ? clean.charAt(at) : sign
    if (kind || clean.charAt(at) === sign) at += 1
  }
  return shown
}

export const roomOf = ({ room }: MaskRule, clean: string): number =>
  typeof room === 'number' ? room : room(clean)

/** Returns a text as the mask shows it, outside an edit. */
export const read = (rule: MaskRule, text: string): Masked => {
  const all = rule.normalise(text)
  const clean = all.slice(0, roomOf(rule, all))
  return { shown: shaped(rule, clean), clean }
}
