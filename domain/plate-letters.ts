import { lookAlikes } from './plate.ts'

/** Letters that only sound the same; whoever types a plate in Cyrillic means these. */
const sounding = 'ЁEҚKҢHӨOҰYБBГGҒGДDЖJЗZИIЙIЛLПPФFЦCШWЩWЫYЭEӘAЮUЯR'
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  (sounding.match(/../g) ?? []).map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** Capitals, Latin where a letter stands for a Latin one; what looks the same comes first. */
export const plateLetters = (text: string): string =>
  Array.from(text.toUpperCase(), (letter) => lookAlikes[letter] ?? sounds[letter] ?? letter).join(
    '',
  )
