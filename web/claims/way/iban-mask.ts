import type { MaskRule } from '../../ui/masks.ts'

/** Four signs and a space, as banks print it. */
export const ibanMask: MaskRule = {
  mask: '**** **** **** **** ****',
  normalise: (value) =>
    value
      .replaceAll(/[^a-z\d]/gi, '')
      .toUpperCase()
      .slice(0, 20),
}
