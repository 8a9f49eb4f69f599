import { crc32, createDeflateRaw } from 'node:zlib'

export type Entry = { name: string; bytes: AsyncIterable<Buffer> }
const STREAMED_UTF8 = 0x0808
const DEFLATE = 8
/** 1 January 1980: the format has no zone, and the same rows shall give the same bytes. */
const DATE = 0x0021
const VERSION = 20

/**
 * Writes a ZIP file as a stream: sizes follow each entry, memory holds a chunk. Files under 4 GB.
 */
export async function* zip(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes } of entries) {
    const title = Buffer.from(name)
    const head = fields(
      [4, 0x04034b50],
      [2, VERSION],
      ...common(0, 0, 0),
      [2, title.length],
      [2, 0],
    )
    yield Buffer.concat([head, title])
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const chunk of deflated(bytes, sums)) {
      sums.packed += chunk.length
      yield chunk
    }
    yield fields([4, 0x08074b50], [4, sums.crc], [4, sums.packed], [4, sums.size])
    directory.push(
      fields(
        [4, 0x02014b50],
        [2, VERSION],
        [2, VERSION],
        ...common(sums.crc, sums.packed, sums.size),
        ...([
          [2, title.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, offset],
        ] as const),
      ),
      title,
    )
    offset += head.length + title.length + sums.packed + 16
  }
  const index = Buffer.concat(directory)
  const count = directory.length / 2
  yield Buffer.concat([
    index,
    fields(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, index.length],
      [4, offset],
      [2, 0],
    ),
  ])
}

const common = (crc: number, packed: number, size: number) =>
  [
    [2, STREAMED_UTF8],
    [2, DEFLATE],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, packed],
    [4, size],
  ] as const

function fields(...of: (readonly [size: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(of.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of of) at = bytes.writeUIntLE(value, at, size)
  return bytes
}

async function* deflated(
  bytes: AsyncIterable<Buffer>,
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 6 })
  const feeding = (async () => {
    try {
      for await (const chunk of bytes) {
        sums.crc = crc32(chunk, sums.crc)
        sums.size += chunk.length
        if (!packer.write(chunk)) await new Promise((resolve) => packer.once('drain', resolve))
      }
      packer.end()
    } catch (cause) {
      packer.destroy(cause instanceof Error ? cause : new Error(String(cause)))
    }
  })()
  for await (const chunk of packer) yield chunk
  await feeding
}
