import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { brand } from '#brand'
import { type PageName, pagePaths, pathOf, prefixOf } from '#contract/pages.ts'
import { colours, world } from '#domain/colours.ts'
import { defaultLocale, languageTag, locales, regionalTag } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import { usualWords } from '../content/usual-price.ts'
import type { SiteAssets, SiteFile, SiteManifest } from '../manifest.ts'
import { page, pages, routeName } from '../pages.ts'
import { hashOf, repository } from './content-hash.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Every page that may be found, in every language, each with the addresses of its other languages.
 */
export function sitemap(origin: string, names: readonly PageName[]): string {
  const whole = (path: string) => escaped(origin + path)
  const urls = names
    .filter((name) => pages[name].indexed)
    .flatMap((name) =>
      entriesOf(name).map(
        (params) => (locale: (typeof locales)[number]) => pathOf(name, locale, params),
      ),
    )
    .flatMap((at) => locales.map((locale) => ({ own: at(locale), at })))
    .map(({ own, at }) => {
      const links = locales.map(
        (other) =>
          `<xhtml:link rel="alternate" hreflang="${regionalTag(other)}" href="${whole(at(other))}"/>`,
      )
      const fallback = `<xhtml:link rel="alternate" hreflang="x-default" href="${whole(at(defaultLocale))}"/>`
      return `<url><loc>${whole(own)}</loc>${links.join('')}${fallback}</url>`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

/**
 * Pages about one person are closed to robots by their own `noindex`; here only what is no page at
 * all.
 */
export const robots = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /builds/
Disallow: /health/
Disallow: /*_payload.json$

Sitemap: ${origin}/sitemap.xml
`

/** The addresses of a page in every language, as one pattern where they differ by their beginning. */
function patternsOf(name: PageName): string[] {
  const at = patternOf(name, defaultLocale)
  if (at === '/') return locales.map((locale) => patternOf(name, locale))
  const prefixes = locales.filter((locale) => locale !== defaultLocale).map(prefixOf)
  return [`{${prefixes.join('|')}}?${at}`]
}

/**
 * Pages of HTML alone are made ready when a link is pointed at; those with a program are only
 * fetched.
 */
export function speculationRules(names: readonly PageName[]) {
  const patterns = (interactive: boolean) =>
    names
      .filter((name) => pages[name].made === 'at-build' && pages[name].interactive === interactive)
      .flatMap(patternsOf)
  const rule = (interactive: boolean) => ({
    where: { href_matches: patterns(interactive) },
    eagerness: 'moderate',
  })
  return { prerender: [rule(false)], prefetch: [rule(true)] }
}

/** The pages that open without a connection, in every language, and the files they are made of. */
function offlineFiles(
  { pages: of, icon, font }: Pick<SiteAssets, 'pages' | 'icon' | 'font'>,
  names: readonly PageName[],
) {
  const offline = names.filter((name) => page(name).offline)
  const files = locales.flatMap((locale) =>
    offline.flatMap((name) => {
      const { styles = [], scripts = [], preload = [], later = [] } = of[locale][name] ?? {}
      return [...styles, ...scripts, ...preload, ...later]
    }),
  )
  return {
    pages: offline.flatMap((name) => locales.map((locale) => pathOf(name, locale))),
    files: [...new Set([...files, icon, font])],
  }
}

/** What a phone needs to keep the portal among its programs; it opens at the selling screen. */
const portalManifest = (locale: (typeof locales)[number], icon: string) => ({
  id: '/promoter',
  name: `${brand.name[locale]} · промоутер`,
  short_name: brand.name[locale],
  lang: languageTag(locale),
  start_url: pathOf('promoter-ogpo', locale),
  scope: pathOf('promoter', locale),
  display: 'standalone',
  background_color: colours.light.paper,
  theme_color: colours.light.paper,
  icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
})

const patternOf = (name: PageName, locale: (typeof locales)[number]): string => {
  const wild = pathOf(name, locale, { code: '*', id: '*' })
  return wild.replace(/%2A/gi, '*').split('?')[0] ?? wild
}

/**
 * `/founders/`: below it stand detail pages only, so an address there that is none failed the rule
 * of its route.
 */
export const detailFolders = (names: readonly PageName[]): string[] =>
  names
    .filter((name) => pagePaths[name]?.includes('{code}?'))
    .flatMap((name) =>
      locales.map((locale) => pathOf(name, locale, { code: '-', id: '-' }).split('-?')[0] ?? ''),
    )

/**
 * What the worker is given: the build's id, the pages that open without a connection, and the files
 * they are made of.
 */
type Given = { id: string; pages: string[]; files: string[] }

/**
 * The parts of a service worker that are used; the browser's own types belong to another library
 * than the pages'.
 */
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (answer: Promise<Response>) => void
  request: Request
}
type WorkerScope = {
  location: Location
  caches: CacheStorage
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: (
    name: 'install' | 'activate' | 'fetch',
    listener: (event: WorkerEvent) => void,
  ) => void
}

/**
 * The service worker of the portal as a script: this very function, called with what the build
 * knows.
 */
export const workerScript = (given: Given): string =>
  `(${work.toString()})(self, ${JSON.stringify(given)})\n`

/**
 * Keeps the selling screen of this build, so that it opens without a connection. Pages come from
 * the network first, files with a hash from here; calls of the API are never touched. A new build
 * is a new worker, which forgets the files of the old one.
 */
function work(scope: WorkerScope, { id, pages, files }: Given): void {
  const prefix = 'qorgan-portal-'
  const name = prefix + id
  const kept = async (request: Request): Promise<Response | undefined> =>
    (await scope.caches.open(name)).match(request, {
      ignoreSearch: true,
      // The page was kept without what the browser says of languages; it is of the address alone.
      ignoreVary: true,
    })

  scope.addEventListener('install', (event) => {
    const fill = async (): Promise<void> => {
      const cache = await scope.caches.open(name)
      await cache.addAll([...pages, ...files])
      await scope.skipWaiting()
    }
    event.waitUntil(fill())
  })
  scope.addEventListener('activate', (event) => {
    const tidy = async (): Promise<void> => {
      const old = (await scope.caches.keys()).filter(
        (key) => key.startsWith(prefix) && key !== name,
      )
      await Promise.all(old.map((key) => scope.caches.delete(key)))
      await scope.clients.claim()
    }
    event.waitUntil(tidy())
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    if (request.mode === 'navigate' && pages.includes(pathname))
      event.respondWith(fetch(request).catch(async () => (await kept(request)) ?? Response.error()))
    else if (files.includes(pathname))
      event.respondWith(kept(request).then((found) => found ?? fetch(request)))
  })
}

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
