import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { guarded, type SendOptions, Unavailable } from '../http.ts'
import { parts } from '../time-limits.ts'
import { framed, operation, type Verdict, verdictOf } from './protocol.ts'

export type { Verdict } from './protocol.ts'

/** The scanner of what people upload. */
export type Antivirus = {
  /**
   * Streams the file to the scanner, a chunk at a time. Throws `Unavailable` for anything but a
   * clear verdict; `key`: our id of the file.
   */
  scan(file: { key: string; read: () => Promise<AsyncIterable<Buffer>> }): Promise<Verdict>
}
type Options = Pick<SendOptions, 'journal' | 'onBreaker' | 'breakAfter' | 'halfOpenAfterMs'> & {
  /** Gives up after so long without progress while the file is sent. */
  stallMs?: number
  /** How long the scanner may take once it has the whole file. */
  verdictMs?: number
}

/** No answer of the protocol is longer. */
const MAX_ANSWER = 1_024

/** A ClamAV daemon at `host:port`. */
export function antivirus(
  address: string,
  { stallMs = parts.antivirusStall, verdictMs = parts.antivirusVerdict, ...options }: Options,
): Antivirus {
  const exchange = guarded('antivirus', options)
  const at = new URL(`tcp://${address}`)
  const host = at.hostname.replace(/^\[|\]$/g, '')

  const once = async (bytes: AsyncIterable<Buffer>, leftMs: number): Promise<Verdict> => {
    const socket = connect({ host, port: Number(at.port) })
    const late = () => socket.destroy(new DOMException('time limit', 'TimeoutError'))
    const whole = setTimeout(late, leftMs)
    socket.setTimeout(stallMs, late)
    const source = Readable.from(framed(bytes), { objectMode: false })
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        // It may come before the end of the file, when the scanner takes no more of it.
        answerOf(socket).then(resolve, reject)
        pipeline(source, socket, { end: false }).then(() => socket.setTimeout(verdictMs), reject)
      })
      const verdict = verdictOf(answer)
      if (!verdict)
        throw new Unavailable(
          'antivirus',
          operation,
          answer.endsWith(' ERROR') ? answer : 'not an answer of the protocol',
        )
      return verdict
    } finally {
      clearTimeout(whole)
      source.destroy()
      socket.destroy()
    }
  }

  return {
    scan: async ({ key, read }) => {
      // The protocol has no numbers for its answers.
      const { verdict } = await exchange({ operation, key, safe: false }, async (leftMs) => ({
        status: 0,
        verdict: await once(await read(), leftMs),
      }))
      return verdict
    },
  }
}

/** Returns the bytes before the NUL. A connection that ends without one gave no answer. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      said += text
      const end = said.indexOf('\0')
      if (end >= 0) resolve(said.slice(0, end))
      else if (said.length > MAX_ANSWER)
        reject(new Unavailable('antivirus', operation, 'not an answer of the protocol'))
    })
    socket.once('error', reject)
    socket.once('end', () => reject(new Unavailable('antivirus', operation, 'no answer')))
  })
}
