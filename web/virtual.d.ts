/** The built renderer, `dist/server/render.js`. */
declare module 'virtual:server-entry' {
  import type { PageName } from '#contract/pages.ts'
  import type { Locale } from '#domain/locale.ts'
  import type { Head } from '#web/page.ts'
  export const headOf: (name: PageName, locale: Locale, data?: Record<string, unknown>) => Head
  export const render: (name: PageName, locale: Locale, data?: Record<string, unknown>) => string
}
