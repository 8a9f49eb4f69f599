import { findDays } from '#domain/days-in-text.ts'
import { digitInput, type MaskRule } from './masks.ts'

/** `01022026`. */
const inFigures = (text: string): string[] =>
  findDays(text).map((day) => day.split('-').reverse().join(''))

/** A date in the local form. */
export const dayMask: MaskRule = {
  mask: '##.##.####',
  normalise: digitInput,
  room: 8,
  keys: {
    type(head, key) {
      // A separator behind a single digit ends the number.
      if (!/\d/.test(key)) return head.replace(/^((?:\d\d)?)(\d)$/, '$10$2')
      const next = head + key
      return next.length === 8 ? (inFigures(next)[0] ?? next) : next
    },
    whole: inFigures,
    example: '31.12.2026',
  },
}
