import { type Day, yearOf } from '../calendar.ts'
import type { Names } from '../person.ts'
import {
  clientName,
  keyOf,
  keysOf,
  type ListName,
  listName,
  nameSimilarity,
  similarityByYear,
  writtenSimilarity,
} from './names.ts'

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

type Prepared = { entry: ListEntry; names: ListName[]; weakNames: ListName[] }
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

/**
 * How publishers write their lists: `afm` persons and organisations, `wmd` free text, `un` the
 * consolidated list. A new one is a name here, its reader in `systems/aml/client.ts`, and the check
 * of `aml_lists.format`.
 */
export const listFormats = ['afm', 'wmd', 'un'] as const
export type ListFormat = (typeof listFormats)[number]

/** Events of a case. */
export const kycEvents = [
  'blocked',
  'kept',
  'unblocked',
  'released',
  'unblock_asked',
  'unblock_declined',
  'unblock_withdrawn',
  'blocked_again',
] as const
export type KycEvent = (typeof kycEvents)[number]

/**
 * Effect of a list's match on a sale: `block` refuses a hit and sends a likeness to review,
 * `review` sends both, `flag` only marks.
 */
export const effectKinds = ['block', 'review', 'flag'] as const
export type ListEffect = (typeof effectKinds)[number]
export const listEffects: Readonly<Record<string, ListEffect>> = {
  TERROR: 'block',
  TERROR_FINANCING: 'block',
  WMD: 'block',
  UN: 'block',
  PEP: 'flag',
}

export type Screened = Names & {
  iin: string
  birthDate: Day
}
/**
 * The last two are recorded and never decide: a weak alias with the same birth date, an equal name
 * on an entry without any date.
 */
export const matchKinds = [
  'iin',
  'name_birth_date',
  'similar_birth_date',
  'similar_birth_year',
  'weak_name',
  'name',
] as const
export type MatchedBy = (typeof matchKinds)[number]
export type Match = { list: string; entry: ListEntry; score: number; by: MatchedBy }
export type Screening = { decision: 'clear' | 'review' | 'hit'; matches: Match[] }

/** From which likeness of the names an entry counts: with the birth date, with the year alone. */
export const SIMILAR_WITH_DATE = 0.9
export const SIMILAR_WITH_YEAR = 0.95

/**
 * Screens one person (docs/law/external-systems.md section 4, "Matching
 * practice"): equal IIN is a hit; on an entry without IIN an equal name and birth date is a hit, a likeness of 0.90 with the birth date or 0.95
 * with the birth year goes to review, as written or as heard, a name alone is only recorded. Entries with another IIN never
 * match. A list without a row in `effects` blocks.
 */
export function screen(
  person: Screened,
  entries: readonly ListEntry[] | ListIndex,
  effects: Readonly<Record<string, ListEffect>> = listEffects,
): Screening {
  const index = 'byIin' in entries ? entries : indexEntries(entries)
  const client = clientName(person)
  const best = new Map<string, Match>()
  const found = ({ entry }: Prepared, score: number, by: MatchedBy) => {
    const match = { list: entry.list, entry, score: Math.round(score * 1000) / 1000, by }
    const key = `${entry.list} ${entry.number}`
    const known = best.get(key)
    if (!known || byStrength(match, known) < 0) best.set(key, match)
  }

  for (const prepared of index.byIin.get(person.iin) ?? []) found(prepared, 1, 'iin')
  for (const prepared of index.byYear.get(yearOf(person.birthDate)) ?? []) {
    const sameDate = prepared.entry.birthDate === person.birthDate
    // A differing date speaks against the entry: then only the spelling counts.
    const likenessOf = sameDate
      ? nameSimilarity
      : prepared.entry.birthDate === null
        ? similarityByYear
        : writtenSimilarity
    const score = bestOf(prepared.names, likenessOf)
    if (sameDate && score === 1) found(prepared, score, 'name_birth_date')
    else if (sameDate && score >= SIMILAR_WITH_DATE) found(prepared, score, 'similar_birth_date')
    else if (score >= SIMILAR_WITH_YEAR) found(prepared, score, 'similar_birth_year')
    else if (sameDate) {
      const weak = bestOf(prepared.weakNames, nameSimilarity)
      if (weak >= SIMILAR_WITH_DATE) found(prepared, weak, 'weak_name')
    }
  }
  for (const key of keysOf(client))
    for (const prepared of index.undated.get(key) ?? []) found(prepared, 1, 'name')

  const matches = [...best.values()].sort(byStrength)
  const verdicts = matches.map(({ list, by }) => verdictOf(by, effects[list] ?? 'block'))
  return {
    decision: verdicts.includes('hit') ? 'hit' : verdicts.includes('review') ? 'review' : 'clear',
    matches,
  }

  function bestOf(names: readonly ListName[], likenessOf: typeof nameSimilarity): number {
    return names.reduce((most, name) => Math.max(most, likenessOf(client, name)), 0)
  }
}

/**
 * Returns a key of an entry's content, without its number: publishers renumber their rows in each
 * version. A decision of staff holds for the keys it was made about; an entry with another name or
 * date is a new one.
 */
export const entryKey = ({ list, kind, iin, names, birthDate, birthYear }: ListEntry): string =>
  [
    list,
    kind,
    iin ?? '',
    [...names].sort().join('|').toUpperCase(),
    birthDate ?? birthYear ?? '',
  ].join(' ')

/**
 * True when a new version lost more than `share` (0…1) of its entries: it is not taken before staff
 * have looked.
 */
export function shrunkTooMuch(oldCount: number, newCount: number, share: number): boolean {
  return newCount < oldCount * (1 - share)
}

const strength = {
  iin: 0,
  name_birth_date: 1,
  similar_birth_date: 2,
  similar_birth_year: 3,
  weak_name: 4,
  name: 5,
} as const satisfies Record<MatchedBy, number>
const byStrength = (a: Match, b: Match): number =>
  strength[a.by] - strength[b.by] || b.score - a.score

function verdictOf(by: MatchedBy, effect: ListEffect): Screening['decision'] {
  if (effect === 'flag' || by === 'weak_name' || by === 'name') return 'clear'
  const certain = by === 'iin' || by === 'name_birth_date'
  return certain && effect === 'block' ? 'hit' : 'review'
}
