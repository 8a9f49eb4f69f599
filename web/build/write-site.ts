import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type PageName, pathOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import { usualWords } from '../content/usual-price.ts'
import type { SiteAssets, SiteFile, SiteManifest } from '../manifest.ts'
import { pages, routeName } from '../pages.ts'
import { hashOf } from './content-hash.ts'
import { pictures } from './pictures.ts'
import { workerScript } from './portal-worker.ts'
import {
  detailFolders,
  offlineFiles,
  portalManifest,
  robots,
  sitemap,
  speculationRules,
} from './site-files.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Writes one file below a folder, with the folders on its way. */
export function write(folder: string, file: string, content: string | Uint8Array): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

type Site = {
  id: string
  origin: string
  names: readonly PageName[]
  renderer: typeof import('virtual:server-entry')
  assets: Pick<SiteAssets, 'pages' | 'icon' | 'font'>
}

/**
 * Renders every page made at build in both languages, compresses all answers and writes the
 * manifest.
 */
export function writeSite(to: string, { id, origin, names, renderer, assets }: Site): void {
  const paths: SiteManifest['paths'] = {}
  const add = (
    address: string,
    file: string,
    content: string | Uint8Array,
    more: Partial<SiteFile> = {},
  ) => {
    paths[address] = { ...store(to, file, content), immutable: false, ...more }
  }

  for (const name of names.filter((page) => pages[page].made === 'at-build'))
    for (const params of entriesOf(name))
      for (const locale of locales) {
        const { path, query } = parts(pathOf(name, locale, params))
        const data = params ? { params } : undefined
        const file = `pages/${name}${params ? `.${params.code}` : ''}.${locale}`
        add(path, `${file}.html`, renderer.render(name, locale, data), {
          page: name,
          ...(query ? { query } : {}),
        })
        const { title, description } = renderer.headOf(name, locale, data)
        const payload = {
          name: routeName(name, locale),
          path: pathOf(name, locale, params),
          title,
          description,
          params: params ?? {},
        }
        add(`${path.replace(/\/$/, '')}/_payload.json`, `${file}.json`, JSON.stringify(payload))
      }
  for (const file of globSync('assets/*', { cwd: to }))
    add(`/${file}`, file, readFileSync(join(to, file)), { immutable: true })
  for (const [name, svg] of Object.entries(pictures()))
    add(`/pictures/${name}.svg`, `pictures/${name}.svg`, svg)
  add('/builds/latest.json', 'builds/latest.json', JSON.stringify({ id }))
  add(`/builds/meta/${id}.json`, `builds/meta/${id}.json`, JSON.stringify({ id, pages: names }), {
    immutable: true,
  })
  add('/sitemap.xml', 'sitemap.xml', sitemap(origin, names))
  add('/robots.txt', 'robots.txt', robots(origin))
  add('/portal-worker.js', 'portal-worker.js', workerScript({ id, ...offlineFiles(assets, names) }))
  for (const locale of locales) {
    const file = `portal.${locale}.webmanifest`
    add(`/${file}`, file, JSON.stringify(portalManifest(locale, assets.icon)))
    const prices = `usual-prices.${locale}.json`
    add(`/${prices}`, prices, JSON.stringify(usualWords(locale)))
  }
  add(
    '/speculation-rules.json',
    'speculation-rules.json',
    JSON.stringify(speculationRules(names)),
    {
      type: 'application/speculationrules+json',
    },
  )

  write(
    to,
    'manifest.json',
    JSON.stringify({ id, details: detailFolders(names), paths } satisfies SiteManifest, null, 1),
  )
}

function parts(address: string): { path: string; query?: Record<string, string> } {
  const [path = '/', search] = address.split('?')
  return search ? { path, query: Object.fromEntries(new URLSearchParams(search)) } : { path }
}

/** Writes a file, and its compressed forms where they are smaller. */
function store(
  to: string,
  file: string,
  content: string | Uint8Array,
): Omit<SiteFile, 'immutable'> {
  const bytes = Buffer.from(content)
  const type = types[extname(file)]
  if (!type) throw new Error(`No media type is known for ${file}`)
  write(to, file, bytes)
  const kept: Omit<SiteFile, 'immutable'> = { file, type, etag: `"${hashOf(bytes)}"` }
  if (type === 'font/woff2' || type === 'image/png') return kept
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
