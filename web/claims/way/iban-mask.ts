import { latinInput } from '../../ui/latin.ts'
import type { MaskRule } from '../../ui/masks.ts'

/** Four signs and a space, as banks print it. */
export const ibanMask: MaskRule = {
  mask: '**** **** **** **** ****',
  normalise: latinInput,
  room: 20,
  keys: {
    whole: (text) => {
      const all = latinInput(text)
      return [...new Set(all.length === 20 ? [all] : all.match(/KZ\d{2}[A-Z\d]{16}/g))]
    },
    example: 'KZ86 125K ZT50 0410 0100',
  },
}
