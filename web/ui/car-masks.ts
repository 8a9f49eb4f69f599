import { plateInput, vinInput } from './latin.ts'
import type { MaskRule } from './masks.ts'

/**
 * Letters and digits stand apart as on the plate: `123 ABC 02`, `123 AB 02`, `A 123 BC`, `1234 AB`.
 * Old plates, trailers and motorcycles have other forms, so the pattern follows what was typed and
 * the register decides.
 */
export function plateShape(value: string): string {
  const runs = plateInput(value).match(/[A-Z]+|\d+/g) ?? []
  return runs.map((run) => (/\d/.test(run) ? '#' : '@').repeat(run.length)).join(' ') || '*'
}

export const plateMask: MaskRule = { mask: plateShape, normalise: plateInput }
export const vinMask: MaskRule = { mask: '*****************', normalise: vinInput }
