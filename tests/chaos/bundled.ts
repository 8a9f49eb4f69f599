import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { inject } from 'vitest'

let made: Promise<string> | null = null

/**
 * The product's process of these tests as one file, made once in a run: a hundred and more of them
 * are started, and to look up a thousand modules was half of what a start costs (decision 201).
 */
export const bundled = (): Promise<string> => (made ??= bundle())

async function bundle(): Promise<string> {
  const folder = inject('processFolder')
  const file = join(folder, 'server-process.js')
  if (existsSync(file)) return file
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  await write(work)
  try {
    renameSync(work, folder)
  } catch (cause) {
    // Another worker was quicker.
    rmSync(work, { recursive: true, force: true })
    if (!existsSync(file)) throw cause
  }
  return file
}

async function write(folder: string): Promise<void> {
  const mode = process.env.NODE_ENV
  try {
    await build({
      root: import.meta.dirname,
      configFile: false,
      envDir: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [{ name: 'whereabouts', enforce: 'pre', transform: whereabouts }],
      // What is compiled for the machine stays where it is.
      ssr: {
        noExternal: true,
        external: ['@node-rs/argon2', '@myriaddreamin/typst-ts-node-compiler'],
      },
      build: {
        ssr: 'server-process.ts',
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        target: 'node20',
      },
    })
  } finally {
    // Vite sets it for the whole process.
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
  }
}

/** A module finds its files where it stood. */
const whereabouts = (code: string, file: string): string | null =>
  code.includes('import.meta.')
    ? code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
    : null
