import { brand } from '#brand'
import { type PageName, pagePaths, pathOf, prefixOf } from '#contract/pages.ts'
import { colours } from '#domain/colours.ts'
import { defaultLocale, languageTag, locales, regionalTag } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import type { SiteAssets } from '../manifest.ts'
import { page, pages } from '../pages.ts'

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
export function offlineFiles(
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
export const portalManifest = (locale: (typeof locales)[number], icon: string) => ({
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
