/** Staff's notes to each other: their subjects, and the colleagues named with `@`. */

export const caseKinds = ['order', 'claim', 'client', 'inbox'] as const
export type CaseKind = (typeof caseKinds)[number]

/** Written; assigned to a colleague; released by the colleague who led it. */
export const noteActs = ['said', 'handed', 'left'] as const

export const noteMax = 2_000

/** A member of staff; `name`: the surname, then the name. */
type Colleague = { id: string; name: string }

/** As they may be called after `@`: both words in either order, or one of them. */
function calledAs(name: string): string[] {
  const [surname = '', ...names] = name.toLowerCase().split(' ').filter(Boolean)
  const own = names.join(' ')
  return [...new Set([`${surname} ${own}`, `${own} ${surname}`, surname, own])]
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Returns the text after each `@` that begins a word, in lower case. */
const afterSigns = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/(?<![\p{L}\d])@/gu)].map(({ index }) =>
    text.toLowerCase().slice(index + 1),
  )

const isWord = (rest: string, word: string) =>
  rest.startsWith(word) && !/^[\p{L}\d]/u.test(rest.slice(word.length))

/**
 * Returns the ids of the colleagues a text names with `@`; a name that several have matches none.
 */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): string[] {
  const found = afterSigns(text).flatMap((rest) => {
    const called = colleagues.flatMap(({ id, name }) =>
      calledAs(name)
        .filter((word) => isWord(rest, word))
        .map((word) => ({ id, length: word.length })),
    )
    const longest = Math.max(...called.map(({ length }) => length))
    const named = called.filter(({ length }) => length === longest)
    const [one] = named
    return one && named.length === 1 ? [one.id] : []
  })
  return [...new Set(found)]
}

/** Lists colleagues who match a name being typed at the end of a text; empty if there is none. */
export function typedMention<One extends Colleague>(
  text: string,
  colleagues: readonly One[],
): One[] {
  const begun = /(?<![\p{L}\d])@(?<begun>[\p{L}]*(?: [\p{L}]*)?)$/u.exec(text)?.groups?.begun
  if (begun === undefined) return []
  const word = begun.toLowerCase()
  return colleagues.filter(
    ({ name }) => calledAs(name).some((one) => one.startsWith(word)) && name !== '',
  )
}

/** The text with the name that is being typed at its end written out. */
export const withMention = (text: string, { name }: Colleague): string =>
  `${text.replace(/@[^@]*$/, '')}@${name} `
