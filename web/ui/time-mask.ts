import type { MaskRule } from './masks.ts'
import { digitInput } from './normalise.ts'

/** A time of 24 hours; a colon behind a single figure says that it was the whole hour. */
export const timeMask: MaskRule = {
  mask: '##:##',
  normalise: (value) => digitInput(4)(value.replace(/^(\d):$/, '0$1')),
}
