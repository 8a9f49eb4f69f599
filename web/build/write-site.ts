import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Locale, locales } from '#brand'
import type { SiteFile, SiteManifest } from '../manifest.ts'
import { type PageName, pageNames, pages, pathOf } from '../pages.ts'
import { hashOf } from './content-hash.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Writes one file below a folder, with the folders on its way. */
export function write(folder: string, file: string, content: string | Uint8Array): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Renders every page made at build in both languages, compresses all answers and writes the manifest. Answers the build id. */
export async function writeSite(to: string, render: (name: PageName, locale: Locale) => string, sources: string): Promise<string> {
  const id = hashOf(sources)
  const paths: SiteManifest['paths'] = {}
  const add = (address: string, file: string, content: string | Uint8Array, more: Partial<SiteFile> = {}) => {
    paths[address] = { ...store(to, file, content), immutable: false, ...more }
  }

  for (const name of pageNames.filter((page) => pages[page].made === 'at-build')) {
    for (const locale of locales) add(pathOf(name, locale), `pages/${name}.${locale}.html`, render(name, locale), { page: name })
  }
  for (const file of globSync('assets/*', { cwd: to })) add(`/${file}`, file, readFileSync(join(to, file)), { immutable: true })
  add('/builds/latest.json', 'builds/latest.json', JSON.stringify({ id }))
  add(`/builds/meta/${id}.json`, `builds/meta/${id}.json`, JSON.stringify({ id, pages: pageNames }), { immutable: true })

  write(to, 'manifest.json', JSON.stringify({ id, paths } satisfies SiteManifest, null, 1))
  write(to, 'sources', sources)
  return id
}

/** Writes a file, and its compressed forms where they are smaller. */
function store(to: string, file: string, content: string | Uint8Array): Omit<SiteFile, 'immutable'> {
  const bytes = Buffer.from(content)
  const type = types[extname(file)]
  if (!type) throw new Error(`No media type is known for ${file}`)
  write(to, file, bytes)
  const kept: Omit<SiteFile, 'immutable'> = { file, type, etag: `"${hashOf(bytes)}"` }
  if (type === 'font/woff2') return kept
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gz: gzipSync(bytes, { level: 9 }),
  }
  for (const [form, compressed] of [
    ['br', forms.br],
    ['gz', forms.gz],
  ] as const) {
    if (compressed.length >= bytes.length) continue
    write(to, `${file}.${form}`, compressed)
    kept[form] = `${file}.${form}`
  }
  return kept
}
