import { isDay } from '#domain/calendar.ts'
import type { MaskRule } from './masks.ts'
import { digitInput } from './normalise.ts'

const day = /(?<!\d)(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4})(?!\d)/g
const isoDay = /(?<!\d)(\d{4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})(?!\d)/g
const inRow = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/g
const isoInRow = /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/g

/** The dates of a text, `01022026`: with or without zeros, the year first or last. */
function findDays(text: string): string[] {
  const found = [day, isoDay, inRow, isoInRow].flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, ...parts]) => {
      const [d = '', m = '', y = ''] = parts[0]?.length === 4 ? parts.reverse() : parts
      const written = [y, m.padStart(2, '0'), d.padStart(2, '0')]
      return isDay(written.join('-')) ? [written.reverse().join('')] : []
    }),
  )
  return [...new Set(found)]
}

/** A date as it is written here. */
export const dayMask: MaskRule = {
  mask: '##.##.####',
  normalise: digitInput,
  room: 8,
  keys: {
    type(head, key) {
      // A sign behind a single figure says that it was the whole number.
      if (!/\d/.test(key)) return head.replace(/^((?:\d\d)?)(\d)$/, '$10$2')
      const next = head + key
      return next.length === 8 ? (findDays(next)[0] ?? next) : next
    },
    whole: findDays,
    example: '31.12.2026',
  },
}
