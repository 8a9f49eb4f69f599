import type { Day } from './calendar.ts'

export type ListEntry = {
  /** Code of the list: TERROR, TERROR_FINANCING, WMD, UN, PEP. */
  list: string
  /** The entry's own number in its list. */
  number: string
  kind: 'person' | 'organisation'
  names: string[]
  /** Low-quality aliases: never block by themselves. */
  weakNames: string[]
  iin: string | null
  birthDate: Day | null
  birthYear: number | null
  note: string
}
