/**
 * The ClamAV daemon over TCP, as `man clamd` has it: a connection carries one command. `z` before a
 * command: it and its answer end with a NUL. INSTREAM takes chunks, each after its length in four
 * bytes, the biggest first; a chunk of no length is the end.
 */
export const operation = 'INSTREAM'
const command = (name: string) => `z${name}\0`
/** The daemon's default limit for one stream (`StreamMaxLength`). */
export const streamMaxBytes = 25 * 1024 * 1024
export const answers = {
  pong: 'PONG',
  clean: 'stream: OK',
  found: (signature: string) => `stream: ${signature} FOUND`,
  tooLarge: 'INSTREAM size limit exceeded. ERROR',
  unknown: 'UNKNOWN COMMAND',
} as const

export type Verdict = { clean: true } | { clean: false; signature: string }

/** Null for any other answer: only these very words mean clean. */
export function verdictOf(answer: string): Verdict | null {
  if (answer === answers.clean) return { clean: true }
  const signature = /^stream: ([\x21-\x7e]{1,200}) FOUND$/.exec(answer)?.[1]
  return signature ? { clean: false, signature } : null
}

/** The command with the bytes in chunks. An empty one would be the end, so it is left out. */
export async function* framed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(command(operation))
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
