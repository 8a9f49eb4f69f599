import type { ComponentType } from 'react'
import type { Locale } from '#domain/locale.ts'

export type Head = {
  title: string
  description: string
  /**
   * Data for search engines (schema.org) in the words of the page, as JSON-LD objects without
   * `@context`.
   */
  structured?: readonly Record<string, unknown>[]
  /** Addresses of further style sheets, after the page's own. */
  styles?: readonly string[]
}

/**
 * What every `pages/<name>/page.tsx` exports. `Component` gets the data the page was rendered with
 * (undefined for prerendered pages); `head` names the page for the browser's tab and for search
 * engines.
 */
export type PageModule = {
  // Each page knows the shape of its own data; the table that joins them cannot.
  Component: ComponentType<{ data: never }>
  head: (locale: Locale, data: never) => Head
}
