import {
  kazakh,
  lookAlikes,
  markedInTwo,
  replaceEach,
  sameConsonants,
  schemes,
  soundReadings,
  transliterate,
  twoAsOne,
  withoutMarks,
} from '../name-sound.ts'
import { type Pair, type Spelling, spellingSimilarity } from '../name-spelling.ts'
import { type NameKey, type Names, nameKeys, patronymicOf, withoutNoPatronymic } from '../person.ts'

/**
 * Names as watch lists compare them: Kazakh, Russian and Latin spellings of one name made alike
 * (docs/law/external-systems.md section 4, "Matching practice"). Pure text work, no lists and no
 * decisions.
 */

/**
 * A name on a list: its words, normalised and sorted; its possible pronunciations (`heard`) are
 * computed on first use.
 */
export type ListName = {
  script: 'cyrillic' | 'latin'
  words: string[]
  upper: string
  heard?: string[][]
  /** The same with one part of each double name; computed on first use. */
  parts?: ListName[]
}
/**
 * A client's name ready to be compared; `core` is surname and given name, `all` has the patronymic
 * too.
 */
export type ClientName = {
  cyrillic: Spelling | null
  latin: Spelling[]
  heard: Spelling[]
  /** The same person under one part of a double surname. */
  parts: ClientName[]
}
/** «ұлы», «қызы» and the Russian and Azerbaijani endings: the father's name is what stays. */
const endings = {
  cyrillic: /(?:УЛЫ|УЛИ|ОГЛЫ|ОГЛУ|КЫЗЫ|КИЗИ|ГЫЗЫ|ОВИЧ|ЕВИЧ|ОВНА|ЕВНА)$/,
  latin: /(?:ULY|ULI|OGLY|OGLU|KYZY|KIZI|KIZY|GYZY|OVICH|EVICH|OVNA|EVNA)$/,
} as const
const SHORTEST_STEM = 3

/**
 * A name of a list made ready; null when it has no Cyrillic or Latin letters (another script,
 * digits).
 */
export function listName(text: string): ListName | null {
  const upper = withoutNoPatronymic(text.toUpperCase())
  if (/[А-ЯЁӘҒҚҢӨҰҮҺІ]/.test(upper))
    return { script: 'cyrillic', words: cyrillicWords(upper), upper }
  const words = latinWords(upper)
  return words.length > 0 ? { script: 'latin', words, upper } : null
}

/** Names that distinguish two people (`core`), and those that only add detail. */
const weightOf: Record<NameKey, 'core' | 'beside'> = {
  surname: 'core',
  name: 'core',
  patronymic: 'beside',
}
/** Returns a client's names in capitals for comparison: the distinguishing ones, and all. */
export function inCapitals(client: Names): { core: string; all: string } {
  const said = { ...client, patronymic: patronymicOf(client.patronymic) }
  const of = (weight: 'core' | 'beside'): string =>
    nameKeys.flatMap((key) => (weightOf[key] === weight ? said[key].toUpperCase() : [])).join(' ')
  return { core: of('core'), all: `${of('core')} ${of('beside')}` }
}

/**
 * A client's name made ready: as it is written, and in two Latin transliterations when it is
 * written in Cyrillic.
 */
export function clientName(names: Names): ClientName {
  const { core, all } = inCapitals(names)
  const heard = soundReadings(all).map((read) => ({ core: read(core), all: read(all) }))
  const parts = partsOf(names.surname).map((surname) => clientName({ ...names, surname }))
  if (!/[А-ЯЁӘҒҚҢӨҰҮҺІ]/.test(core))
    return {
      cyrillic: null,
      latin: latinReadings.map((read) => ({ core: read(core), all: read(all) })),
      heard,
      parts,
    }
  return {
    heard,
    parts,
    cyrillic: { core: cyrillicWords(core), all: cyrillicWords(all) },
    latin: schemes.map((scheme) => ({
      core: latinWords(transliterate(replaceEach(core, lookAlikes), scheme)),
      all: latinWords(transliterate(replaceEach(all, lookAlikes), scheme)),
    })),
  }
}

/** Of a name in several words these say nothing alone. */
const particles =
  /^(?:[аэуи][лрсзндтш]ь?|аш|ибн|бин|бинт|абу|ван|фон|д[еаи]|дер|дю|ле|ла|[ou]?gl[iuy]|о?гл[ыуи]|улы|ұлы|кызы|қызы|кизи|[aeiu][lrszndt]|a?sh|ibn|bint?|abu|van|von|d[eai]|der|du|l[ea]|uly|kyzy|kizi)$/iu
const hyphens = /[-‐‑–]/

/** The parts of a double surname, each of which may be all that is left of it elsewhere. */
export function partsOf(surname: string): string[] {
  const parts = surname.split(/[\s\-‐‑–]+/).filter((part) => part.length > 1)
  return parts.length > 1 && !parts.some((part) => particles.test(part)) ? parts : []
}

/** A text of a list with one part of each name that is written with a hyphen. */
export function withParts(text: string): string[] {
  const words = text.split(/\s+/)
  return words.flatMap((word, at) =>
    hyphens.test(word) ? partsOf(word).map((part) => words.with(at, part).join(' ')) : [],
  )
}

/** A word or a name in capitals as one way of comparing reads it; empty for a mere ending. */
export type Reading = (text: string) => string[]

/** The ways in which a client's name is compared with a name of a list: how each side is read. */
export function readings(client: ClientName, name: ListName): { ours: Reading; theirs: Reading }[] {
  const ofScheme = (scheme: Record<string, string>) => (text: string) =>
    latinWords(transliterate(replaceEach(text, lookAlikes), scheme))
  if (name.script === 'latin')
    return client.cyrillic
      ? schemes.map((scheme) => ({ ours: ofScheme(scheme), theirs: latinWords }))
      : latinReadings.map((ours) => ({ ours, theirs: latinWords }))
  if (client.cyrillic) return [{ ours: cyrillicWords, theirs: cyrillicWords }]
  return schemes.flatMap((scheme) =>
    latinReadings.map((ours) => ({
      ours,
      theirs: (text: string) => latinWords(transliterate(cyrillicWords(text).join(' '), scheme)),
    })),
  )
}

/** A letter without what sets Kazakh and Russian spellings of one name apart, in capitals. */
export const plainLetter = (letter: string): string =>
  withoutMarks(replaceEach(replaceEach(letter.toUpperCase(), kazakh), lookAlikes)).replace('Э', 'Е')

/**
 * Returns 0…1, exactly 1 only for equal words. Leaves out a patronymic that only one side has.
 * Names that differ in spelling may still match by sound.
 */
export function nameSimilarity(client: ClientName, name: ListName): number {
  const whole = wholeSimilarity(client, name)
  return whole >= WRITTEN_ALIKE ? whole : Math.max(whole, partSimilarity(client, name))
}

function wholeSimilarity(client: ClientName, name: ListName): number {
  const written = writtenSimilarity(client, name)
  return written >= WRITTEN_ALIKE ? written : Math.max(written, heardSimilarity(client, name))
}

/**
 * One of two surnames is dropped or taken up with a marriage: the other one and the rest of the name
 * are there as they are.
 */
function partSimilarity(client: ClientName, name: ListName): number {
  name.parts ??= withParts(name.upper).flatMap((text) => listName(text) ?? [])
  const pairs = [
    ...client.parts.map((part) => [part, name] as const),
    ...name.parts.flatMap((part) => [client, ...client.parts].map((one) => [one, part] as const)),
  ]
  const likeness = Math.max(0, ...pairs.map(([ours, theirs]) => wholeSimilarity(ours, theirs)))
  return likeness >= WRITTEN_ALIKE ? Math.min(PART_MOST, likeness) : 0
}

/** Compares spellings only: for entries whose birth date rules the person out. */
export function writtenSimilarity(client: ClientName, name: ListName): number {
  if (name.script === 'latin')
    return Math.max(0, ...client.latin.map((spelling) => spellingSimilarity(spelling, name.words)))
  if (client.cyrillic) return spellingSimilarity(client.cyrillic, name.words)
  const written = schemes.map((scheme) => latinWords(transliterate(name.words.join(' '), scheme)))
  return Math.max(
    0,
    ...client.latin.flatMap((spelling) =>
      written.map((words) => spellingSimilarity(spelling, words)),
    ),
  )
}

/** From here on the spelling says enough: the name is not listened to. */
export const WRITTEN_ALIKE = 0.95
/** Names that only sound alike are never equal: the list's own hit wants them written so. */
const HEARD_MOST = 0.99
/** … nor are those of which one side has a part alone. */
export const PART_MOST = 0.99
/** Sounds are few: each word has the consonants of its pair and is at least so like it. */
const HEARD_LEAST = 0.9

const heardOf = (name: ListName): string[][] => {
  name.heard ??= soundReadings(name.upper).map((read) => read(name.upper))
  return name.heard
}

function heardSimilarity({ heard }: ClientName, name: ListName): number {
  let best = 0
  for (const ours of heard)
    for (const theirs of heardOf(name)) {
      const pairs: Pair[] = []
      if (spellingSimilarity(ours, theirs, pairs) > 0)
        best = Math.max(best, scoreOf(heardPairs(pairs)))
    }
  return best
}

/** The likeness for an entry that says the year alone: there only words that sound the same count. */
export function similarityByYear(client: ClientName, name: ListName): number {
  const isThere = ({ heard }: ClientName) =>
    heard.some(({ core }) =>
      heardOf(name).some((words) => core.every((word) => words.includes(word))),
    )
  return [client, ...client.parts].some(isThere)
    ? nameSimilarity(client, name)
    : writtenSimilarity(client, name)
}

/** Returns the pairs of a name compared by sound; empty if one of them is another word. */
export function heardPairs(pairs: readonly Pair[]): Pair[] {
  const isOther = ({ ours, theirs, likeness }: Pair) =>
    likeness < HEARD_LEAST || !sameConsonants(ours, theirs)
  if (pairs.some(isOther)) return []
  return pairs.map((pair) => ({ ...pair, likeness: Math.min(HEARD_MOST, pair.likeness) }))
}

/** Half the mean of the pairs and half the weakest. */
export function scoreOf(pairs: readonly Pair[]): number {
  if (pairs.length === 0) return 0
  const likenesses = pairs.map(({ likeness }) => likeness)
  const mean = likenesses.reduce((sum, one) => sum + one, 0) / likenesses.length
  return (mean + Math.min(...likenesses)) / 2
}

/** Keys under which a list name equal to the client's is found without comparing. */
export const keysOf = (client: ClientName): string[] => [
  ...new Set(
    [client.cyrillic, ...client.latin].flatMap((spelling) =>
      spelling ? [keyOf(spelling.core), keyOf(spelling.all)] : [],
    ),
  ),
]
export const keyOf = (words: readonly string[]): string => words.join(' ')

/** A Cyrillic name in Latin capitals by ICAO Doc 9303, as passports and the UN list have it. */
export const inLatin = (text: string): string =>
  schemes.slice(0, 1).reduce(transliterate, text.toUpperCase())

/**
 * Takes upper case. Mixed words are read as Cyrillic; ё, й and Kazakh letters lose their marks,
 * soft and hard signs go.
 */
const cyrillicWords = (upper: string): string[] =>
  sortedStems(
    replaceEach(withoutMarks(replaceEach(upper, kazakh)), lookAlikes)
      .replace(/[ЬЪ'’ʼ`"«»\-‐‑–]/g, '')
      .replaceAll('Э', 'Е')
      // Lists write Ж of Kazakh names as ДЖ.
      .replaceAll('ДЖ', 'Ж')
      .split(/[^А-Я]+/),
    endings.cyrillic,
  )

/**
 * Takes upper case. Marks go, doubled letters become one, Q is K, KH is H, GH is G: Kassymuly,
 * Qasymuly, Kasymuly are one name.
 */
const latinWords = (upper: string): string[] =>
  sortedStems(
    withoutMarks(upper)
      .replace(/['’ʼ`"\-‐‑–]/g, '')
      .replaceAll('Q', 'K')
      .replaceAll('KH', 'H')
      .replaceAll('GH', 'G')
      .replace(/DZH|DJ|J/g, 'ZH')
      .replace(/([A-Z])\1+/g, '$1')
      .split(/[^A-Z]+/),
    endings.latin,
  )

/** `MÜLLER` as it is written, as a passport writes it, and what a passport's `MUELLER` may be. */
const latinReadings: readonly Reading[] = [
  latinWords,
  (upper) => latinWords(markedInTwo(upper)),
  (upper) => latinWords(twoAsOne(upper)),
]

/** An ending written as a word of its own («Қасым ұлы») is dropped too. */
const sortedStems = (words: string[], ending: RegExp): string[] =>
  words
    .map((word) => {
      const stem = word.replace(ending, '')
      return stem === '' || stem.length >= SHORTEST_STEM ? stem : word
    })
    .filter((word) => word !== '')
    .sort()
