import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { colours, world } from '#domain/colours.ts'
import { repository } from './content-hash.ts'

const folder = join(repository, 'web/world')
/** The land of the first page, which others show as a file. */
const land = 'panorama.svg'
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/**
 * Drawings that a page shows further down, or late: files of their own, loaded when they are shown.
 * Name → SVG with the rules and colours its shapes need, by day and by night.
 */
export function pictures(): Record<string, string> {
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
