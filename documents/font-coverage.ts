/**
 * Code points of the basic plane that a TrueType font has a glyph for: its `cmap` table, format 4
 * (OpenType specification, "cmap").
 */
export function coverage(font: Buffer): Set<number> {
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
