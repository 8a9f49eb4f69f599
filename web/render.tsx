import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { brand } from '#brand'
import { type PageName, type Params, pathOf } from '#contract/pages.ts'
import { colours } from '#domain/colours.ts'
import {
  defaultLocale,
  type Locale,
  type Localized,
  languageTag,
  locales,
  regionalTag,
} from '#domain/locale.ts'
import { oldestBrowsers } from './constants.ts'
import { DefaultLayout } from './layouts/default.tsx'
import { DeskLayout } from './layouts/desk.tsx'
import { EmptyLayout } from './layouts/empty.tsx'
import { EmptyEgovLayout } from './layouts/empty-egov.tsx'
import type { LayoutProps } from './layouts/layout.ts'
import { PromoterLayout } from './layouts/promoter.tsx'
import type { SiteAssets } from './manifest.ts'
import type { Head, PageModule } from './page.ts'
import { pageTitles } from './page-titles.ts'
import { hasInitialLoader, type Layout, type Page, page as pageOf } from './pages.ts'
import { LocaleContext } from './texts.ts'
import { Preloader } from './ui/preloader.tsx'

const layouts: Record<Layout, (props: LayoutProps) => ReactNode> = {
  default: DefaultLayout,
  empty: EmptyLayout,
  'empty-egov': EmptyEgovLayout,
  promoter: PromoterLayout,
  desk: DeskLayout,
}

const loading: Localized = { kz: 'Жүктелуде', ru: 'Загрузка' }
const browsers = Object.entries(oldestBrowsers)
  .map((pair) => pair.join(' '))
  .join(', ')
const noAnswer: Localized = {
  kz: `Бет жауап бермесе, JavaScript-ті қосыңыз не браузерді жаңартыңыз: ${browsers} не одан жаңасы.`,
  ru: `Если страница не отвечает, включите JavaScript или обновите браузер: ${browsers} или новее.`,
}
const without: Localized = {
  kz: 'Мына беттер онсыз да ашылады:',
  ru: 'Эти страницы откроются и так:',
}
const prices: Localized = { kz: 'Бағалар', ru: 'Цены' }

const modules = import.meta.glob<PageModule>('./pages/*/page.tsx', { eager: true })

/**
 * Data of a per-request page: what its component shows, and the parameters of its address for links
 * between languages.
 */
export type RequestData = { params?: Params } & Record<string, unknown>

/** Title, description and search engines' data of a page. */
export const headOf = (name: PageName, locale: Locale, data?: RequestData): Head =>
  moduleOf(name).head(locale, data as never)

function moduleOf(name: PageName): PageModule {
  const module = modules[`./pages/${name}/page.tsx`]
  if (!module) throw new Error(`Page '${name}' has no pages/${name}/page.tsx`)
  return module
}

/** A whole HTML document. Nothing in it needs an exception in the content security policy. */
export function renderPage(
  site: SiteAssets,
  name: PageName,
  locale: Locale,
  data?: RequestData,
): string {
  const page = pageOf(name)
  const module = moduleOf(name)
  const given = data as never // the page's own type; the caller is the build or the server's handler of that page
  const { title, description, structured = [], styles = [] } = module.head(locale, given)
  const assets = site.pages[locale][name] ?? { styles: [], scripts: [], preload: [] }

  const addresses = locales.map((other) => ({
    locale: other,
    path: pathOf(name, other, data?.params),
  }))
  const written = page.interactive ? renderToString : renderToStaticMarkup
  const content = written(
    <LocaleContext value={locale}>
      {createElement(module.Component, { data: given })}
    </LocaleContext>,
  )
  const held = page.interactive ? patient(content) : content
  // Never hydrated: without the marks by which React finds its texts again.
  const body = renderToStaticMarkup(
    <LocaleContext value={locale}>
      {createElement(layouts[page.layout], {
        name,
        addresses,
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own HTML of the line before
        content: <div id="page" dangerouslySetInnerHTML={{ __html: held }} />,
      })}
    </LocaleContext>,
  )

  const whole = (path: string) => escaped(site.origin + path)
  const own = pathOf(name, locale, data?.params)
  return `<!doctype html>
<html lang="${languageTag(locale)}" data-build="${site.build}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escaped(title)}</title>
${page.indexed ? `<meta name="description" content="${escaped(description)}">` : '<meta name="robots" content="noindex">'}
<meta name="theme-color" content="${colours.light.paper}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${colours.dark.paper}" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
${[site.font, ...(page.world === true ? [site.plateFont] : [])].map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>\n`).join('')}${[...assets.styles, ...styles].map((href) => `<link rel="stylesheet" href="${href}">\n`).join('')}${assets.before ? `<script src="${assets.before}"></script>\n` : ''}<link rel="icon" href="${site.icon}" type="image/svg+xml">
${page.layout === 'promoter' ? `<link rel="manifest" href="/portal.${locale}.webmanifest">\n` : ''}${page.path === null ? '' : languageLinks(own, addresses, whole)}${page.indexed ? previewTags({ title, description, locale, url: whole(own), image: whole(site.preview[locale]) }) : ''}${structured.map((item) => block('application/ld+json', { '@context': 'https://schema.org', ...item })).join('')}${assets.preload.map((href) => `<link rel="modulepreload" href="${href}">\n`).join('')}${assets.scripts.map((src) => `<script type="module" src="${src}"></script>\n`).join('')}</head>
<body data-dialogs="${site.dialogs[locale].script} ${site.dialogs[locale].style}"${assets.own ? ` data-own="${assets.own}"` : ''}${page.guards.length > 0 ? ` data-guards="${page.guards.join(' ')}"` : ''}>${beforeStart(page, locale)}${body}${page.interactive && data ? block('application/json', data, ' id="data"') : ''}</body>
</html>
`
}

/**
 * What an interactive page shows while its script has not started: at some the preloader, at each,
 * after a while, what to do where no script runs or the browser is too old, and the ways that work
 * there. The start takes it away by its id.
 */
function beforeStart(page: Page, locale: Locale): string {
  if (!page.interactive) return ''
  // Pages for search engines show them in their foot.
  const ways = (
    <>
      {` ${without[locale]} `}
      <a href={pathOf('auto-insurance', locale)}>{prices[locale]}</a>,{' '}
      <a href={`tel:${brand.callCentre}`}>{brand.callCentre}</a>,{' '}
      <a href={pathOf('call-back', locale)}>{pageTitles[locale]['call-back']}</a>
    </>
  )
  const late = (id?: string) => (
    <p className="late" id={id}>
      {noAnswer[locale]}
      {page.indexed ? null : ways}
    </p>
  )
  return renderToStaticMarkup(
    hasInitialLoader(page) ? (
      <Preloader label={loading[locale]}>{late()}</Preloader>
    ) : (
      late('preloader')
    ),
  )
}

/**
 * A form that only a script answers: whoever presses its button before the script has come keeps
 * what they typed, and no IIN or password becomes part of an address. Outside a dialog the method
 * `dialog` sends nothing (HTML, form submission algorithm, step 11).
 */
const patient = (html: string): string =>
  html.replaceAll(/<form(?![^>]*\saction=)/g, '<form method="dialog"')

function languageLinks(
  own: string,
  addresses: LayoutProps['addresses'],
  whole: (path: string) => string,
): string {
  const others = addresses.map(
    ({ locale, path }) =>
      `<link rel="alternate" hreflang="${regionalTag(locale)}" href="${whole(path)}">\n`,
  )
  const fallback = addresses.find(({ locale }) => locale === defaultLocale)?.path ?? own
  return `<link rel="canonical" href="${whole(own)}">\n${others.join('')}<link rel="alternate" hreflang="x-default" href="${whole(fallback)}">\n`
}

/**
 * What others show of a link: Open Graph. `url` and `image` are whole addresses, already escaped.
 */
function previewTags(of: {
  title: string
  description: string
  locale: Locale
  url: string
  image: string
}): string {
  const place = (locale: Locale) => regionalTag(locale).replace('-', '_')
  const tags: [string, string][] = [
    ['type', 'website'],
    ['site_name', escaped(brand.name[of.locale])],
    ['title', escaped(of.title)],
    ['description', escaped(of.description)],
    ['url', of.url],
    ['locale', place(of.locale)],
    ...locales
      .filter((other) => other !== of.locale)
      .map((other): [string, string] => ['locale:alternate', place(other)]),
    ['image', of.image],
  ]
  return `${tags.map(([name, content]) => `<meta property="og:${name}" content="${content}">\n`).join('')}`
}

/** Data beside the page, not code: `<` is written so that nothing in it can end the block. */
const block = (type: string, data: unknown, attributes = ''): string =>
  `<script type="${type}"${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
