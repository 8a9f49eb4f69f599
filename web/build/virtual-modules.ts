import type { Plugin } from 'vite'
import type { PageName } from '#contract/pages.ts'
import type { SiteAssets } from '../manifest.ts'
import { page, pageNames } from '../pages.ts'
import { coloursCss, deskCss, worldCss } from './colours.ts'
import { frameSheets } from './frame-sheets.ts'

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
export const clientModules = (): Plugin =>
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
export const serverModules = (site: SiteAssets): Plugin =>
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
export const keepStyles: Plugin = {
  name: 'qorgan-keep-styles',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code, moduleSideEffects: 'no-treeshake' } : undefined,
}
