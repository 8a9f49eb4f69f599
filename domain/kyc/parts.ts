import { soundReadings } from '../name-sound.ts'
import { type Pair, type Spelling, spellingSimilarity } from '../name-spelling.ts'
import { type NameKey, type Names, nameKeys, patronymicOf } from '../person.ts'
import {
  clientName,
  heardPairs,
  inCapitals,
  listName,
  PART_MOST,
  partsOf,
  plainLetter,
  type Reading,
  readings,
  scoreOf,
  WRITTEN_ALIKE,
  withParts,
} from './names.ts'

/** One word beside its pair in the entry: as written, as compared, and how alike they are. */
export type ComparedWord = {
  role: NameKey
  ours: string
  theirs: string
  /** As both were compared; empty if the word has no pair. */
  oursAs: string
  theirsAs: string
  /** 0…1; null if the word was left out of the comparison. */
  likeness: number | null
}
/** A likeness with its parts: half the mean of the words, half the weakest. */
export type Compared = {
  /** The name of the entry that is the most alike. */
  name: string
  score: number
  mean: number
  weakest: number
  words: ComparedWord[]
}

/**
 * Returns the most similar of an entry's names, word by word, by the rule that screens
 * (`nameSimilarity`); null if none could be compared.
 */
export function comparedNames(client: Names, names: readonly string[]): Compared | null {
  const said = { ...client, patronymic: patronymicOf(client.patronymic) }
  const all = names.flatMap((text) => {
    const whole = compared(said, text)
    return whole && whole.score < WRITTEN_ALIKE ? [whole, ...byParts(said, text)] : (whole ?? [])
  })
  return all.reduce<Compared | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  )
}

/** Compares if one side has one part of a double surname: the other part is left out. */
function byParts(client: Names, text: string): Compared[] {
  const parts = partsOf(client.surname)
  const ours = [client, ...parts.map((surname) => ({ ...client, surname }))]
  return [text, ...withParts(text)].flatMap((theirs, at) =>
    (at === 0 ? ours.slice(1) : ours).flatMap((one): Compared[] => {
      const found = compared(one, theirs)
      if (!found || found.score < WRITTEN_ALIKE) return []
      const left = one === client ? [] : parts.filter((part) => part !== one.surname)
      const without = left.map((part) => ({
        role: 'surname' as const,
        ours: part,
        theirs: '',
        oursAs: '',
        theirsAs: '',
        likeness: null,
      }))
      const score = Math.min(PART_MOST, found.score)
      return [{ ...found, name: text, score, words: [...without, ...found.words] }]
    }),
  )
}

function compared(client: Names, text: string): Compared | null {
  const list = listName(text)
  if (!list) return null
  const { core, all } = inCapitals(client)
  const ways = readings(clientName(client), list)
  let best: Compared | null = null
  for (const { ours, theirs } of ways) {
    const spelling: Spelling = { core: ours(core), all: ours(all) }
    const pairs: Pair[] = []
    const score = spellingSimilarity(spelling, theirs(text.toUpperCase()), pairs)
    if (best !== null && score <= best.score) continue
    const words = byWord(client, text, score === 0 ? [] : pairs, { ours, theirs })
    best = { name: text, score, ...sums(score === 0 ? [] : pairs), words }
  }
  return best !== null && best.score >= WRITTEN_ALIKE
    ? best
    : (heard(client, text, [core, all], best?.score ?? 0, ways[0]) ?? best)
}

/** Compares by sound; returns a result only if it is closer than the spelling. */
function heard(
  client: Names,
  text: string,
  [core, all]: readonly [string, string],
  written: number,
  shown: Shown | undefined,
): Compared | null {
  const listed = text.toUpperCase()
  let best: { score: number; pairs: Pair[]; ours: Reading; theirs: Reading } | null = null
  for (const ours of soundReadings(all))
    for (const theirs of soundReadings(listed)) {
      const found: Pair[] = []
      const spelling = { core: ours(core), all: ours(all) }
      if (spellingSimilarity(spelling, theirs(listed), found) === 0) continue
      const pairs = heardPairs(found)
      const score = scoreOf(pairs)
      if (score > (best?.score ?? written)) best = { score, pairs, ours, theirs }
    }
  if (!best) return null
  const { score, pairs, ...ways } = best
  return { name: text, score, ...sums(pairs), words: byWord(client, text, pairs, ways, shown) }
}

type Shown = { ours: Reading; theirs: Reading }

const sums = (pairs: readonly Pair[]) => ({
  mean:
    pairs.length > 0 ? pairs.reduce((sum, { likeness }) => sum + likeness, 0) / pairs.length : 0,
  weakest: pairs.reduce((least, { likeness }) => Math.min(least, likeness), pairs.length ? 1 : 0),
})

/** The pairs beside the words as they are written, in the order of the client's name. */
function byWord(
  client: Names,
  text: string,
  pairs: readonly Pair[],
  read: Shown,
  /** The form shown beside its pair, if it differs from the compared one. */
  shown?: Shown,
): ComparedWord[] {
  const left = [...pairs]
  const written = wordsOf(text).map((word) => ({ word, as: read.theirs(word.toUpperCase()) }))
  return nameKeys.flatMap((role) =>
    wordsOf(client[role]).flatMap((word): ComparedWord[] => {
      const as = read.ours(word.toUpperCase())
      // «ұлы» written apart is no word of the comparison.
      if (as.length === 0) return []
      const at = left.findIndex(({ ours, oursApart = [ours] }) =>
        oursApart.some((part) => as.includes(part)),
      )
      const pair = left[at]
      // A word that the list writes as one is shown beside each of ours.
      const more = pair?.oursApart?.filter((part) => !as.includes(part)) ?? []
      if (pair) left.splice(at, 1, ...(more.length > 0 ? [{ ...pair, oursApart: more }] : []))
      if (!pair)
        return [
          { role, ours: word, theirs: '', oursAs: as.join(' '), theirsAs: '', likeness: null },
        ]
      const theirs = (pair.theirsApart ?? [pair.theirs]).map(
        (part) => written.find((one) => one.as.includes(part))?.word ?? part,
      )
      return [
        {
          role,
          ours: word,
          theirs: theirs.map(titled).join(' '),
          oursAs: shown?.ours(word.toUpperCase()).join(' ') ?? pair.ours,
          theirsAs: shown
            ? theirs.flatMap((each) => shown.theirs(each.toUpperCase())).join(' ')
            : pair.theirs,
          likeness: pair.likeness,
        },
      ]
    }),
  )
}

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
/** Publishers write capitals: beside a client's name the same shape is easier to compare. */
const titled = (word: string): string =>
  word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word

/**
 * Which letters of two spellings differ: true at each letter outside the longest row of letters
 * they share. Kazakh and Russian letters of one name count as equal.
 */
export function differingLetters(one: string, other: string): [boolean[], boolean[]] {
  const [a, b] = [[...one].map(plainLetter), [...other].map(plainLetter)]
  const length = a.map(() => b.map(() => 0))
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = length[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const marks: [boolean[], boolean[]] = [a.map(() => true), b.map(() => true)]
  for (let i = 0, j = 0; i < a.length && j < b.length; )
    if (a[i] === b[j]) {
      marks[0][i++] = false
      marks[1][j++] = false
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  return marks
}
