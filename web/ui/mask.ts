import type { MaskRule } from './masks.ts'

/** What may stand where the mask has a sign of its own meaning. */
const kinds: Readonly<Record<string, RegExp>> = { '#': /\d/, '@': /[a-z]/i, '*': /[a-z\d]/i }

/** A clean value as the mask shows it; its own signs only before a sign of the value. */
export function shaped(rule: MaskRule, clean: string): string {
  const mask = maskOf(rule, clean)
  let shown = ''
  let at = 0
  for (const sign of mask) {
    const kind = kinds[sign]
    if (kind) while (at < clean.length && !kind.test(clean.charAt(at))) at += 1
    if (at >= clean.length) break
    shown += kind ? clean.charAt(at) : sign
    if (kind || clean.charAt(at) === sign) at += 1
  }
  return shown
}

const maskOf = ({ mask }: MaskRule, clean: string): string =>
  typeof mask === 'string' ? mask : mask(clean)

export type Shaped = { shown: string; clean: string; complete: boolean; caret: number }

/**
 * What was typed or pasted, in its shape, with the caret behind as many signs of the value as it
 * stood behind before.
 */
export function reshaped(rule: MaskRule, typed: string, caret: number): Shaped {
  const clean = rule.normalise(typed)
  const shown = shaped(rule, clean)
  const before = rule.normalise(typed.slice(0, caret)).length
  let place = caret >= typed.length ? shown.length : 0
  while (place < shown.length && rule.normalise(shown.slice(0, place)).length < before) place += 1
  return { shown, clean, complete: shown.length >= maskOf(rule, clean).length, caret: place }
}
