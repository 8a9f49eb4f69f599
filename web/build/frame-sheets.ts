import type { Row } from '../pages.ts'

/** Parts of a layout that have a style sheet of their own. */
const parts: Partial<Record<Row['layout'], readonly string[]>> = { default: ['drawer', 'foot'] }

/** The style sheets of a layout, from `web/`: its own, then those of its parts. */
export const frameSheets = (layout: Row['layout']): string[] =>
  [layout, ...(parts[layout] ?? [])].map((name) => `layouts/${name}.module.css`)
