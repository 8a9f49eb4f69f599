import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { type InlineConfig, type Plugin, type Rolldown, build as vite } from 'vite'
import type { PageName } from '#contract/pages.ts'
import {
  defaultLocale,
  inEveryLanguage,
  type Locale,
  type Localized,
  locales,
} from '#domain/locale.ts'
import { oldestBrowsers } from '../constants.ts'
import type { PageAssets, SiteAssets } from '../manifest.ts'
import { page, pageNames, pages } from '../pages.ts'
import { ownPreload, withoutBroughtParts } from './brought-parts.ts'
import { className } from './class-name.ts'
import { coloursCss, deskCss, iconSvg, withoutUnusedWorld, worldCss } from './colours.ts'
import { hashOf, repository } from './content-hash.ts'
import { frameSheets } from './frame-sheets.ts'
import { oneLanguage } from './one-language.ts'
import { write } from './write-site.ts'

/** Modules that exist only in a build: id → source. */
function virtual(modules: Record<string, string>): Plugin {
  return {
    name: 'qorgan-virtual-modules',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)],
  }
}

/** What the client bundle starts from: one module per page. */
const clientModules = (): Plugin =>
  virtual({
    'virtual:colours.css': coloursCss(),
    'virtual:desk.css': deskCss(),
    'virtual:world.css': worldCss(),
    ...Object.fromEntries(pageNames.map((name) => [`virtual:page/${name}`, pageEntry(name)])),
  })

/**
 * An interactive page starts itself. A page of HTML alone is bundled for its styles; its script is
 * thrown away. The order of these lines is the order of the styles.
 */
function pageEntry(name: PageName): string {
  const { layout, interactive, world } = page(name)
  const colours = ['colours', ...(world ? ['world'] : []), ...(layout === 'desk' ? ['desk'] : [])]
  const sheets = [
    ...colours.map((of) => `virtual:${of}.css`),
    '/ui/base.css',
    ...frameSheets(layout).map((file) => `/${file}`),
  ]
  const styles = sheets.map((sheet) => `import '${sheet}'\n`).join('')
  const module = `/pages/${name}/page.tsx`
  if (!interactive) return `${styles}export * from '${module}'\n`
  return `${styles}import { start } from '/entry.tsx'\nimport { Component } from '${module}'\nstart({ Component })\n`
}

/** The renderer with the names of the built files inside. */
const serverModules = (site: SiteAssets): Plugin =>
  virtual({
    'virtual:server-entry': `import { renderPage } from '/render.tsx'
const site = ${JSON.stringify(site)}
export { headOf } from '/render.tsx'
export const render = (name, locale, data) => renderPage(site, name, locale, data)
`,
  })

/**
 * Keeps every CSS module that is imported. The bundler writes the class names straight into the
 * code that uses them, finds the module empty, drops it, and its styles with it.
 */
const keepStyles: Plugin = {
  name: 'qorgan-keep-styles',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code, moduleSideEffects: 'no-treeshake' } : undefined,
}

type Chunk = Rolldown.OutputChunk
type Built = ReturnType<typeof builtOf>

/** What the bundler made, found by name; what is not there stops the build. */
function builtOf({ output }: Rolldown.RolldownOutput) {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const entry = (name: string): Chunk => {
    const found = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === name)
    if (!found) throw new Error(`The bundle has no entry '${name}'`)
    return found
  }
  const asset = (fileName: string): string | Uint8Array => {
    const found = output.find((file) => file.type === 'asset' && file.fileName === fileName)
    if (found?.type !== 'asset') throw new Error(`The bundle has no file '${fileName}'`)
    return found.source
  }
  const font = (name: string): string => {
    const found = output.find(
      ({ fileName }) => basename(fileName).startsWith(name) && fileName.endsWith('.woff2'),
    )
    if (!found) throw new Error(`The bundle has no font '${name}'`)
    return `/${found.fileName}`
  }
  /** A script with what it needs before it, deepest first: the order its styles must stand in. */
  const needs = (chunk: Chunk, seen = new Set<string>()): Chunk[] => {
    if (seen.has(chunk.fileName)) return []
    seen.add(chunk.fileName)
    const before = chunk.imports.flatMap((name) => {
      const imported = chunks.get(name)
      return imported ? needs(imported, seen) : []
    })
    return [...before, chunk]
  }
  /** The chunks and all that they load later. */
  const lazyToo = (first: readonly Chunk[]): Chunk[] => {
    const found = new Set<Chunk>()
    const visit = (chunk: Chunk | undefined) => {
      if (!chunk || found.has(chunk)) return
      found.add(chunk)
      for (const name of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(name))
    }
    for (const chunk of first) visit(chunk)
    return [...found]
  }
  return { output, entry, asset, font, needs, lazyToo }
}

/** The style sheets a script brings. */
const cssOf = (chunk: Chunk): string[] => [...(chunk.viteMetadata?.importedCss ?? [])]

/**
 * Writes method and path in place of a call's name, wherever the browser's code names one: so no
 * page carries the table of all calls (1.7 KB as brotli, of 80 KB that a page may load; its longest
 * have 0.1 KB left), and none the schemas. It replaces text, so a string that equals a call's name
 * may be nothing else: call-addresses.test.ts looks at all of them.
 */
async function callAddresses(): Promise<Plugin> {
  const addresses = await addressesOfCalls()
  return {
    name: 'qorgan-call-addresses',
    enforce: 'pre',
    transform: (code, id) =>
      namesCalls(id) ? { code: withAddresses(code, addresses), map: null } : undefined,
  }
}

/** Method and path of every call, by its name. */
export async function addressesOfCalls(): Promise<ReadonlyMap<string, string>> {
  const { contract, uploads } = await import('#contract/index.ts')
  const calls = Object.entries({ ...contract, ...uploads })
  return new Map(calls.map(([name, { method, path }]) => [name, `${method} ${path}`]))
}

/** Whether a file of the browser may name calls: words only look like names. */
export const namesCalls = (file: string): boolean =>
  /\/web\/.*\.tsx?$/.test(file) && !file.endsWith('texts.ts')

/** The code with addresses in place of names; a name that is no call stays as it is. */
export const withAddresses = (code: string, addresses: ReadonlyMap<string, string>): string =>
  code.replace(/'(\w+)'/g, (literal, name: string) => {
    const address = addresses.get(name)
    return address ? `'${address}'` : literal
  })

const web = join(repository, 'web')
const target = Object.entries(oldestBrowsers).map((pair) => pair.join('').toLowerCase())

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
      generateScopedName: (name, file, css) =>
        className(name, relative(web, file.split('?')[0] ?? file), css),
    },
  },
})

/**
 * What most pages share comes as two files: many small ones compress worse, and each costs a
 * request. React by itself, since it changes least; then the components and words of the field that
 * at least so many pages use. A third is for the pages of a buyer.
 */
const SHARED_BY = 27
const isBase = (file: string): boolean =>
  /\/web\/((ui|http|session)\/)?[^/]+\.tsx?$|\/contract\/pages\.ts$/.test(file)
    ? // What only some screens show at once, and most later.
      !/\/web\/(match|http\/(ask|call|until-answered|replies))|\/ui\/(later-|chip|dialog|(text-)?field|on-start|mask)/.test(
        file,
      )
    : /\/domain\/(almaty|constants)\.ts$|preload-helper/.test(file)
const shareds = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|\/web\/lazy\.ts$/,
    priority: 2,
  },
  // Of cabinet, portal and desks alone; a purchase loads none of it.
  { name: 'query', test: /node_modules\/@tanstack\//, priority: 2 },
  { name: 'base', test: isBase, minShareCount: SHARED_BY, priority: 1 },
  { name: 'days', test: /\/domain\/(almaty|calendar|iin)\.ts/ },
  { name: 'fields', test: /\/web\/ui\/((text-)?field|on-start)\./ },
  { name: 'masks', test: /\/web\/ui\/(mask|phone-field|normalise)|\/domain\/phone\.ts/ },
  {
    name: 'buyer',
    test: /\/web\/(flow|session\/purchase-token)\.ts|\/web\/purchase\/flow\.ts|\/domain\/egov\.ts/,
  },
  {
    name: 'way',
    test: /\/web\/(purchase\/way\/|typed-(car|plate)\.ts|world\/picture\.tsx)/,
  },
  // A line or two each, which pages load later: every file's name weighs on the page that may.
  {
    name: 'lines',
    test: /\/web\/(web-address|session\/own-guards|ui\/(use-media|plate-words)|purchase\/(review\/use-wide|state\/wipe-draft))\.ts$|\/texts\/legal-versions\.ts$/,
  },
  // The first page draws the plate too, so that it would be a file of its own.
  { name: 'calculator', test: /\/web\/(purchase\/calculator|world\/plate-input\.tsx)/ },
]

/** Everything the browser loads, in every language. Writes `assets/` below `to`. */
export async function bundleClient(
  to: string,
  names: readonly PageName[],
): Promise<Omit<SiteAssets, 'origin' | 'build'>> {
  const alone = async (file: string, format?: 'iife') => {
    const { fileName, code } = await bundleAlone(file, format)
    write(to, fileName, code)
    return `/${fileName}`
  }
  const scripts: Alone = { enhance: await alone('enhance.ts'), own: {}, before: {} }
  for (const name of names) {
    const { script, before } = page(name)
    if (before) scripts.before[name] = await alone(`pages/${name}/${before}.ts`, 'iife')
    if (script) scripts.own[name] = await alone(`pages/${name}/${script}.ts`)
  }
  const ofLanguages: [Locale, Awaited<ReturnType<typeof bundleLanguage>>][] = []
  // One after another: two builds at once need twice the memory.
  for (const locale of locales)
    ofLanguages.push([locale, await bundleLanguage(to, names, locale, scripts)])
  const built = Object.fromEntries(ofLanguages) as Localized<(typeof ofLanguages)[number][1]>
  const own = (file: string) =>
    placed(to, `assets/${basename(file)}`, readFileSync(join(web, file)))
  return {
    font: built[defaultLocale].font,
    plateFont: built[defaultLocale].plateFont,
    icon: placed(to, 'assets/icon.svg', iconSvg()),
    preview: inEveryLanguage((locale) => own(`ui/preview-${locale}.png`)),
    dialogs: inEveryLanguage((locale) => built[locale].dialogs),
    pages: inEveryLanguage((locale) => built[locale].pages),
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
 * in every language has the same name.
 */
async function bundleLanguage(
  to: string,
  names: readonly PageName[],
  locale: Locale,
  alone: Alone,
) {
  const built = await vite({
    ...shared(
      clientModules(),
      oneLanguage(locale),
      await callAddresses(),
      ownPreload(),
      withoutBroughtParts(),
    ),
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
        optimization: { inlineConst: true },
        // dialogs/entry.tsx is imported by its address, so its exports must stay.
        preserveEntrySignatures: 'exports-only',
        output: {
          codeSplitting: { groups: shareds },
          entryFileNames: 'assets/[name]-[hash].js',
          // A page names every file that it may load later: names that say nothing are short.
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.css'))
              ? 'assets/[hash:7][extname]'
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('Expected one output')
  return storeLanguage(to, names, alone, builtOf(built))
}

/** Writes what was built for one language and tells what each page is made of. */
function storeLanguage(to: string, names: readonly PageName[], alone: Alone, built: Built) {
  const { output, entry, asset, font, needs, lazyToo } = built
  const styleOf = (name: string, all: readonly Rolldown.OutputChunk[]) => {
    const css = all.flatMap(cssOf).map((file) => String(asset(file)))
    return placed(to, `assets/${name}.css`, withoutUnusedWorld(css.join('\n')))
  }
  const keepAll = (all: readonly Rolldown.OutputChunk[]) => {
    for (const chunk of lazyToo(all)) {
      write(to, chunk.fileName, chunk.code)
      for (const file of cssOf(chunk)) write(to, file, asset(file))
    }
  }
  const assetsOf = (name: PageName): PageAssets => {
    const all = needs(entry(name))
    const styles = [styleOf(name, all)]
    const own = alone.own[name]
    const before = alone.before[name]
    if (!pages[name].interactive)
      return { styles, scripts: [alone.enhance], preload: [], ...(own ? { own } : {}) }
    keepAll(all)
    const later = lazyToo(all).flatMap((chunk) => [chunk.fileName, ...cssOf(chunk)])
    return {
      styles,
      scripts: [`/${all.at(-1)?.fileName}`, alone.enhance],
      ...(before ? { before } : {}),
      preload: all
        .slice(0, -1)
        .filter(({ code }) => code !== '')
        .map((chunk) => `/${chunk.fileName}`),
      ...(page(name).offline ? { later: later.map((file) => `/${file}`) } : {}),
    }
  }
  const table = Object.fromEntries(names.map((name) => [name, assetsOf(name)]))
  const dialogs = needs(entry('dialogs'))
  keepAll(dialogs)
  for (const file of output)
    if (file.type === 'asset' && !/\.(css|json|html)$/.test(file.fileName))
      write(to, file.fileName, file.source)
  return {
    font: font('golos-text'),
    plateFont: font('plate'),
    dialogs: { script: `/${dialogs.at(-1)?.fileName}`, style: styleOf('dialogs', dialogs) },
    pages: table,
  }
}

/** Scripts of pages without React, by their addresses: every page's, and some pages' own. */
type Alone = { enhance: string } & Record<'own' | 'before', Partial<Record<PageName, string>>>

/** A script by itself, so that it shares nothing and is one small file. */
async function bundleAlone(
  file: string,
  format: 'es' | 'iife' = 'es',
): Promise<Rolldown.OutputChunk> {
  const built = await vite({
    root: web,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins: [await callAddresses()],
    build: {
      modulePreload: { polyfill: false },
      target,
      write: false,
      rolldownOptions: {
        optimization: { inlineConst: true },
        input: join(web, file),
        output: { format, entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('Expected one output')
  const [chunk, ...more] = built.output
  if (more.length) throw new Error(`${file} is more than one file`)
  return chunk
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
