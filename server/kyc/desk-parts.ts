import { comparedNames, differingLetters, type Named } from '#domain/kyc-parts.ts'
import type { Status } from './desk-person.ts'

type Parts = Status['matches'][number]['parts']

/** Places of the letters that are marked. */
const places = (marks: readonly boolean[]): number[] =>
  marks.flatMap((differs, at) => (differs ? [at] : []))

/** The most alike of an entry's names beside the client's, word by word, as the desk shows it. */
export function partsOf(person: Named, names: readonly string[]): Parts {
  const found = comparedNames(person, names)
  if (!found) return null
  const words = found.words.map(({ oursAs, theirsAs, ...word }) => {
    const [ours, theirs] = word.theirs ? differingLetters(word.ours, word.theirs) : [[], []]
    return {
      ...word,
      ours_as: oursAs,
      theirs_as: theirsAs,
      ours_differ: places(ours),
      theirs_differ: places(theirs),
    }
  })
  return { ...found, words }
}
