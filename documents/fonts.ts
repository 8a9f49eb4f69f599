import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { coverage } from './font-coverage.ts'

const require = createRequire(import.meta.url)
const weights = ['400Regular', '500Medium', '600SemiBold', '700Bold'] as const

/**
 * Full TrueType files of Golos Text (all Kazakh letters and ₸): subsets made for the web cannot be
 * embedded in a PDF.
 */
export const fonts: readonly Buffer[] = weights.map((weight) =>
  readFileSync(require.resolve(`@expo-google-fonts/golos-text/${weight}/GolosText_${weight}.ttf`)),
)

const known = coverage(fonts[0] ?? Buffer.alloc(0))
// In PDF/A-2a each sign has a meaning: Typst refuses those of the private area, which the font has.
for (const code of known) if (/\p{Co}/u.test(String.fromCodePoint(code))) known.delete(code)
const longWord = /[\p{L}\p{N}]{30,}/gu

/**
 * Text that this font can print. PDF/A forbids a letter without a glyph, and a foreign name must
 * not stop a document from being made: accents are dropped where the bare letter is known, other
 * unknown signs become '?'. Control signs and line breaks become spaces; a word longer than any
 * line gets break points. Printing what it returns changes nothing more.
 */
export function printable(text: string): string {
  let [before, shown] = [text, inGlyphs(text)]
  // What is left may stand together anew: two spaces around a dropped sign, a letter and an accent.
  while (shown !== before) [before, shown] = [shown, inGlyphs(shown)]
  return shown.replace(longWord, (word) => word.replace(/.{15}(?=.)/gu, '$&\u200b'))
}

function inGlyphs(text: string): string {
  const spaced = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, (space) => (space.includes('\u00a0') ? '\u00a0' : ' '))
  let out = ''
  for (const sign of spaced) out += known.has(sign.codePointAt(0) ?? 0) ? sign : substitute(sign)
  return out
}

function substitute(sign: string): string {
  if (/^[\p{M}\p{Cf}]$/u.test(sign)) return ''
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare && Array.from(bare).every((letter) => known.has(letter.codePointAt(0) ?? 0))
    ? bare
    : '?'
}
