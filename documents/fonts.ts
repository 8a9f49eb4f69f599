import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Code points of the basic plane that a TrueType font has a glyph for: its `cmap` table, format 4
 * (OpenType specification, "cmap").
 */
function coverage(font: Buffer): Set<number> {
  const codes = new Set<number>()
  const table = cmapFormat4(font)
  const segments = table.readUInt16BE(6) / 2
  const word = (array: number, index: number) =>
    table.readUInt16BE(14 + (array * segments + index) * 2 + (array > 0 ? 2 : 0))
  for (let i = 0; i < segments; i++) {
    const [end, start, delta, offset] = [word(0, i), word(1, i), word(2, i), word(3, i)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      const at = 16 + (3 * segments + i) * 2 + offset + (code - start) * 2
      const glyph = offset === 0 ? (code + delta) & 0xffff : table.readUInt16BE(at)
      if (glyph) codes.add(code)
    }
  }
  return codes
}

function cmapFormat4(font: Buffer): Buffer {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + i * 16)
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (record === undefined) throw new Error('The font has no cmap table')
  const cmap = font.subarray(font.readUInt32BE(record + 8))
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.readUInt32BE(8 + i * 8),
  )
  const offset = offsets.find((at) => cmap.readUInt16BE(at) === 4)
  if (offset === undefined) throw new Error('The font has no cmap of format 4')
  return cmap.subarray(offset)
}

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
 * Returns text that this font can print. PDF/A forbids a letter without a glyph, and a foreign name
 * must not prevent a document: drops accents if the bare letter is known, replaces other unknown
 * signs by '?'. Control signs and line breaks become spaces; a word longer than any line gets break
 * points. Idempotent.
 */
export function printable(text: string): string {
  let [before, shown] = [text, inGlyphs(text)]
  // The rest may form new pairs: two spaces around a dropped sign, a letter and an accent.
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
