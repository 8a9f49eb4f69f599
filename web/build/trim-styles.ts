import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Selector, transform } from 'lightningcss'
import type { PageName } from '#contract/pages.ts'
import { inEveryLanguage, locales } from '#domain/locale.ts'
import { sampleCompanyFigures } from '../company/figures.ts'
import { entriesOf } from '../content/entries.ts'
import { samplePlans } from '../home/plans/plans.ts'
import type { SiteAssets } from '../manifest.ts'
import { sampleFigures } from '../pages/index/figures.ts'
import { pages } from '../pages.ts'
import { classPrefix } from './class-name.ts'
import { withoutUnusedWorld } from './colours.ts'
import { hashOf } from './content-hash.ts'
import { frameSheets } from './frame-sheets.ts'
import { write } from './write-site.ts'

/**
 * The rules of a style sheet that the given documents can use: a rule whose class occurs in none of
 * them goes. Attributes and states are kept, a script may set them. Only for classes that no script
 * draws (`mayGo`): all of a page of HTML alone, since what it opens later brings styles of its own.
 */
function usedStyles(
  css: string,
  documents: readonly string[],
  mayGo: (name: string) => boolean = () => true,
): string {
  const classes = new Set(
    documents.flatMap((html) =>
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
  const shown = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === 'class') return classes.has(part.name) || !mayGo(part.name)
      // What is asked of another element must be there to be found.
      const asked = 'selectors' in part && anyOf.includes(part.kind) ? part.selectors : null
      return !asked || (asked as Selector[]).some(shown)
    })
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    visitor: { Selector: (selector) => (shown(selector) ? undefined : []) },
  })
  return withoutUnusedMotion(Buffer.from(code).toString())
}

const anyOf: readonly string[] = ['is', 'where', 'has']

/** Takes out the motions that no rule names. */
function withoutUnusedMotion(css: string): string {
  const motions = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name)
  const unusedSymbols = motions.filter((name) => css.split(name).length === 2)
  const code = Buffer.from(css)
  return transform({ filename: 'page.css', code, minify: true, unusedSymbols }).code.toString()
}

/** Examples of what only the server knows: what a page can show of it keeps its styles. */
const samples: Partial<Record<PageName, readonly Record<string, unknown>[]>> = {
  index: [sampleFigures],
  founders: [sampleCompanyFigures],
  managers: [sampleCompanyFigures],
  'egov-home': samplePlans,
}

/**
 * Gives every page of HTML alone a style sheet of the rules it can use, and a page with React one
 * without the parts of the frame it does not show: no script draws the frame. The renderer, which
 * has the addresses inside, is rewritten in place: it must be loaded anew. Answers the pages with
 * their new addresses. Without it the first page weighs 16,097 bytes of 15,360.
 */
export function trimStyles(
  to: string,
  names: readonly PageName[],
  renderer: typeof import('virtual:server-entry'),
  assets: SiteAssets['pages'],
): SiteAssets['pages'] {
  const moved = new Map<string, string>()
  const own = new Set(
    locales.flatMap((locale) => names.flatMap((name) => assets[locale][name]?.styles ?? [])),
  )
  const later = globSync('assets/*.css', { cwd: to })
    .filter((file) => !own.has(`/${file}`))
    .map((file) => readFileSync(join(to, file), 'utf8'))
    .join('')
  const known = (name: PageName) => pages[name].made === 'at-build' || samples[name]
  for (const name of names.filter(known)) {
    const given =
      pages[name].made === 'at-build'
        ? entriesOf(name).map((params) => (params ? { params } : undefined))
        : []
    const documents = locales.flatMap((locale) =>
      [...given, ...(samples[name] ?? [])].map((data) => renderer.render(name, locale, data)),
    )
    const ofFrame = frameSheets(pages[name].layout).map(classPrefix)
    const mayGo = pages[name].interactive
      ? (one: string) => ofFrame.some((prefix) => one.startsWith(prefix))
      : () => true
    for (const address of new Set(
      locales.flatMap((locale) => assets[locale][name]?.styles ?? []),
    )) {
      const css = withoutUnusedWorld(
        usedStyles(readFileSync(join(to, address), 'utf8'), documents, mayGo),
        pages[name].interactive ? later : '',
      )
      const trimmed = `/assets/${name}-${hashOf(css)}.css`
      write(to, trimmed, css)
      moved.set(address, trimmed)
    }
  }
  const file = join(to, 'server/render.js')
  let source = readFileSync(file, 'utf8')
  for (const [old, trimmed] of moved) source = source.replaceAll(old, trimmed)
  write(to, 'server/render.js', source)
  for (const old of moved.keys()) if (![...moved.values()].includes(old)) rmSync(join(to, old))
  return inEveryLanguage((locale) =>
    Object.fromEntries(
      Object.entries(assets[locale]).map(([name, one]) => [
        name,
        { ...one, styles: one.styles.map((address) => moved.get(address) ?? address) },
      ]),
    ),
  ) as SiteAssets['pages']
}
