import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { bundle } from '../../program/bundle.ts'
import { until } from '../http.ts'

let made: Promise<string> | null = null

/**
 * The product's process of these tests as one file, made once in a run: a hundred and more of them
 * are started, and to look up a thousand modules was half of what a start costs. It
 * is bundled as `npm start` is.
 */
export const bundled = (): Promise<string> => (made ??= bundleOnce())

async function bundleOnce(): Promise<string> {
  const folder = inject('processFolder')
  const [work, made] = [join(folder, 'under-way'), join(folder, 'made')]
  const file = join(made, 'server-process.mjs')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  try {
    mkdirSync(work)
  } catch {
    // Another worker makes it: each would take the processor for some four seconds.
    await until(
      async () => existsSync(work),
      (isUnderWay) => !isUnderWay,
    )
    return bundleOnce()
  }
  try {
    // It may have come between the two looks.
    if (!existsSync(file)) {
      await bundle(
        {
          'server-process': 'tests/chaos/server-process.ts',
          'maker-process': 'documents/maker-process.ts',
        },
        work,
      )
      renameSync(work, made)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return file
}
