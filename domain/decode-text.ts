/**
 * Decodes a file from a program of this country: UTF-8, UTF-16 of either order or windows-1251,
 * detected by its bytes. Null if it is no text, such as a spreadsheet or a PDF.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decoded(bytes)
  // A control byte, or half a character, is in no file that a person wrote.
  return text !== null && /[^\P{Cc}\t\r\n]|\uFFFD/u.test(text) ? null : text
}

function decoded(bytes: Uint8Array): string | null {
  const wide = wideOrder(bytes)
  if (wide) return read(bytes, wide)
  const text = read(bytes, 'utf-8')
  if (text !== null) return text
  // Letters of windows-1251 are hardly ever signs of UTF-8: a text full of those was cut or damaged.
  const lossy = new TextDecoder('utf-8').decode(bytes)
  const count = (sign: RegExp) => lossy.match(sign)?.length ?? 0
  return count(/\p{Script=Cyrillic}/gu) > count(/\uFFFD/g) ? null : read(bytes, 'windows-1251')
}

/** UTF-16 by its mark, or by the zero that every Latin letter and digit has on one side. */
function wideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const begin = bytes.subarray(0, 200)
  for (const [at, byte] of begin.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < begin.length / 4) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function read(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
