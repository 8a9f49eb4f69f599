import { inflateRawSync } from 'node:zlib'

/** The entries of a ZIP by its directory, unpacked. */
export function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const count = bytes.readUInt16LE(end + 10)
  const entries: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    const begins = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    entries[bytes.toString('utf8', at + 46, at + 46 + nameLength)] = inflateRawSync(
      bytes.subarray(begins, begins + packed),
    ).toString()
    at += 46 + nameLength
  }
  return entries
}

/**
 * The cells of the first sheet, row by row: numbers as numbers, text as text, the style's number
 * beside them.
 */
export function sheetOf(bytes: Buffer): { value: string | number | null; style: number }[][] {
  const sheet = unzip(bytes)['xl/worksheets/sheet1.xml'] ?? ''
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map((row) =>
    [
      ...(row[1] ?? '').matchAll(
        /<c r="[A-Z]+\d+"(?: s="(\d)")?(?: t="(?:inlineStr|str)")?(?:\/>|>(?:(?:<f>.*?<\/f>)?<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>)/g,
      ),
    ].map(([, style, number, text]) => ({
      value:
        number === undefined
          ? (text ?? null)
          : Number.isNaN(Number(number))
            ? number
            : Number(number),
      style: Number(style ?? 0),
    })),
  )
}
