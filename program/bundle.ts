import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { here, putInPlace, stamp } from './current.ts'
import { writeLines } from './stack.ts'

const { repository, folder } = here

/**
 * What stays a package of its own: machine code, and the library whose insides `bounded-pdf.ts`
 * holds to a limit.
 */
const packages = ['@node-rs/argon2', '@myriaddreamin/typst-ts-node-compiler', 'pdf-lib']

/**
 * One file of each entry and all it imports, for Node: names as in the sources, and what is
 * imported when it is used in files of its own. A module's
 * `import.meta.dirname` and `import.meta.url` stay those of its source, so it finds its files where
 * it stood. `entries`: name → file from the repository's root. Answers the sources it was made of,
 * from the root too.
 */
export async function bundle(entries: Record<string, string>, to: string): Promise<string[]> {
  const sources = new Set<string>()
  const mode = process.env.NODE_ENV
  try {
    const made = await build({
      root: repository,
      configFile: false,
      envDir: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [{ name: 'sources', enforce: 'pre', transform: inPlace(sources) }],
      ssr: { noExternal: true, external: packages },
      // Packages are taken as Node takes them: what is bundled is what the tests run.
      environments: { ssr: { resolve: { mainFields: ['main'], conditions: ['node'] } } },
      build: {
        ssr: true,
        outDir: to,
        emptyOutDir: false,
        minify: false,
        // For the stacks alone (`stack.ts`): the map itself is not kept.
        sourcemap: 'hidden',
        target: 'node22',
        rolldownOptions: {
          input: Object.fromEntries(
            Object.entries(entries).map(([name, file]) => [name, join(repository, file)]),
          ),
          output: {
            entryFileNames: '[name].mjs',
            chunkFileNames: '[name]-[hash].mjs',
            comments: false,
          },
        },
      },
    })
    for (const one of [made].flat().flatMap((of) => ('output' in of ? of.output : [])))
      if (one.type === 'chunk' && one.map) {
        const file = join(to, one.fileName)
        writeLines(file, one.code, one.map.toString(), (of) => relative(repository, join(to, of)))
        rmSync(`${file}.map`, { force: true })
      }
  } finally {
    // Vite sets it for the whole process.
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
  }
  return [...sources].sort()
}

const inPlace = (sources: Set<string>) => (code: string, file: string) => {
  const path = relative(repository, file.split('?')[0] ?? file).replaceAll('\\', '/')
  if (!path.startsWith('..') && !path.startsWith('node_modules/') && !file.startsWith('\0'))
    sources.add(path)
  if (!code.includes('import.meta.')) return null
  return {
    code: code
      // A process of its own is an entry of the bundle.
      .replaceAll(
        /new URL\('\.\/([\w-]+-process)\.ts', import\.meta\.url\)/g,
        "new URL(import.meta.resolve('./$1.mjs'))",
      )
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
    // Every line stays where it was.
    map: null,
  }
}

/**
 * Makes the program that `npm start` runs from now on, beside those that still run; several makers
 * do not disturb.
 */
export async function bundleProgram(): Promise<void> {
  const work = join(folder, `part-${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  try {
    const sources = await bundle(
      { run: 'run.ts', 'maker-process': 'documents/maker-process.ts' },
      work,
    )
    stamp(work, [...sources, 'program/bundle.ts', 'program/stack.ts', 'package-lock.json'])
    putInPlace(work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (import.meta.main) await bundleProgram()
