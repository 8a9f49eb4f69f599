import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleClient, bundleServer } from './build/bundle.ts'
import {
  type BuildOptions,
  contentHash,
  defaultOrigin,
  dist,
  hashOf,
  repository,
} from './build/content-hash.ts'
import { trimStyles } from './build/trim-styles.ts'
import { write, writeSite } from './build/write-site.ts'
import { pages as allPages, builtPages, checkGuards } from './pages.ts'

/**
 * Builds `dist/`: scripts and styles of the pages, the renderer for per-request pages, the HTML of
 * every other page in both languages, all of it compressed. The folder is replaced at once, so a
 * running server never reads half a build. Answers the build id. The same sources give the same id.
 */
export async function build({
  origin = defaultOrigin,
  development = false,
}: BuildOptions = {}): Promise<string> {
  checkGuards(allPages)
  const names = builtPages(development)
  const missing = names.filter(
    (name) => !existsSync(join(repository, `web/pages/${name}/page.tsx`)),
  )
  if (missing.length) throw new Error(`Pages without page.tsx: ${missing.join(', ')}`)

  const work = join(repository, 'node_modules/.cache/qorgan-build', String(process.pid))
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const mode = process.env.NODE_ENV
  try {
    const sources = contentHash(origin, development)
    const id = hashOf(sources)
    const bundled = await bundleClient(work, names)
    await bundleServer(work, { ...bundled, origin, build: id })
    const pages = trimStyles(work, names, await rendererIn(work), bundled.pages)
    const assets = { ...bundled, pages }
    const renderer = await rendererIn(work, '?trimmed')
    writeSite(work, { id, origin, names, renderer, assets })
    write(work, 'sources', sources)

    // The old folder goes aside first: a rename onto a full folder is refused.
    const old = `${work}-old`
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(work, dist)
    rmSync(old, { recursive: true, force: true })
    return id
  } finally {
    // Vite sets it for the whole process, which may be the server's.
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
    rmSync(work, { recursive: true, force: true })
  }
}

const rendererIn = async (
  folder: string,
  query = '',
): Promise<typeof import('virtual:server-entry')> =>
  await import(pathToFileURL(join(folder, 'server/render.js')).href + query)

if (import.meta.main) {
  const started = performance.now()
  const id = await build({
    origin: process.env.PUBLIC_URL,
    development: process.argv.includes('--dev'),
  })
  const files = globSync('**/*', { cwd: dist }).length
  console.log(
    `Build ${id}: ${files} files in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}
