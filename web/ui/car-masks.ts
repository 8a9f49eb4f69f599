import { isTechPassport } from '#domain/document-numbers.ts'
import { isPlate, withoutCountry } from '#domain/plate.ts'
import { latinInput, vinInput } from './latin.ts'
import type { MaskRule } from './masks.ts'

/** Separates letters and digits as on the plate: `123 ABC 02`, `A 123 BC`, `AB 12345678`. */
const apart = (value: string): string =>
  (value.match(/[A-Z]+|\d+/g) ?? [])
    .map((run) => (/\d/.test(run) ? '#' : '@').repeat(run.length))
    .join(' ') || '*'

/** Returns the numbers of a text: all of it, or the part behind a colon or a number sign. */
const find =
  (isWhole: (clean: string) => boolean) =>
  (text: string): string[] => {
    const read = (part: string) => withoutCountry(latinInput(part))
    return [text, text.slice(text.search(/[:№]/) + 1)].map(read).filter(isWhole).slice(0, 1)
  }

/**
 * Old plates, trailers and motorcycles have other forms, so the pattern follows the input and the
 * register decides.
 */
export const plateMask: MaskRule = {
  mask: apart,
  normalise: (value) => withoutCountry(latinInput(value)),
  // Nothing follows the region of an ordinary plate.
  room: (value) => (/^\d{2,3}[A-Z]/.test(value) ? 8 : 10),
  keys: {
    type: (head, key, rest) => {
      const next = head + latinInput(key)
      return rest ? next : withoutCountry(next)
    },
    whole: find(isPlate),
    example: '123 ABC 02',
  },
}
export const techPassportMask: MaskRule = {
  mask: apart,
  normalise: latinInput,
  room: 10,
  keys: {
    whole: find(isTechPassport),
    example: 'AF 12345678',
  },
}
export const vinMask: MaskRule = {
  mask: '*'.repeat(17),
  normalise: vinInput,
  room: 17,
  keys: {
    whole: find((clean) => clean.length === 17),
    example: 'XTA210990Y2696785',
  },
}
