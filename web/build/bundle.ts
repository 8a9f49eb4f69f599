import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { type InlineConfig, type Plugin, type Rolldown, build as vite } from 'vite'
import type { Locale } from '#brand'
import type { PageName } from '#contract/pages.ts'
import type { PageAssets, SiteAssets } from '../manifest.ts'
import { page, pages } from '../pages.ts'
import { callAddresses } from './call-addresses.ts'
import { iconSvg } from './colours.ts'
import { hashOf, repository } from './content-hash.ts'
import { oneLanguage } from './one-language.ts'
import { clientModules, keepStyles, serverModules } from './virtual-modules.ts'
import { write } from './write-site.ts'

const web = join(repository, 'web')
const target = ['chrome111', 'safari16.4', 'firefox115']

const shared = (...modules: Plugin[]): InlineConfig => ({
  root: web,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  mode: 'production',
  publicDir: false,
  plugins: [...modules, react(), keepStyles],
  // Class names are the same in both bundles: the HTML is made by one and styled by the other.
  css: {
    modules: {
      generateScopedName: (name, file) =>
        `${name}-${hashOf(relative(web, file.split('?')[0] ?? file)).slice(0, 4)}`,
    },
  },
})

/**
 * What most pages share comes as two files: many small ones compress worse, and each costs a
 * request. React by itself, since it changes least; then the components and words of the field that
 * at least so many pages use. A third is for the pages of a buyer.
 */
const SHARED_BY = 26
const shareds = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  {
    name: 'base',
    test: /\/web\/((ui|http|session)\/)?[^/]+\.tsx?$|\/brand\.ts$|\/contract\/pages\.ts$|preload-helper/,
    minShareCount: SHARED_BY,
    priority: 1,
  },
  {
    name: 'buyer',
    test: /\/web\/(flow|session\/purchase-token)\.ts|\/web\/purchase\/flow\.ts|\/domain\/egov\.ts/,
  },
]

/** Everything the browser loads, in both languages. Writes `assets/` below `to`. */
export async function bundleClient(
  to: string,
  names: readonly PageName[],
): Promise<Omit<SiteAssets, 'origin' | 'build'>> {
  const enhance = await bundleEnhance()
  write(to, enhance.fileName, enhance.code)
  const kz = await bundleLanguage(to, names, 'kz', `/${enhance.fileName}`)
  const ru = await bundleLanguage(to, names, 'ru', `/${enhance.fileName}`)
  const own = (file: string) =>
    placed(to, `assets/${basename(file)}`, readFileSync(join(web, file)))
  return {
    font: kz.font,
    icon: placed(to, 'assets/icon.svg', iconSvg()),
    preview: { kz: own('ui/preview-kz.png'), ru: own('ui/preview-ru.png') },
    dialogs: { kz: kz.dialogs, ru: ru.dialogs },
    pages: { kz: kz.pages, ru: ru.pages },
  }
}

/** Stores a file under a name with its hash; returns its address. */
function placed(to: string, file: string, content: string | Uint8Array): string {
  const named = file.replace(/(\.\w+)$/, `-${hashOf(content)}$1`)
  write(to, named, content)
  return `/${named}`
}

/**
 * Scripts and styles of the pages in one language. Every page gets one style sheet, and an
 * interactive page one script of its own; the parts they share are separate files. What is the same
 * in both languages has the same name.
 */
async function bundleLanguage(
  to: string,
  names: readonly PageName[],
  locale: Locale,
  enhance: string,
) {
  const built = await vite({
    ...shared(clientModules(), oneLanguage(locale), await callAddresses()),
    build: {
      outDir: to,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssMinify: 'lightningcss',
      target,
      write: false,
      rolldownOptions: {
        input: {
          dialogs: join(web, 'dialogs/entry.tsx'),
          ...Object.fromEntries(names.map((name) => [name, `virtual:page/${name}`])),
        },
        // Pages of HTML alone are bundled for their styles; what they import at once and others
        // later is no mistake.
        checks: { ineffectiveDynamicImport: false },
        // dialogs/entry.tsx is imported by its address, so its exports must stay.
        preserveEntrySignatures: 'exports-only',
        output: {
          codeSplitting: { groups: shareds },
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('Expected one output')
  const { output } = built
  const keep = (file: string, content: string | Uint8Array) => write(to, file, content)

  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const entry = (name: string) => {
    const found = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === name)
    if (!found) throw new Error(`The bundle has no entry '${name}'`)
    return found
  }
  const asset = (fileName: string) => {
    const found = output.find((file) => file.type === 'asset' && file.fileName === fileName)
    if (found?.type !== 'asset') throw new Error(`The bundle has no file '${fileName}'`)
    return found.source
  }
  // What a script needs before it, deepest first: the order in which its styles must stand.
  const needs = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): Rolldown.OutputChunk[] => {
    if (seen.has(chunk.fileName)) return []
    seen.add(chunk.fileName)
    const before = chunk.imports.flatMap((name) => {
      const imported = chunks.get(name)
      return imported ? needs(imported, seen) : []
    })
    return [...before, chunk]
  }

  const styleOf = (name: string, all: Rolldown.OutputChunk[]) => {
    const css = all
      .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
      .map((file) => String(asset(file)))
    return placed(to, `assets/${name}.css`, css.join('\n'))
  }
  const keepAll = (all: Rolldown.OutputChunk[]) => {
    for (const chunk of lazyToo(all, chunks)) keep(chunk.fileName, chunk.code)
    for (const chunk of lazyToo(all, chunks))
      for (const file of chunk.viteMetadata?.importedCss ?? []) keep(file, asset(file))
  }
  const assetsOf = (name: PageName): PageAssets => {
    const all = needs(entry(name))
    const styles = [styleOf(name, all)]
    if (!pages[name].interactive) return { styles, scripts: [enhance], preload: [] }
    keepAll(all)
    const own = all.at(-1)?.fileName
    const later = lazyToo(all, chunks).flatMap((chunk) => [
      chunk.fileName,
      ...(chunk.viteMetadata?.importedCss ?? []),
    ])
    return {
      styles,
      scripts: [`/${own}`, enhance],
      preload: all.slice(0, -1).map((chunk) => `/${chunk.fileName}`),
      ...(page(name).offline ? { later: later.map((file) => `/${file}`) } : {}),
    }
  }
  const table = Object.fromEntries(names.map((name) => [name, assetsOf(name)]))
  const dialogs = needs(entry('dialogs'))
  keepAll(dialogs)
  for (const file of output)
    if (file.type === 'asset' && !/\.(css|json|html)$/.test(file.fileName))
      keep(file.fileName, file.source)

  const font = output.find(
    (file) => basename(file.fileName).startsWith('golos-text') && file.fileName.endsWith('.woff2'),
  )
  if (!font) throw new Error('The bundle has no font')
  return {
    font: `/${font.fileName}`,
    dialogs: { script: `/${dialogs.at(-1)?.fileName}`, style: styleOf('dialogs', dialogs) },
    pages: table,
  }
}

/**
 * The one script of pages without React: by itself, so that it shares nothing and is one small
 * file.
 */
async function bundleEnhance(): Promise<Rolldown.OutputChunk> {
  const built = await vite({
    root: web,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    build: {
      modulePreload: { polyfill: false },
      target,
      write: false,
      rolldownOptions: {
        optimization: { inlineConst: true },
        input: { enhance: join(web, 'enhance.ts') },
        output: { entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('Expected one output')
  const [chunk, ...more] = built.output
  if (more.length) throw new Error('enhance.ts is more than one file')
  return chunk
}

/** The chunks and all that they load later. */
function lazyToo(
  first: Rolldown.OutputChunk[],
  chunks: Map<string, Rolldown.OutputChunk>,
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(name))
  }
  for (const chunk of first) visit(chunk)
  return [...found]
}

/** The renderer as one file without dependencies, `server/render.js` below `to`. */
export async function bundleServer(to: string, site: SiteAssets): Promise<void> {
  await vite({
    ...shared(serverModules(site)),
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(to, 'server'),
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        input: { render: 'virtual:server-entry' },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}
