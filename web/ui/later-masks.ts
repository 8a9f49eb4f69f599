import type { MaskRule } from './masks.ts'
import { digitInput } from './normalise.ts'

// Masks that no page shows at once: apart, because masks.ts comes with the purchase.

/** A sign between two numbers, typed behind a single figure, says that it was the whole number. */
const padded = (value: string): string => value.replace(/(?<!\d)(\d)[.:]$/, '0$1')
/** A date as it is written here; one written `2026-11-20` is taken too. */
export const dayMask: MaskRule = {
  mask: '##.##.####',
  normalise: (value) =>
    digitInput(8)(padded(value.trim().replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3$2$1'))),
}
export const timeMask: MaskRule = {
  mask: '##:##',
  normalise: (value) => digitInput(4)(padded(value)),
}
/** Four signs and a space, as banks print it. */
export const ibanMask: MaskRule = {
  mask: '**** **** **** **** ****',
  normalise: (value) =>
    value
      .replaceAll(/[^a-z\d]/gi, '')
      .toUpperCase()
      .slice(0, 20),
}
