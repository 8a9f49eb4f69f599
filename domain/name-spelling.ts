/** How alike two spellings of a name are, word by word. */

export type Spelling = { core: string[]; all: string[] }

export function spellingSimilarity(
  spelling: Spelling,
  words: readonly string[],
  pairs?: Pair[],
): number {
  let best = wordByWord(spelling, words, pairs)
  if (best === 1) return best
  for (const { ours, theirs, joins } of joined(spelling, words)) {
    const found: Pair[] = []
    const score = wordByWord(ours, theirs, found)
    if (score <= best) continue
    best = score
    pairs?.splice(
      0,
      pairs.length,
      ...found.map((pair) => ({
        ...pair,
        oursApart: joins.get(pair.ours),
        theirsApart: joins.get(pair.theirs),
      })),
    )
  }
  return best
}

/** Names of which one side has a word more are never equal. */
const ONE_MORE = 0.99

function wordByWord({ core, all }: Spelling, words: readonly string[], pairs?: Pair[]): number {
  // All three of the client's names and one more: the other half of a double surname.
  if (all.length > 2 && all.length > core.length && words.length === all.length + 1)
    return ONE_MORE * pairing(all, words, true, pairs)
  if (all.length > core.length)
    return words.length > core.length
      ? pairing(all, words, false, pairs)
      : pairing(core, words, false, pairs)
  // The client has no patronymic: one word more on the list may be theirs.
  return pairing(core, words, words.length === core.length + 1, pairs)
}

/** Two words that were compared, made alike, and their likeness. */
export type Pair = {
  ours: string
  theirs: string
  likeness: number
  /** Words that one side writes apart and the other as one. */
  oursApart?: readonly string[] | undefined
  theirsApart?: readonly string[] | undefined
}

type Joined = { ours: Spelling; theirs: readonly string[]; joins: Map<string, readonly string[]> }
/** Joined names allowed in one comparison. */
const MOST_JOINS = 2
/** Shorter words are not looked at as several written together. */
const SHORTEST_JOINED = 6
/** Each part is at least so like its place in the whole. */
const WEAKEST_PART = 0.9

/** Yields the same names with words joined that the other side writes as one. */
function* joined(
  ours: Spelling,
  theirs: readonly string[],
  joins = new Map<string, readonly string[]>(),
): Generator<Joined> {
  if (joins.size === MOST_JOINS) return
  const next = function* (of: Omit<Joined, 'joins'>, whole: string, parts: readonly string[]) {
    const more = new Map(joins).set(whole, parts)
    yield { ...of, joins: more }
    yield* joined(of.ours, of.theirs, more)
  }
  for (const parts of writtenAsOne(ours.all, theirs)) {
    const whole = parts.join('')
    const core = without(ours.core, parts)
    const as = {
      core: core ? [...core, whole] : [],
      all: [...(without(ours.all, parts) ?? []), whole],
    }
    yield* next({ ours: as, theirs }, whole, parts)
  }
  for (const parts of writtenAsOne(theirs, ours.all)) {
    const whole = parts.join('')
    yield* next({ ours, theirs: [...(without(theirs, parts) ?? []), whole] }, whole, parts)
  }
}

/** The words without these; null unless all of them are there. */
function without(words: readonly string[], gone: readonly string[]): string[] | null {
  const left = [...words]
  for (const word of gone) {
    const at = left.indexOf(word)
    if (at < 0) return null
    left.splice(at, 1)
  }
  return left
}

/** Returns two or three of the words, in some order, that are written as one among the others. */
function writtenAsOne(words: readonly string[], others: readonly string[]): string[][] {
  const found: string[][] = []
  const grow = (whole: string, parts: string[], left: readonly string[], place: number): void => {
    left.forEach((word, at) => {
      const rest = whole.length - place - word.length
      // A letter more or less: the one that two parts share, or another spelling.
      if (rest < -1 || (place === 0 && word[0] !== whole[0])) return
      const ends = rest <= 1
      const here = ends ? whole.slice(place) : whole.slice(place, place + word.length)
      const shared = parts.at(-1)?.at(-1) === word[0] ? whole.slice(place - 1) : here
      if (Math.max(jaroWinkler(word, here), jaroWinkler(word, shared)) < WEAKEST_PART) return
      if (ends && parts.length > 0) found.push([...parts, word])
      else if (!ends && parts.length < 2)
        grow(whole, [...parts, word], left.toSpliced(at, 1), place + word.length)
    })
  }
  for (const whole of others) if (whole.length >= SHORTEST_JOINED) grow(whole, [], words, 0)
  return found
}

/** Weaker pairs than this end the comparison: the name is another one. */
const WEAKEST_PAIR = 0.75

/**
 * Words paired best to best. The score is half the mean and half the weakest pair: twins share
 * surname, patronymic and birth date, and differ only in the weakest pair.
 */
function pairing(
  ours: readonly string[],
  theirs: readonly string[],
  extraAllowed: boolean,
  pairs?: Pair[],
): number {
  if (
    ours.length === 0 ||
    (!extraAllowed && ours.length !== theirs.length) ||
    theirs.length < ours.length
  )
    return 0
  const left = [...theirs]
  let sum = 0
  let weakest = 1
  for (const word of ours) {
    let best = 0
    let at = -1
    for (let i = 0; i < left.length; i++) {
      const likeness = jaroWinkler(word, left[i] ?? '')
      if (likeness > best) {
        best = likeness
        at = i
      }
      if (best === 1) break
    }
    if (best < WEAKEST_PAIR) return 0
    pairs?.push({ ours: word, theirs: left[at] ?? '', likeness: best })
    left.splice(at, 1)
    sum += best
    weakest = Math.min(weakest, best)
  }
  return (sum / ours.length + weakest) / 2
}

/**
 * Jaro-Winkler similarity, 0…1: shared letters near one another, with a bonus for up to four equal
 * first letters.
 */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Array<boolean>(b.length).fill(false)
  const fromA: string[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (taken[j] || a[i] !== b[j]) continue
      taken[j] = true
      fromA.push(a[i] ?? '')
      break
    }
  }
  const shared = fromA.length
  if (shared === 0) return 0
  let misplaced = 0
  let k = 0
  for (let j = 0; j < b.length; j++) if (taken[j] && b[j] !== fromA[k++]) misplaced += 1
  const jaro = (shared / a.length + shared / b.length + (shared - misplaced / 2) / shared) / 3
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}
