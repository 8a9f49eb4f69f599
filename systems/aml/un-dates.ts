import type { z } from 'zod'
import { type Dates, datesOf } from './entry-parts.ts'
import type { UnBirth } from './protocol-un.ts'

/** A range becomes its years, of a length that still says something about a person. */
const LONGEST_RANGE = 15
export function unDates(birth: z.infer<typeof UnBirth>): Dates[] {
  const [from, to] = [Number(birth.FROM_YEAR), Number(birth.TO_YEAR)]
  if (from > 1800 && to >= from && to - from <= LONGEST_RANGE)
    return Array.from({ length: to - from + 1 }, (_, i) => ({
      birthDate: null,
      birthYear: from + i,
    }))
  const dates = datesOf(birth.DATE ?? birth.YEAR ?? '')
  if (dates.birthYear === null) return []
  const isExact = !birth.TYPE_OF_DATE || birth.TYPE_OF_DATE.toUpperCase() === 'EXACT'
  return [isExact ? dates : { ...dates, birthDate: null }]
}
