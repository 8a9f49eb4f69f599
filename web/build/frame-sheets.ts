import type { Row } from '../pages.ts'

/** What a layout takes beside its own style sheet. */
const parts: Partial<Record<Row['layout'], readonly string[]>> = {
  default: ['layouts/drawer', 'layouts/foot'],
  promoter: ['ui/folds'],
}

/** The style sheets of a layout, from `web/`: its own, then those of its parts. */
export const frameSheets = (layout: Row['layout']): string[] =>
  [`layouts/${layout}`, ...(parts[layout] ?? [])].map((name) => `${name}.module.css`)
