import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/**
 * A script that loads parts later names the files each of them needs. What the script has brought
 * with it is there already: its name weighs on the first load, and its styles, which stand in the
 * sheet of the page, would be loaded again and come after those of the page. Without this and
 * `ownPreload` every page with React weighs 430 to 650 bytes more and eight of the purchase pass
 * their 80 KB; without this alone the calculator does.
 */
export const withoutBroughtParts = (): Plugin => ({
  name: 'qorgan-without-brought-parts',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const empty = chunks.filter(({ code }) => code === '').map(({ fileName }) => fileName)
      for (const chunk of chunks)
        chunk.code = rewritten(
          withoutImports(chunk.code, empty),
          new Set([...brought(chunk, bundle), ...empty]),
        )
    },
  },
})

/** The code without the imports of scripts that have nothing but styles, which the page links. */
export const withoutImports = (code: string, files: readonly string[]): string =>
  files.reduce((left, file) => left.replace(`import"./${basename(file)}";`, ''), code)

/** The files that are there when the script runs, its own among them. */
function brought(chunk: Rolldown.OutputChunk, bundle: Bundle): Set<string> {
  const found = new Set<string>()
  const visit = (one: Bundle[string] | undefined): void => {
    if (one?.type !== 'chunk' || found.has(one.fileName)) return
    found.add(one.fileName)
    for (const file of one.viteMetadata?.importedCss ?? []) found.add(file)
    for (const name of one.imports) visit(bundle[name])
  }
  visit(chunk)
  return found
}

/** Vite's table of names, and its places in it: `__vite__mapDeps([0,3])`. */
const table = /(?<=const __vite__mapDeps=.{0,60}\(m\.f=)\[[^\]]*\]/
const places = /(?<=__vite__mapDeps\(\[)[\d,]+(?=\]\))/g

/** The code with those names left out, and the places of the others as they are then. */
export function rewritten(code: string, there: ReadonlySet<string>): string {
  const found = table.exec(code)?.[0]
  if (!found) return code
  const names: string[] = JSON.parse(found)
  const left = names.filter((name) => !there.has(name))
  return code
    .replace(table, () => JSON.stringify(left))
    .replace(places, (list) =>
      list
        .split(',')
        .map((place) => left.indexOf(names[Number(place)] ?? ''))
        .filter((place) => place >= 0)
        .join(','),
    )
}

/** What the bundler calls for every `import()` is ours (`web/later-part.ts`). */
export const ownPreload = (): Plugin => ({
  name: 'qorgan-own-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? "export { loadPart as __vitePreload } from '/later-part.ts'"
      : undefined,
})
