import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'date;operation;order_id\r\n20.11.2026;Возврат;QG1-1\r\n'
const cyrillic = (sign: string) => {
  const code = sign.charCodeAt(0)
  return code < 0x80 ? code : code - 0x410 + 0xc0
}
const cp1251 = Uint8Array.from([...text].map(cyrillic))
const wide = (order: 'le' | 'be') =>
  Uint8Array.from(
    [...text].flatMap((sign) => {
      const [low, high] = [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]
      return order === 'le' ? [low, high] : [high, low]
    }),
  )
const utf8 = new TextEncoder().encode(text)

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
  ['windows-1251', cp1251],
  ['UTF-16 LE', wide('le')],
  ['UTF-16 BE', wide('be')],
  ['UTF-16 LE with a mark', Uint8Array.of(0xff, 0xfe, ...wide('le'))],
  ['UTF-16 BE with a mark', Uint8Array.of(0xfe, 0xff, ...wide('be'))],
])('a file in %s is read', (_name, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

test.each([
  ['a spreadsheet', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 8, 8, 8, 0, 0x21, 0x98)],
  ['a PDF', Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x0a, 0x00, 0x98, 0x01)],
  ['half a sign of UTF-16', Uint8Array.of(0xff, 0xfe, 0x41, 0x00, 0x42)],
  ['a byte that is no letter', Uint8Array.of(0x64, 0x98, 0xff)],
])('%s is no text', (_name, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})
