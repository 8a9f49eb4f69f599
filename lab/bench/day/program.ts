import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../../program/bundle.ts'

/**
 * A process of the product as one file, as `npm start` runs it: from its sources it would hold
 * their maps and what takes the types out, some 100 MB. In the repository, where what is not
 * bundled is found.
 */
export async function serverProgram(): Promise<{ file: string; remove(): void }> {
  const folder = join(import.meta.dirname, `../../../node_modules/.cache/qorgan-day/${process.pid}`)
  mkdirSync(folder, { recursive: true })
  await bundle(
    { server: 'lab/bench/day/server.ts', 'maker-process': 'documents/maker-process.ts' },
    folder,
  )
  return {
    file: join(folder, 'server.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What `npm start` says to Node. */
export const settingsOfStart = (): string[] =>
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
    .match(/"start": "node ([^"]*)start\.mjs"/)?.[1]
    ?.split(' ')
    .filter(Boolean) ?? []
