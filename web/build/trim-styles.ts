import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PageName } from '#contract/pages.ts'
import { inEveryLanguage, locales } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import { samplePlans } from '../home/plans/plans.ts'
import type { SiteAssets } from '../manifest.ts'
import { sampleFigures } from '../pages/index/figures.ts'
import { pages } from '../pages.ts'
import { classPrefix } from './class-name.ts'
import { withoutUnusedWorld } from './colours.ts'
import { hashOf } from './content-hash.ts'
import { frameSheets } from './frame-sheets.ts'
import { usedStyles } from './used-styles.ts'
import { write } from './write-site.ts'

/** Examples of what only the server knows: what a page can show of it keeps its styles. */
const samples: Partial<Record<PageName, readonly Record<string, unknown>[]>> = {
  index: [sampleFigures],
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
