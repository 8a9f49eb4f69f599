import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { notDecoded, printSide } from '#domain/claims/likeness.ts'
import { jobLimits } from '../settings/time-limits.ts'

const decoder = fileURLToPath(new URL('points-of.ts', import.meta.url))
const HEX = printSide * printSide * 2

type Decoded = { points: Uint8Array; small: Buffer }
/** What the decoder says, `points` and `small`; null where it is something else. */
function decodedOf(said: string): Decoded | null {
  const [hex = '', small = ''] = said.split('\n')
  if (hex.length !== HEX || small === '') return null
  return { points: new Uint8Array(Buffer.from(hex, 'hex')), small: Buffer.from(small, 'base64') }
}

/**
 * A photograph's points of brightness and itself made small, from a process that is given the picture, no setting and no
 * secret, and half a minute; null where the picture is too much for it. Throws where the process
 * itself could not work: that says nothing of the picture.
 */
export function decoded(picture: Buffer): Promise<Decoded | null> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=96', decoder],
      {
        env: { NODE_ENV: 'production' },
        timeout: jobLimits.photographMs,
        killSignal: 'SIGKILL',
        maxBuffer: 65_536,
      },
      (error, stdout) => {
        if (error && error.code !== notDecoded && !error.signal) reject(error)
        else resolve(error ? null : decodedOf(stdout))
      },
    )
    // A decoder that died does not read on.
    child.stdin?.on('error', () => {})
    child.stdin?.end(picture)
  })
}
