/** How alike two spellings of a name are, word by word. */

export type Spelling = { core: string[]; all: string[] }

export function spellingSimilarity(
  { core, all }: Spelling,
  words: readonly string[],
  pairs?: Pair[],
): number {
  if (all.length > core.length)
    return words.length > core.length
      ? pairing(all, words, false, pairs)
      : pairing(core, words, false, pairs)
  // The client has no patronymic: one word more on the list may be theirs.
  return pairing(core, words, words.length === core.length + 1, pairs)
}

/** Two words that were compared, made alike, and their likeness. */
export type Pair = { ours: string; theirs: string; likeness: number }

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
