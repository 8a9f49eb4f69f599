import { digitInput, phoneInput } from './normalise.ts'

/** How a field shows its value (maska pattern) and how a value is cleaned before that. */
export type MaskRule = {
  mask: string | ((value: string) => string)
  normalise: (value: string) => string
}

export const phoneMask: MaskRule = { mask: '+7 (###) ### ## ##', normalise: phoneInput }
export const iinMask: MaskRule = { mask: '############', normalise: digitInput(12) }
export const digitMask = (length: number): MaskRule => ({
  mask: '#'.repeat(length),
  normalise: digitInput(length),
})
