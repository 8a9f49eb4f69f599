import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type PageName, pathOf } from '#contract/pages.ts'
import { colours, world } from '#domain/colours.ts'
import { locales } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import { usualWords } from '../content/usual-price.ts'
import type { SiteAssets, SiteFile, SiteManifest } from '../manifest.ts'
import { pages, routeName } from '../pages.ts'
import { hashOf, repository } from './content-hash.ts'
import { workerScript } from './portal-worker.ts'
import {
  detailFolders,
  offlineFiles,
  portalManifest,
  robots,
  sitemap,
  speculationRules,
} from './site-files.ts'

const folder = join(repository, 'web/world')
/** The land of the first page, which others show as a file. */
const land = 'panorama.svg'
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/**
 * Drawings that a page shows further down, or late: files of their own, loaded when they are shown.
 * Name → SVG with the rules and colours its shapes need, by day and by night.
 */
function pictures(): Record<string, string> {
  const rules = [...`${read('world.css')}${read('pictures.css')}`.matchAll(/([^{}]+)(\{[^{}]+\})/g)]
  return Object.fromEntries(
    [...readdirSync(join(folder, 'pictures')).map((file) => `pictures/${file}`), land].map(
      (path) => {
        const svg = read(path)
        const shown = new Set(svg.match(/(?<=class="[^"]*)[\w-]+(?=[^"]*")/g))
        const used = rules
          .map(([, selector = '', body]) => [selector.replace(/\/\*.*?\*\//gs, '').trim(), body])
          .filter(([selector = '']) =>
            (selector.replace(/:not\(.*?\)/g, '').match(/(?<=^\.|\s\.)[\w-]+/g) ?? []).every(
              (name) => shown.has(name),
            ),
          )
          .map(([selector, body]) => `${selector}${body?.replace(/\s+/g, ' ')}`)
          .join('')
        const named = used + svg
        const style = `${palette(named, 'light')}@media (prefers-color-scheme:dark){${palette(named, 'dark')}}${used}`
        return [basename(path, '.svg'), dressed(svg, style)]
      },
    ),
  )
}

/** The colours that the rules, or the drawing itself, name. */
function palette(used: string, theme: 'light' | 'dark'): string {
  const all: Record<string, string> = { ...colours[theme], ...world[theme] }
  const named = new Set(used.match(/(?<=var\(--)[\w-]+/g))
  const list = Object.entries(all).filter(([name]) => named.has(name))
  return `:root{${list.map(([name, value]) => `--${name}:${value};`).join('')}}`
}

const dressed = (svg: string, style: string): string =>
  svg.replace(/^<svg([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg"$1><style>${style}</style>`)

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
