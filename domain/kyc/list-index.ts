import { type Day, yearOf } from '../calendar.ts'
import { keyOf, type ListName, listName } from './names.ts'

/** The lists made ready, so that a person is compared with few of their entries. */

/**
 * One row of a watch list (anti-money-laundering law; docs/law/external-systems.md section 4).
 * Several rows may share a number: one for each birth date.
 */
export type ListEntry = {
  /** Code of the list: TERROR, TERROR_FINANCING, WMD, UN, PEP. */
  list: string
  /** The entry's own number in its list. */
  number: string
  kind: 'person' | 'organisation'
  /** Full names in any order of words. */
  names: string[]
  /** Low-quality aliases: never block by themselves. */
  weakNames: string[]
  iin: string | null
  birthDate: Day | null
  birthYear: number | null
  note: string
}

export type Prepared = { entry: ListEntry; names: ListName[]; weakNames: ListName[] }
/**
 * Entries by what can match at all: IIN, year of birth, or (undated) the name itself. Organisations
 * are left out.
 */
export type ListIndex = {
  byIin: ReadonlyMap<string, Prepared[]>
  byYear: ReadonlyMap<number, Prepared[]>
  undated: ReadonlyMap<string, Prepared[]>
}

/** Prepares the entries of all lists once, so that one person is screened in a few milliseconds. */
export function indexEntries(entries: readonly ListEntry[]): ListIndex {
  const byIin = new Map<string, Prepared[]>()
  const byYear = new Map<number, Prepared[]>()
  const undated = new Map<string, Prepared[]>()
  for (const entry of entries) {
    if (entry.kind !== 'person') continue
    if (entry.iin !== null) {
      put(byIin, entry.iin, { entry, names: [], weakNames: [] })
      continue
    }
    const prepared = {
      entry,
      names: entry.names.flatMap(readyName),
      weakNames: entry.weakNames.flatMap(readyName),
    }
    const year = entry.birthDate === null ? entry.birthYear : yearOf(entry.birthDate)
    if (year !== null) put(byYear, year, prepared)
    else
      for (const key of new Set(prepared.names.map(({ words }) => keyOf(words))))
        put(undated, key, prepared)
  }
  return { byIin, byYear, undated }
}

const readyName = (text: string): ListName[] => {
  const name = listName(text)
  return name && name.words.length > 0 ? [name] : []
}

function put<K>(map: Map<K, Prepared[]>, key: K, prepared: Prepared): void {
  const known = map.get(key)
  if (known) known.push(prepared)
  else map.set(key, [prepared])
}
