import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PageName } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { entriesOf } from '../content/entries.ts'
import type { SiteAssets } from '../manifest.ts'
import { pages } from '../pages.ts'
import { withoutUnusedWorld } from './colours.ts'
import { hashOf } from './content-hash.ts'
import { samples } from './samples.ts'
import { usedStyles } from './used-styles.ts'
import { write } from './write-site.ts'

/**
 * Gives every page of HTML alone a style sheet of the rules it can use. The renderer, which has the
 * addresses inside, is rewritten in place: it must be loaded anew.
 */
export function trimStyles(
  to: string,
  names: readonly PageName[],
  renderer: typeof import('virtual:server-entry'),
  assets: SiteAssets['pages'],
): void {
  const moved = new Map<string, string>()
  const known = (name: PageName) => pages[name].made === 'at-build' || samples[name]
  for (const name of names.filter((page) => !pages[page].interactive && known(page))) {
    const given =
      pages[name].made === 'at-build'
        ? entriesOf(name).map((params) => (params ? { params } : undefined))
        : []
    const documents = locales.flatMap((locale) =>
      [...given, ...(samples[name] ?? [])].map((data) => renderer.render(name, locale, data)),
    )
    for (const address of new Set(
      locales.flatMap((locale) => assets[locale][name]?.styles ?? []),
    )) {
      const css = withoutUnusedWorld(usedStyles(readFileSync(join(to, address), 'utf8'), documents))
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
}
