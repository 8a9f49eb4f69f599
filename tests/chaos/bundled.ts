import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { bundle } from '../../program/bundle.ts'

let made: Promise<string> | null = null

/**
 * The product's process of these tests as one file, made once in a run: a hundred and more of them
 * are started, and to look up a thousand modules was half of what a start costs (decision 201). It
 * is bundled as `npm start` is (decision 235).
 */
export const bundled = (): Promise<string> => (made ??= bundleOnce())

async function bundleOnce(): Promise<string> {
  const folder = inject('processFolder')
  const file = join(folder, 'server-process.mjs')
  if (existsSync(file)) return file
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  await bundle(
    {
      'server-process': 'tests/chaos/server-process.ts',
      'maker-process': 'documents/maker-process.ts',
    },
    work,
  )
  try {
    renameSync(work, folder)
  } catch (cause) {
    // Another worker was quicker.
    rmSync(work, { recursive: true, force: true })
    if (!existsSync(file)) throw cause
  }
  return file
}
