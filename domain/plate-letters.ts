import { lookAlikes } from './plate.ts'

/** Letters that only sound the same; a plate typed in Cyrillic means these. */
const sounding = 'ЁEҚKҢHӨOҰYБBГGҒGДDЖJЗZИIЙIЛLПPФFЦCШWЩWЫYЭEӘAЮUЯR'
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  (sounding.match(/../g) ?? []).map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** Returns capitals, Latin for every Cyrillic equivalent; look-alikes take precedence. */
export const plateLetters = (text: string): string =>
  Array.from(text.toUpperCase(), (letter) => lookAlikes[letter] ?? sounds[letter] ?? letter).join(
    '',
  )
